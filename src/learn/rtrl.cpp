#include "gvfn/learn/rtrl.hpp"

#include <algorithm>

#include "carried.hpp"

namespace gvfn {

template <class T>
Rtrl<T>::Rtrl(const Layers<T>& layers)
    : features_(layers.front().cell.shape.features()),
      transition_(layers.front().cell.shape.units, layers.front().cell.shape.units),
      next_(layers.front().cell.shape.units, layers.front().cell.shape.units),
      ones_(width(layers), T(1)) {
  const auto& cell = layers.front().cell;
  by_row_.assign(cell.shape.blocks * features_, next_);
  for (const auto& weights : cell.weights) gradients_.emplace_back(weights.rows, weights.units);
}

template <class T>
void Rtrl<T>::restart() {
  for (auto& matrix : by_row_) std::ranges::fill(matrix.data, T(0));
}

template <class T>
void Rtrl<T>::follow(const Kernels<T>& kernels, Layers<T>& layers) {
  const auto& cell = layers.front().cell;
  const auto step = latest(layers);
  find_transition(cell, step, transition_);
  for (auto& matrix : by_row_) {
    multiply(kernels, transition_, matrix, next_);
    std::swap(matrix.data, next_.data);
  }
  for (std::size_t i = 0; i < features_; ++i)
    for (std::size_t u = 0; u < cell.shape.units; ++u)
      by_row(step.block, i).at(u, u) += derivative(cell.shape.activation, step.state_tp1[u]) * step.features[i];
}

template <class T>
void Rtrl<T>::contract(const Kernels<T>& kernels, Layers<T>&, Cotangents<T>& cotangents) {
  for (std::size_t b = 0; b < gradients_.size(); ++b)
    for (std::size_t i = 0; i < features_; ++i)
      kernels.forward(by_row(b, i).view(), cotangents.front().data(), Activation::linear, &gradients_[b].at(i, 0));
}

template class Rtrl<float>;
template class Rtrl<double>;

}  // namespace gvfn
