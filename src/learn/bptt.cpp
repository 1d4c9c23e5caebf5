#include "learn/bptt.hpp"

#include <cassert>

namespace gvfn {

template <class T>
CellGradient<T>::CellGradient(const Cell<T>& cell, std::size_t applications, std::size_t terms)
    : deltas_(applications, AlignedVector<T>(cell.delta_size())),
      lists_(cell.weights.size(), List{std::vector<Factor<T>>(applications * terms)}) {}

template <class T>
void CellGradient<T>::clear() {
  for (auto& list : lists_) list.count = 0;
}

template <class T>
void CellGradient<T>::add(const Cell<T>& cell, std::size_t block, const T* features, const T* delta) {
  for_each_factor(cell, block, features, delta, [&](std::size_t matrix, Factor<T> factor) {
    auto& [factors, count] = lists_[matrix];
    assert(count < factors.size());
    factors[count++] = factor;
  });
}

template <class T>
void backpropagate(const Kernels<T>& kernels, Layers<T>& layers, std::size_t applications, Cotangents<T>& cotangents,
                   std::vector<CellGradient<T>>& gradients) {
  for (auto& gradient : gradients) gradient.clear();
  for (std::size_t k = applications; k-- > 0;) {
    for (std::size_t l = layers.size(); l-- > 0;) {
      auto& [cell, window, reads_below, encoder] = layers[l];
      T* const cotangent = cotangents[l].data();
      T* const delta = gradients[l].delta(k);
      cell_backward(kernels, cell, window.step(k), cotangent,
                    {delta, k > 0 ? cotangent : nullptr, reads_below ? cotangents[l - 1].data() : nullptr});
      gradients[l].add(cell, window.block(k), window.features(k), delta);
    }
  }
}

template <class T>
Bptt<T>::Bptt(const Layers<T>& layers, std::size_t truncation) : truncation_(truncation) {
  for (const auto& layer : layers) gradients_.emplace_back(layer.cell, truncation);
}

template class CellGradient<float>;
template class CellGradient<double>;
template void backpropagate(const Kernels<float>&, Layers<float>&, std::size_t, Cotangents<float>&,
                            std::vector<CellGradient<float>>&);
template void backpropagate(const Kernels<double>&, Layers<double>&, std::size_t, Cotangents<double>&,
                            std::vector<CellGradient<double>>&);
template class Bptt<float>;
template class Bptt<double>;

}  // namespace gvfn
