#include "learn/uoro.hpp"

#include <algorithm>

#include "learn/carried.hpp"

namespace gvfn {

template <class T>
Uoro<T>::Uoro(const Layers<T>& layers, std::uint64_t seed)
    : random_(seed, Stream::uoro),
      state_(width(layers)),
      weights_(layers.front().cell),
      pushed_(width(layers)),
      delta_(width(layers)),
      scale_(width(layers)),
      gradients_(layers.front().cell.weights.size()) {}

template <class T>
void Uoro<T>::restart() {
  std::ranges::fill(state_, T(0));
  weights_.clear();
}

template <class T>
void Uoro<T>::advance(const Kernels<T>& kernels, Layers<T>& layers) {
  const auto& cell = layers.front().cell;
  const auto step = latest(layers);
  const auto& w = cell.weights[step.block];
  const std::size_t n = cell.shape.units;
  kernels.forward(w.rows_from(cell.shape.inputs + 1), state_.data(), Activation::linear, pushed_.data());
  kernels.activation_backward(cell.shape.activation, step.state_tp1, pushed_.data(), pushed_.data(), w.column_count());
  for (std::size_t u = 0; u < n; ++u) {
    state_[u] = static_cast<T>(sign(random_));  // nu
    delta_[u] = state_[u] * derivative(cell.shape.activation, step.state_tp1[u]);
  }
  const double a = balance(std::sqrt(weights_.squared_norm(kernels)), length<T>(pushed_, n));
  const double b = balance(length<T>(step.features, cell.shape.features()) * length<T>(delta_, n),
                           std::sqrt(static_cast<double>(n)));
  for (std::size_t u = 0; u < n; ++u) {
    state_[u] = static_cast<T>(a) * pushed_[u] + static_cast<T>(b) * state_[u];
    delta_[u] /= static_cast<T>(b);
  }
  std::ranges::fill(scale_, static_cast<T>(1 / a));
  weights_.add(kernels, scale_.data(), step.block, {step.features, delta_.data()});
}

template <class T>
void Uoro<T>::apply_transpose(const Kernels<T>&, Layers<T>& layers, Cotangents<T>& cotangents) {
  T along = 0;
  for (std::size_t u = 0; u < layers.front().cell.shape.units; ++u) along += cotangents.front()[u] * state_[u];
  std::ranges::fill(scale_, along);
  for (std::size_t b = 0; b < gradients_.size(); ++b) gradients_[b] = weights_.gradient(b, scale_.data());
}

template class Uoro<float>;
template class Uoro<double>;

}  // namespace gvfn
