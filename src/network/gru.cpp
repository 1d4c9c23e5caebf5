// The gated recurrent unit; gvfn/kernel/gates.hpp has a unit's formulas. weights[0] maps [x, 1], weights[1] the state,
// each to the gates r, z, c. A step keeps r, z, c and then the state's sums b_r, b_z, b_c. Its deltas are those of the
// input's sums, of the state's sums, and what goes to s_t past the matrix.

#include "kernel/gates.hpp"
#include "network/cells.hpp"

namespace gvfn {
namespace {

template <class T>
GruUnit<Dual<T>> dual_unit(const CellStep<T>& step, const CellStep<T>& tangent, const T* state_t, const T* state_t_dot,
                           std::size_t n, std::size_t u) {
  const auto kept = [&](std::size_t part) { return Dual<T>{step.gates[part * n + u], tangent.gates[part * n + u]}; };
  return {kept(0), kept(1), kept(2), kept(5), {state_t[u], state_t_dot[u]}};
}

template <class T>
void forward(const Kernels<T>& kernels, const Cell<T>& cell, const CellStep<T>& step) {
  const std::size_t n = padded<T>(cell.shape.units);
  const T* const state_t = step.features + cell.shape.inputs + 1;
  T* const recurrent = step.gates + 3 * n;
  kernels.forward(cell.weights[0].view(), step.features, Activation::linear, step.gates);
  kernels.forward(cell.weights[1].view(), state_t, Activation::linear, recurrent);
  kernels.gru_forward(step.gates, recurrent, state_t, step.state_tp1, n);
}

template <class T>
void backward(const Kernels<T>& kernels, const Cell<T>& cell, const CellStep<T>& step, const T* cotangent,
              const CellCotangents<T>& out) {
  const std::size_t n = padded<T>(cell.shape.units);
  const T* const state_t = step.features + cell.shape.inputs + 1;
  kernels.gru_backward(step.gates, step.gates + 3 * n, state_t, cotangent, out.delta, n);
  add_input(kernels, cell.weights[0], cell.shape.inputs, out.delta, out.input);
  if (!out.state_t) return;
  kernels.backward(cell.weights[1].view(), out.delta + 3 * n, out.state_t);
  for (std::size_t u = 0; u < cell.shape.units; ++u) out.state_t[u] += out.delta[6 * n + u];
}

template <class T>
void tangent(const Kernels<T>& kernels, const Cell<T>& cell, const std::vector<Matrix<T>>& direction,
             const CellStep<T>& step, const CellStep<T>& tangent) {
  const std::size_t n = padded<T>(cell.shape.units);
  const std::size_t state_at = cell.shape.inputs + 1;
  T* const a_dot = tangent.gates;
  T* const b_dot = tangent.gates + 3 * n;
  kernels.forward(cell.weights[0].view(), tangent.features, Activation::linear, a_dot);
  kernels.forward_add(direction[0].view(), step.features, a_dot);
  kernels.forward(cell.weights[1].view(), tangent.features + state_at, Activation::linear, b_dot);
  kernels.forward_add(direction[1].view(), step.features + state_at, b_dot);
  for (std::size_t u = 0; u < n; ++u) {
    const auto r = activated(Activation::sigmoid, step.gates[u], a_dot[u] + b_dot[u]);
    const auto z = activated(Activation::sigmoid, step.gates[n + u], a_dot[n + u] + b_dot[n + u]);
    const Dual<T> b_c{step.gates[5 * n + u], b_dot[2 * n + u]};
    const auto c = activated(Activation::tanh, step.gates[2 * n + u],
                             gru_candidate_sum(Dual<T>{0, a_dot[2 * n + u]}, r, b_c).tangent);
    const Dual<T> s{step.features[state_at + u], tangent.features[state_at + u]};
    a_dot[u] = r.tangent;
    a_dot[n + u] = z.tangent;
    a_dot[2 * n + u] = c.tangent;
    tangent.state_tp1[u] = GruUnit<Dual<T>>{r, z, c, b_c, s}.output().tangent;
  }
}

template <class T>
void backward_tangent(const Kernels<T>& kernels, const Cell<T>& cell, const BackwardTangent<T>& b) {
  const std::size_t n = padded<T>(cell.shape.units);
  const std::size_t state_at = cell.shape.inputs + 1;
  T* const value = b.out.delta;
  T* const dot = b.out_tangent.delta;
  for (std::size_t u = 0; u < n; ++u) {
    const auto unit = dual_unit(b.step, b.tangent, b.step.features + state_at, b.tangent.features + state_at, n, u);
    const auto delta = gru_backward(unit, Dual<T>{b.cotangent[u], b.cotangent_tangent[u]});
    const std::array<Dual<T>, 7> parts{delta.r, delta.z, delta.c, delta.r, delta.z, delta.b_c, delta.s};
    for (std::size_t part = 0; part < parts.size(); ++part) {
      value[part * n + u] = parts[part].value;
      dot[part * n + u] = parts[part].tangent;
    }
  }
  const std::size_t inputs = cell.shape.inputs;
  const auto& w = cell.weights;
  const auto& w_dot = b.direction;
  add_input(kernels, w[0], inputs, value, b.out.input);
  add_input_tangent(kernels, w[0], w_dot[0], inputs, value, dot, b.out_tangent.input);
  if (!b.out.state_t) return;
  send_back_both(kernels, w[1].view(), w_dot[1].view(), value + 3 * n, dot + 3 * n, b.out.state_t,
                 b.out_tangent.state_t);
  for (std::size_t u = 0; u < cell.shape.units; ++u) {
    b.out.state_t[u] += value[6 * n + u];
    b.out_tangent.state_t[u] += dot[6 * n + u];
  }
}

}  // namespace

template <class T>
const CellFunctions<T>& gru() {
  static constexpr CellFunctions<T> table{forward<T>, backward<T>, tangent<T>, backward_tangent<T>};
  return table;
}
template const CellFunctions<float>& gru();
template const CellFunctions<double>& gru();

}  // namespace gvfn
