// The long short-term memory; gvfn/kernel/gates.hpp has a unit's formulas. One matrix maps z = [x, 1, s] to the gates
// i, f, g, o. The memory m stands behind the state. A step keeps i, f, g, o and tanh(m_{t+1}).

#include "kernel/gates.hpp"
#include "network/cells.hpp"

namespace gvfn {
namespace {

template <class T>
void forward(const Kernels<T>& kernels, const Cell<T>& cell, const CellStep<T>& step) {
  const std::size_t n = padded<T>(cell.shape.units);
  const T* const memory_t = step.features + cell.shape.inputs + 1 + n;
  kernels.forward(cell.weights[0].view(), step.features, Activation::linear, step.gates);
  kernels.lstm_forward(step.gates, memory_t, step.state_tp1, n);
}

template <class T>
void backward(const Kernels<T>& kernels, const Cell<T>& cell, const CellStep<T>& step, const T* cotangent,
              const CellCotangents<T>& out) {
  const std::size_t n = padded<T>(cell.shape.units);
  const std::size_t inputs = cell.shape.inputs;
  const T* const memory_t = step.features + inputs + 1 + n;
  // Without a place for dL/dm_t it goes behind the deltas.
  T* const memory_cotangent_t = out.state_t ? out.state_t + n : out.delta + 4 * n;
  kernels.lstm_backward(step.gates, memory_t, cotangent, out.delta, memory_cotangent_t, n);
  send_back(kernels, cell.weights[0].rows_from(inputs + 1), out.delta, out.state_t);
  add_input(kernels, cell.weights[0], inputs, out.delta, out.input);
}

template <class T>
void tangent(const Kernels<T>& kernels, const Cell<T>& cell, const std::vector<Matrix<T>>& direction,
             const CellStep<T>& step, const CellStep<T>& tangent) {
  const std::size_t n = padded<T>(cell.shape.units);
  const std::size_t memory_at = cell.shape.inputs + 1 + n;
  T* const dot = tangent.gates;
  kernels.forward(cell.weights[0].view(), tangent.features, Activation::linear, dot);
  kernels.forward_add(direction[0].view(), step.features, dot);
  for (std::size_t u = 0; u < n; ++u) {
    const auto gate = [&](std::size_t index, Activation sigma) {
      const auto dual = activated(sigma, step.gates[index * n + u], dot[index * n + u]);
      dot[index * n + u] = dual.tangent;
      return dual;
    };
    const auto i = gate(0, Activation::sigmoid);
    const auto f = gate(1, Activation::sigmoid);
    const auto g = gate(2, Activation::tanh);
    const auto o = gate(3, Activation::sigmoid);
    const Dual<T> memory_t{step.features[memory_at + u], tangent.features[memory_at + u]};
    const auto memory = lstm_next_memory(i, f, g, memory_t);
    const auto tanh_memory = activated(Activation::tanh, step.gates[4 * n + u], memory.tangent);
    dot[4 * n + u] = tanh_memory.tangent;
    tangent.state_tp1[u] = LstmUnit<Dual<T>>{i, f, g, o, tanh_memory, memory_t}.output().tangent;
    tangent.state_tp1[n + u] = memory.tangent;
  }
}

template <class T>
void backward_tangent(const Kernels<T>& kernels, const Cell<T>& cell, const BackwardTangent<T>& b) {
  const std::size_t n = padded<T>(cell.shape.units);
  const std::size_t inputs = cell.shape.inputs;
  const std::size_t memory_at = inputs + 1 + n;
  T* const value = b.out.delta;
  T* const dot = b.out_tangent.delta;
  for (std::size_t u = 0; u < n; ++u) {
    const auto kept = [&](std::size_t part) {
      return Dual<T>{b.step.gates[part * n + u], b.tangent.gates[part * n + u]};
    };
    const Dual<T> memory{b.step.features[memory_at + u], b.tangent.features[memory_at + u]};
    const LstmUnit<Dual<T>> unit{kept(0), kept(1), kept(2), kept(3), kept(4), memory};
    const auto delta = lstm_backward(unit, Dual<T>{b.cotangent[u], b.cotangent_tangent[u]},
                                     Dual<T>{b.cotangent[n + u], b.cotangent_tangent[n + u]});
    const std::array<Dual<T>, 5> parts{delta.i, delta.f, delta.g, delta.o, delta.memory};
    for (std::size_t part = 0; part < parts.size(); ++part) {
      value[part * n + u] = parts[part].value;
      dot[part * n + u] = parts[part].tangent;
    }
  }
  const auto& w = cell.weights[0];
  const auto& w_dot = b.direction[0];
  add_input(kernels, w, inputs, value, b.out.input);
  add_input_tangent(kernels, w, w_dot, inputs, value, dot, b.out_tangent.input);
  if (!b.out.state_t) return;
  send_back_both(kernels, w.rows_from(inputs + 1), w_dot.rows_from(inputs + 1), value, dot, b.out.state_t,
                 b.out_tangent.state_t);
  std::copy_n(value + 4 * n, n, b.out.state_t + n);
  std::copy_n(dot + 4 * n, n, b.out_tangent.state_t + n);
}

}  // namespace

template <class T>
const CellFunctions<T>& lstm() {
  static constexpr CellFunctions<T> table{forward<T>, backward<T>, tangent<T>, backward_tangent<T>};
  return table;
}
template const CellFunctions<float>& lstm();
template const CellFunctions<double>& lstm();

}  // namespace gvfn
