#include "gvfn/learn/adam.hpp"

#include <algorithm>
#include <cmath>

namespace gvfn {

template <class T>
Adam<T>::Adam(const OptimizerOptions& options)
    : beta1_(options.beta1),
      beta2_(options.beta2),
      root_beta2_(std::sqrt(options.beta2)),
      epsilon_(static_cast<T>(options.epsilon)) {}

template <class T>
void Adam<T>::make_room(Parameter<T>& parameter) {
  parameter.first = parameter.zeros();
  parameter.second = parameter.zeros();
  by_step_.resize(std::max(by_step_.size(), parameter.stride));
  by_correction_.resize(by_step_.size());
}

template <class T>
void Adam<T>::begin_step(double alpha) {
  ++steps_;
  beta1_power_ *= beta1_;
  beta2_power_ *= beta2_;
  alpha_ = alpha;
  numbers_ = {alpha / (1 - beta1_power_), 1 / std::sqrt(1 - beta2_power_)};
}

template <class T>
typename Adam<T>::Numbers Adam<T>::numbers_at(std::int64_t age) const {
  const auto t = static_cast<double>(age);
  return {alpha_ / (1 - std::pow(beta1_, t)), 1 / std::sqrt(1 - std::pow(beta2_, t))};
}

template <class T>
void Adam<T>::step(const Kernels<T>& kernels, Parameter<T>& parameter, const Gradient<T>& gradient, bool is_read) {
  if (!gradient.is_zero()) {
    apply_deferred(kernels, parameter, nullptr);
    return apply(kernels, parameter, gradient);
  }
  if (!parameter.births.empty()) return drift(kernels, parameter);
  defer(kernels, parameter);
  if (is_read) apply_deferred(kernels, parameter, nullptr);
}

template <class T>
void Adam<T>::spread(std::size_t columns, double step, double correction) {
  std::fill_n(by_step_.begin(), columns, static_cast<T>(step));
  std::fill_n(by_correction_.begin(), columns, static_cast<T>(correction));
}

template <class T>
void Adam<T>::spread(Parameter<T>& parameter, double step_factor, double correction_factor) {
  spread(parameter.stride, step_factor * numbers_.step, correction_factor * numbers_.correction);
  if (parameter.births.empty()) return;
  bool all_are_old = true;
  Numbers numbers{};
  std::int64_t birth = -1;
  for (std::size_t u = 0; u < parameter.units; ++u) {
    if (parameter.births[u] != birth) {
      birth = parameter.births[u];
      numbers = numbers_at(steps_ - birth);
      all_are_old = all_are_old && numbers.correction == 1 && numbers.step == alpha_;
    }
    for (std::size_t column = u; column < parameter.stride; column += padded<T>(parameter.units)) {
      by_step_[column] = static_cast<T>(step_factor * numbers.step);
      by_correction_[column] = static_cast<T>(correction_factor * numbers.correction);
    }
  }
  if (all_are_old) parameter.births.clear();
}

template <class T>
void Adam<T>::apply(const Kernels<T>& kernels, Parameter<T>& parameter, const Gradient<T>& gradient) {
  auto& deferred = parameter.deferred;
  spread(parameter, 1, 1);
  kernels.adam(parameter.view(), parameter.first.data.data(), parameter.second.data.data(), gradient,
               {.m_decay = static_cast<T>(beta1_ * deferred.beta1_power),
                .m_gain = static_cast<T>(1 - beta1_),
                .v_decay = static_cast<T>(beta2_ * deferred.root_beta2_power * deferred.root_beta2_power),
                .v_gain = static_cast<T>(1 - beta2_),
                .step = by_step_.data(),
                .correction = by_correction_.data(),
                .epsilon = epsilon_});
  deferred.beta1_power = 1;
  deferred.root_beta2_power = 1;
}

template <class T>
void Adam<T>::defer(const Kernels<T>& kernels, Parameter<T>& parameter) {
  auto& deferred = parameter.deferred;
  deferred.beta1_power *= beta1_;
  deferred.root_beta2_power *= root_beta2_;
  const double n = numbers_.step * deferred.beta1_power;
  const double a = numbers_.correction * deferred.root_beta2_power;
  if (n == 0) return;  // so long without gradient that the drift has ended
  if (std::abs(a - deferred.first_a) > 0.02 * deferred.first_a) apply_deferred(kernels, parameter, nullptr);
  if (deferred.n_sum == 0) deferred.first_a = a;
  deferred.n_sum += n;
  deferred.n_per_a_sum += n / a;
}

template <class T>
void Adam<T>::apply_deferred(const Kernels<T>& kernels, Parameter<T>& parameter, const T*) {
  auto& deferred = parameter.deferred;
  if (deferred.n_sum == 0) return;
  spread(parameter.stride, deferred.n_sum, deferred.n_sum / deferred.n_per_a_sum);
  kernels.adam_drift(parameter.view(), parameter.first.data.data(), parameter.second.data.data(), by_step_.data(),
                     by_correction_.data(), epsilon_);
  deferred.n_sum = 0;
  deferred.n_per_a_sum = 0;
}

/// One step without gradient, taken at once.
template <class T>
void Adam<T>::drift(const Kernels<T>& kernels, Parameter<T>& parameter) {
  auto& deferred = parameter.deferred;
  deferred.beta1_power *= beta1_;
  deferred.root_beta2_power *= root_beta2_;
  spread(parameter, deferred.beta1_power, deferred.root_beta2_power);
  kernels.adam_drift(parameter.view(), parameter.first.data.data(), parameter.second.data.data(), by_step_.data(),
                     by_correction_.data(), epsilon_);
}

template <class T>
void Adam<T>::unit_was_reset(Parameter<T>& parameter, std::size_t unit) const {
  parameter.births.resize(parameter.units, 0);
  parameter.births[unit] = steps_;
}

template class Adam<float>;
template class Adam<double>;

}  // namespace gvfn
