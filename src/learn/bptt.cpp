#include "gvfn/learn/bptt.hpp"

namespace gvfn {

template <class T>
CellGradient<T>::CellGradient(const CellShape& shape, std::size_t truncation)
    : deltas(truncation, AlignedVector<T>(padded<T>(shape.units))), factors(shape.blocks) {
  for (auto& list : factors) list.reserve(truncation);
}

template <class T>
void backpropagate(const Kernels<T>& kernels, const Cell<T>& cell, const Window<T>& window, CellGradient<T>& gradient) {
  for (auto& list : gradient.factors) list.clear();
  for (std::size_t k = window.truncation(); k-- > 0;) {
    T* const delta = gradient.deltas[k].data();
    T* const cotangent_before = k > 0 ? gradient.deltas[k - 1].data() : nullptr;
    cell_backward(kernels, cell, window.block(k), window.state(k + 1), delta, cotangent_before);
    gradient.factors[window.block(k)].push_back({window.features(k), delta});
  }
}

template struct CellGradient<float>;
template struct CellGradient<double>;
template void backpropagate(const Kernels<float>&, const Cell<float>&, const Window<float>&, CellGradient<float>&);
template void backpropagate(const Kernels<double>&, const Cell<double>&, const Window<double>&, CellGradient<double>&);

}  // namespace gvfn
