#include "learn/trace.hpp"

#include <algorithm>

namespace gvfn {

template <class T>
Trace<T>::Trace(const Cell<T>& cell) : ones_(padded<T>(cell.shape.units), T(1)) {
  for (const auto& weights : cell.weights)
    blocks_.push_back(
        {weights.zeros(), AlignedVector<T>(weights.column_count()), AlignedVector<T>(weights.column_count())});
}

template <class T>
void Trace<T>::clear() {
  for (auto& block : blocks_) {
    std::ranges::fill(block.sum.data, T(0));
    std::ranges::fill(block.put_off, T(0));
  }
}

template <class T>
void Trace<T>::add(const Kernels<T>& kernels, const T* decay, std::size_t used, Factor<T> added) {
  for (std::size_t b = 0; b < blocks_.size(); ++b) {
    auto& [sum, put_off, weight] = blocks_[b];
    for (std::size_t u = 0; u < put_off.size(); ++u) put_off[u] *= decay[u];
    if (b != used) continue;
    kernels.trace(sum.view(), put_off.data(), added);
    std::ranges::fill(put_off, T(1));
  }
}

template <class T>
Gradient<T> Trace<T>::gradient(std::size_t block, const T* column_weight) {
  auto& [sum, put_off, weight] = blocks_[block];
  for (std::size_t u = 0; u < put_off.size(); ++u) weight[u] = put_off[u] * column_weight[u];
  if (is_zero(weight)) return {};
  return {.dense = sum.data.data(), .weight = weight.data()};
}

template <class T>
void Trace<T>::apply_transpose(const Kernels<T>& kernels, std::size_t block, const T* features, T* out) const {
  const auto& [sum, put_off, weight] = blocks_[block];
  kernels.forward(sum.view(), features, Activation::linear, out);
  for (std::size_t u = 0; u < put_off.size(); ++u) out[u] *= put_off[u];
}

template <class T>
double Trace<T>::squared_norm(const Kernels<T>& kernels) {
  double sum = 0;
  for (std::size_t b = 0; b < blocks_.size(); ++b)
    sum += static_cast<double>(
        kernels.squared_norm(blocks_[b].sum.rows, blocks_[b].sum.stride, gradient(b, ones_.data())));
  return sum;
}

template class Trace<float>;
template class Trace<double>;

}  // namespace gvfn
