#include "learn/kf_rtrl.hpp"

#include <algorithm>

#include "learn/carried.hpp"

namespace gvfn {

template <class T>
KfRtrl<T>::KfRtrl(const Layers<T>& layers, std::uint64_t seed)
    : state_row_(layers.front().cell.shape.inputs + 1),
      random_(seed, Stream::kf_rtrl),
      features_(layers.front().cell.shape.blocks, AlignedVector<T>(layers.front().cell.shape.features())),
      units_(layers.front().cell.shape.units, layers.front().cell.shape.units),
      next_(units_),
      transition_(layers.front().cell.shape.units, layers.front().cell.shape.units),
      delta_(width(layers)),
      factors_(features_.size()) {
  units_.state_row = 0;  // its rows are units, too
}

template <class T>
void KfRtrl<T>::restart() {
  for (auto& features : features_) std::ranges::fill(features, T(0));
  std::ranges::fill(units_.data, T(0));
}

template <class T>
void KfRtrl<T>::advance(const Kernels<T>& kernels, Layers<T>& layers) {
  const auto& cell = layers.front().cell;
  const auto step = latest(layers);
  const std::size_t n = cell.shape.units;
  find_transition(cell, step, transition_);
  multiply(kernels, transition_, units_, delta_, next_);
  for (std::size_t u = 0; u < n; ++u) delta_[u] = derivative(cell.shape.activation, step.state_tp1[u]);
  double squared_features = 0;
  for (const auto& features : features_) squared_features += std::pow(length<T>(features, features.size()), 2);
  const double a = balance(length<T>(next_.data, next_.data.size()), std::sqrt(squared_features));
  const double b = balance(length<T>(delta_, n), length<T>(step.features, cell.shape.features()));
  const double sign_a = sign(random_);
  const double sign_b = sign(random_);
  for (auto& features : features_)
    for (auto& feature : features) feature *= static_cast<T>(sign_a * a);
  auto& used = features_[step.block];
  for (std::size_t i = 0; i < used.size(); ++i) used[i] += static_cast<T>(sign_b * b) * step.features[i];
  for (std::size_t i = 0; i < next_.data.size(); ++i) units_.data[i] = static_cast<T>(sign_a / a) * next_.data[i];
  for (std::size_t u = 0; u < n; ++u) units_.at(u, u) += static_cast<T>(sign_b / b) * delta_[u];
}

template <class T>
void KfRtrl<T>::apply_transpose(const Kernels<T>& kernels, Layers<T>&, Cotangents<T>& cotangents) {
  kernels.forward(units_.view(), cotangents.front().data(), Activation::linear, delta_.data());
  for (std::size_t b = 0; b < factors_.size(); ++b) factors_[b] = {features_[b].data(), delta_.data()};
}

template class KfRtrl<float>;
template class KfRtrl<double>;

}  // namespace gvfn
