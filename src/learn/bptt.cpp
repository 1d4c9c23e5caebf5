#include "gvfn/learn/bptt.hpp"

#include <cassert>

namespace gvfn {

template <class T>
CellGradient<T>::CellGradient(const CellShape& shape, std::size_t truncation)
    : deltas_(truncation, AlignedVector<T>(padded<T>(shape.units))),
      lists_(shape.blocks, List{std::vector<Factor<T>>(truncation)}) {}

template <class T>
void CellGradient<T>::clear() {
  for (auto& list : lists_) list.count = 0;
}

template <class T>
void CellGradient<T>::add(std::size_t block, Factor<T> factor) {
  auto& [factors, count] = lists_[block];
  assert(count < factors.size());
  factors[count++] = factor;
}

template <class T>
void backpropagate(const Kernels<T>& kernels, const Cell<T>& cell, const Window<T>& window, CellGradient<T>& gradient) {
  gradient.clear();
  for (std::size_t k = window.truncation(); k-- > 0;) {
    T* const cotangent_before = k > 0 ? gradient.delta(k - 1) : nullptr;
    cell_backward(kernels, cell, window.block(k), window.state(k + 1), gradient.delta(k), cotangent_before);
    gradient.add(window.block(k), {window.features(k), gradient.delta(k)});
  }
}

template class CellGradient<float>;
template class CellGradient<double>;
template void backpropagate(const Kernels<float>&, const Cell<float>&, const Window<float>&, CellGradient<float>&);
template void backpropagate(const Kernels<double>&, const Cell<double>&, const Window<double>&, CellGradient<double>&);

}  // namespace gvfn
