#include "learn/rtrl.hpp"

#include <algorithm>

#include "learn/carried.hpp"
#include "network/unit_reset.hpp"

namespace gvfn {

template <class T>
Rtrl<T>::Rtrl(const Layers<T>& layers)
    : features_(layers.front().cell.shape.features()),
      state_row_(layers.front().cell.shape.inputs + 1),
      transition_(layers.front().cell.shape.units, layers.front().cell.shape.units),
      next_(layers.front().cell.shape.units, layers.front().cell.shape.units),
      row_(width(layers)),
      ones_(width(layers), T(1)) {
  const auto& cell = layers.front().cell;
  next_.state_row = 0;  // its rows are units, too
  by_row_.assign(cell.shape.blocks * features_, next_);
  for (const auto& weights : cell.weights) gradients_.emplace_back(weights.rows, weights.units);
}

template <class T>
void Rtrl<T>::restart() {
  for (auto& matrix : by_row_) std::ranges::fill(matrix.data, T(0));
}

template <class T>
void Rtrl<T>::reset_unit(std::size_t unit, std::size_t units) {
  gvfn::reset_unit(*this, unit, units);
  for (std::size_t block = 0; block < gradients_.size(); ++block)
    std::ranges::fill(by_row(block, state_row_ + unit).data, T(0));
}

template <class T>
void Rtrl<T>::advance(const Kernels<T>& kernels, Layers<T>& layers) {
  const auto& cell = layers.front().cell;
  const auto step = latest(layers);
  find_transition(cell, step, transition_);
  for (auto& matrix : by_row_) {
    multiply(kernels, transition_, matrix, row_, next_);
    std::swap(matrix.data, next_.data);
  }
  for (std::size_t i = 0; i < features_; ++i)
    for (std::size_t u = 0; u < cell.shape.units; ++u)
      by_row(step.block, i).at(u, u) += derivative(cell.shape.activation, step.state_tp1[u]) * step.features[i];
}

template <class T>
void Rtrl<T>::apply_transpose(const Kernels<T>& kernels, Layers<T>&, Cotangents<T>& cotangents) {
  for (std::size_t b = 0; b < gradients_.size(); ++b)
    for (std::size_t i = 0; i < features_; ++i)
      multiply_row(kernels, by_row(b, i), cotangents.front().data(), row_, &gradients_[b].at(i, 0));
}

template class Rtrl<float>;
template class Rtrl<double>;

}  // namespace gvfn
