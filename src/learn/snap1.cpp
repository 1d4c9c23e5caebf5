#include "learn/snap1.hpp"

#include <algorithm>

#include "learn/carried.hpp"

namespace gvfn {

template <class T>
Snap1<T>::Snap1(const Layers<T>& layers)
    : trace_(layers.front().cell),
      ones_(width(layers)),
      slope_(width(layers)),
      decay_(width(layers)),
      gradients_(layers.front().cell.weights.size()) {
  std::fill_n(ones_.begin(), layers.front().cell.shape.units, T(1));
}

template <class T>
void Snap1<T>::advance(const Kernels<T>& kernels, Layers<T>& layers) {
  const auto& cell = layers.front().cell;
  const auto step = latest(layers);
  const auto& w = cell.weights[step.block];
  kernels.activation_backward(cell.shape.activation, step.state_tp1, ones_.data(), slope_.data(), w.column_count());
  const T* const w_s = w.rows_from(cell.shape.inputs + 1).data;
  for (std::size_t u = 0; u < cell.shape.units; ++u) decay_[u] = slope_[u] * w_s[u * w.stride + u];
  trace_.add(kernels, decay_.data(), step.block, {step.features, slope_.data()});
}

template <class T>
void Snap1<T>::apply_transpose(const Kernels<T>&, Layers<T>&, Cotangents<T>& cotangents) {
  for (std::size_t b = 0; b < gradients_.size(); ++b) gradients_[b] = trace_.gradient(b, cotangents.front().data());
}

template class Snap1<float>;
template class Snap1<double>;

}  // namespace gvfn
