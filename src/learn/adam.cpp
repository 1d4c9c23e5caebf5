#include "learn/adam.hpp"

#include <algorithm>
#include <cmath>

namespace gvfn {

template <class T>
Adam<T>::Adam(const OptimizerOptions& options)
    : beta1_(options.beta1), beta2_(options.beta2), root_beta2_(std::sqrt(options.beta2)), epsilon_(options.epsilon) {}

template <class T>
void Adam<T>::make_room(const Kernels<T>&, Parameter<T>& parameter) {
  parameter.first = parameter.zeros();
  parameter.second = parameter.zeros();
  by_step_.resize(std::max(by_step_.size(), parameter.column_count()));
  by_epsilon_.resize(by_step_.size());
  in_all_columns_ = {};
}

template <class T>
void Adam<T>::begin_step(double alpha) {
  ++steps_;
  beta1_power_ *= beta1_;
  beta2_power_ *= beta2_;
  alpha_ = alpha;
  numbers_ = numbers_at(beta1_power_, beta2_power_);
}

template <class T>
typename Adam<T>::Numbers Adam<T>::numbers_at(double beta1_power, double beta2_power) const {
  return {alpha_ * (1 - beta1_) / (1 - beta1_power), std::sqrt((1 - beta2_) / (1 - beta2_power))};
}

/// a is kept from 0, where both it and sqrt(v) are nothing beside epsilon.
template <class T>
typename Adam<T>::Numbers Adam<T>::Numbers::after(double beta1_power, double root_beta2_power) const {
  return {n * beta1_power, std::max(a * root_beta2_power, 1e-20)};
}

template <class T>
void Adam<T>::step(const Kernels<T>& kernels, Parameter<T>& parameter, const Gradient<T>& gradient, bool is_read) {
  if (!gradient.has_no_terms()) {
    apply_deferred(kernels, parameter, nullptr);
    return apply(kernels, parameter, gradient);
  }
  if (!parameter.births.empty()) return drift(kernels, parameter);
  defer(kernels, parameter);
  if (is_read) apply_deferred(kernels, parameter, nullptr);
}

template <class T>
void Adam<T>::spread(Numbers numbers) {
  if (numbers == in_all_columns_) return;
  in_all_columns_ = numbers;
  std::ranges::fill(by_step_, static_cast<T>(numbers.n / numbers.a));
  std::ranges::fill(by_epsilon_, static_cast<T>(epsilon_ / numbers.a));
}

template <class T>
void Adam<T>::spread(Parameter<T>& parameter, double beta1_power, double root_beta2_power) {
  if (parameter.births.empty()) return spread(numbers_.after(beta1_power, root_beta2_power));
  in_all_columns_ = {};
  bool all_are_old = true;
  for (std::size_t u = 0; u < parameter.units; ++u) {
    const auto age = static_cast<double>(steps_ - parameter.births[u]);
    const auto of_age = numbers_at(std::pow(beta1_, age), std::pow(beta2_, age));
    all_are_old = all_are_old && of_age == numbers_at(0, 0);
    const auto [n, a] = of_age.after(beta1_power, root_beta2_power);
    for (std::size_t column = u; column < parameter.column_count(); column += padded<T>(parameter.units)) {
      by_step_[column] = static_cast<T>(n / a);
      by_epsilon_[column] = static_cast<T>(epsilon_ / a);
    }
  }
  if (all_are_old) parameter.births.clear();
}

template <class T>
void Adam<T>::apply(const Kernels<T>& kernels, Parameter<T>& parameter, const Gradient<T>& gradient) {
  auto& deferred = parameter.drift;
  spread(parameter, 1, 1);
  kernels.adam(parameter.view(), parameter.first.data.data(), parameter.second.data.data(), gradient,
               {.m_decay = static_cast<T>(beta1_ * deferred.beta1_power),
                .v_decay = static_cast<T>(beta2_ * deferred.root_beta2_power * deferred.root_beta2_power),
                .step = by_step_.data(),
                .epsilon = by_epsilon_.data()});
  deferred.beta1_power = 1;
  deferred.root_beta2_power = 1;
}

template <class T>
void Adam<T>::defer(const Kernels<T>& kernels, Parameter<T>& parameter) {
  auto& deferred = parameter.drift;
  deferred.beta1_power *= beta1_;
  deferred.root_beta2_power *= root_beta2_;
  const auto [n, a] = numbers_.after(deferred.beta1_power, deferred.root_beta2_power);
  if (n == 0) return;  // so long without gradient that the drift has ended
  if (std::abs(a - deferred.first_a) > 0.02 * deferred.first_a) apply_deferred(kernels, parameter, nullptr);
  if (deferred.n_sum == 0) deferred.first_a = a;
  deferred.n_sum += n;
  deferred.n_per_a_sum += n / a;
}

template <class T>
void Adam<T>::apply_deferred(const Kernels<T>& kernels, Parameter<T>& parameter, const T*) {
  auto& deferred = parameter.drift;
  if (deferred.n_sum == 0) return;
  spread({deferred.n_sum, deferred.n_sum / deferred.n_per_a_sum});
  kernels.adam_drift(parameter.view(), parameter.first.data.data(), parameter.second.data.data(), by_step_.data(),
                     by_epsilon_.data());
  deferred.n_sum = 0;
  deferred.n_per_a_sum = 0;
}

/// One step without gradient, taken at once.
template <class T>
void Adam<T>::drift(const Kernels<T>& kernels, Parameter<T>& parameter) {
  auto& deferred = parameter.drift;
  deferred.beta1_power *= beta1_;
  deferred.root_beta2_power *= root_beta2_;
  spread(parameter, deferred.beta1_power, deferred.root_beta2_power);
  kernels.adam_drift(parameter.view(), parameter.first.data.data(), parameter.second.data.data(), by_step_.data(),
                     by_epsilon_.data());
}

template <class T>
void Adam<T>::unit_was_reset(Parameter<T>& parameter, std::size_t unit) const {
  parameter.births.resize(parameter.units, 0);
  parameter.births[unit] = steps_;
}

template class Adam<float>;
template class Adam<double>;

}  // namespace gvfn
