// The paper's simple and action-conditional cell: s_{t+1} = sigma(W_a^T [x_{t+1}, 1, s_t]). A step keeps the sums W_a^T
// z.

#include "network/cells.hpp"

namespace gvfn {
namespace {

template <class T>
void forward(const Kernels<T>& kernels, const Cell<T>& cell, const CellStep<T>& step) {
  kernels.forward_keeping_sums(cell.weights[step.block].view(), step.features, cell.shape.activation, step.gates,
                               step.state_tp1);
}

/// delta = sigma' cotangent,  dL/dz = W delta.
template <class T>
void backward(const Kernels<T>& kernels, const Cell<T>& cell, const CellStep<T>& step, const T* cotangent,
              const CellCotangents<T>& out) {
  const auto& w = cell.weights[step.block];
  kernels.activation_backward(cell.shape.activation, step.state_tp1, cotangent, out.delta, w.column_count());
  send_back(kernels, w.rows_from(cell.shape.inputs + 1), out.delta, out.state_t);
  add_input(kernels, w, cell.shape.inputs, out.delta, out.input);
}

/// s_dot = sigma' (W^T z_dot + W_dot^T z).
template <class T>
void tangent(const Kernels<T>& kernels, const Cell<T>& cell, const std::vector<Matrix<T>>& direction,
             const CellStep<T>& step, const CellStep<T>& tangent) {
  const auto& w = cell.weights[step.block];
  kernels.forward(w.view(), tangent.features, Activation::linear, tangent.state_tp1);
  kernels.forward_add(direction[step.block].view(), step.features, tangent.state_tp1);
  kernels.activation_backward(cell.shape.activation, step.state_tp1, tangent.state_tp1, tangent.state_tp1,
                              w.column_count());
}

template <class T>
void backward_tangent(const Kernels<T>& kernels, const Cell<T>& cell, const BackwardTangent<T>& b) {
  const auto& w = cell.weights[b.step.block];
  const auto& w_dot = b.direction[b.step.block];
  const auto sigma = cell.shape.activation;
  for (std::size_t u = 0; u < w.column_count(); ++u) {
    const Dual<T> output{b.step.state_tp1[u], b.tangent.state_tp1[u]};
    const auto delta = Dual<T>{b.cotangent[u], b.cotangent_tangent[u]} * derivative(sigma, output);
    b.out.delta[u] = delta.value;
    b.out_tangent.delta[u] = delta.tangent;
  }
  const T* const delta = b.out.delta;
  const T* const delta_dot = b.out_tangent.delta;
  const std::size_t inputs = cell.shape.inputs;
  add_input(kernels, w, inputs, delta, b.out.input);
  send_back_both(kernels, w.rows_from(inputs + 1), w_dot.rows_from(inputs + 1), delta, delta_dot, b.out.state_t,
                 b.out_tangent.state_t);
  add_input_tangent(kernels, w, w_dot, inputs, delta, delta_dot, b.out_tangent.input);
}

}  // namespace

template <class T>
const CellFunctions<T>& simple_cell() {
  static constexpr CellFunctions<T> table{forward<T>, backward<T>, tangent<T>, backward_tangent<T>};
  return table;
}
template const CellFunctions<float>& simple_cell();
template const CellFunctions<double>& simple_cell();

}  // namespace gvfn
