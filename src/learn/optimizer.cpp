#include "gvfn/learn/optimizer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>

#include "gvfn/base/invalid_input.hpp"

namespace gvfn {

void validate(const OptimizerOptions& o, std::string_view prefix) {
  const auto require = [&](bool holds, const char* name, double value, const char* range) {
    gvfn::require(holds, fmt::format("{}{} = {:g} is not {}", prefix, name, value, range));
  };
  require(o.step_size > 0 && std::isfinite(o.step_size), "step_size", o.step_size, "above 0");
  require(o.decay >= 0 && std::isfinite(o.decay), "decay", o.decay, "0 or more");
  require(o.momentum >= 0 && o.momentum < 1, "momentum", o.momentum, "in [0, 1)");
  require(o.square_decay >= 0 && o.square_decay < 1, "square_decay", o.square_decay, "in [0, 1)");
  require(o.beta1 >= 0 && o.beta1 < 1, "beta1", o.beta1, "in [0, 1)");
  require(o.beta2 >= 0 && o.beta2 < 1, "beta2", o.beta2, "in [0, 1)");
  require(o.epsilon > 0 && std::isfinite(o.epsilon), "epsilon", o.epsilon, "above 0");
  require(o.clip_norm >= 0 && std::isfinite(o.clip_norm), "clip_norm", o.clip_norm, "0 or more");
  require(o.batch >= 1, "batch", static_cast<double>(o.batch), "1 or more");
}

template <class T>
KeptFactors<T>::KeptFactors(std::size_t rows, std::size_t stride)
    : rows_(rows), stride_(stride), features_(most * padded<T>(rows)), deltas_(most * stride) {}

template <class T>
void KeptFactors<T>::add(const Kernels<T>& kernels, const Gradient<T>& gradient, MatrixView<T> sum) {
  if (count_ + gradient.factors.size() > most) flush(kernels, sum);
  if (gradient.dense || gradient.factors.size() > most) return kernels.sgd(sum, gradient, -1);
  for (const auto& [features, delta] : gradient.factors) {
    const std::size_t k = count_++;
    std::copy_n(features, rows_, features_.data() + k * padded<T>(rows_));
    for (std::size_t u = 0; u < stride_; ++u) deltas_[k * stride_ + u] = gradient.scale * delta[u];
  }
}

template <class T>
void KeptFactors<T>::flush(const Kernels<T>& kernels, MatrixView<T> sum) {
  for (std::size_t k = 0; k < count_; ++k)
    factors_[k] = {features_.data() + k * padded<T>(rows_), deltas_.data() + k * stride_};
  kernels.sgd(sum, {.factors = {factors_.data(), count_}}, -1);
  count_ = 0;
}

template <class T>
Optimizer<T>::Optimizer(const OptimizerOptions& options, const std::vector<const Matrix<T>*>& matrices)
    : options_(options), root_beta2_(std::sqrt(options.beta2)) {
  validate(options);
  for (const auto* matrix : matrices) {
    auto& memory = memories_.emplace_back();
    memory.columns.resize(matrix->stride);
    if (options.name != OptimizerName::sgd) memory.first.resize(matrix->data.size());
    if (options.name == OptimizerName::adam) memory.second.resize(matrix->data.size());
    if (options.batch > 1) memory.sum.resize(matrix->data.size());
    if (options.batch > 1) memory.kept = KeptFactors<T>(matrix->rows, matrix->stride);
    ones_.resize(std::max(ones_.size(), matrix->stride), T(1));
  }
}

/// Adds the gradients to the batch's; at its end puts their mean in their place, and returns true.
template <class T>
bool Optimizer<T>::collect(const Kernels<T>& kernels, std::vector<Update<T>>& updates) {
  const bool is_full = ++collected_ == options_.batch;
  for (std::size_t i = 0; i < updates.size(); ++i) {
    auto& [weights, gradient, is_needed] = updates[i];
    auto& memory = memories_[i];
    const MatrixView<T> sum{memory.sum.data(), weights->rows, weights->stride};
    memory.kept.add(kernels, gradient, sum);
    memory.has_sum = memory.has_sum || !gradient.is_zero();
    if (!is_full) continue;
    memory.kept.flush(kernels, sum);
    is_needed = is_needed || memory.has_sum;
    gradient = {};
    if (memory.has_sum)
      gradient = {.scale = 1 / static_cast<T>(options_.batch), .dense = memory.sum.data(), .weight = ones_.data()};
  }
  if (is_full) collected_ = 0;
  return is_full;
}

template <class T>
void Optimizer<T>::clip(const Kernels<T>& kernels, std::vector<Update<T>>& updates) const {
  double squares = 0;
  for (const auto& [weights, gradient, is_needed] : updates)
    squares += static_cast<double>(kernels.squared_norm(weights->rows, weights->stride, gradient));
  const double norm = std::sqrt(squares);
  if (norm <= options_.clip_norm) return;
  for (auto& update : updates) update.gradient.scale *= static_cast<T>(options_.clip_norm / norm);
}

template <class T>
bool Optimizer<T>::step(const Kernels<T>& kernels, std::vector<Update<T>>& updates) {
  assert(updates.size() == memories_.size());
  if (options_.batch > 1 && !collect(kernels, updates)) return false;
  if (options_.clip_norm > 0) clip(kernels, updates);
  const bool is_adam = options_.name == OptimizerName::adam;
  Numbers numbers{.alpha = step_size()};
  if (is_adam) {
    beta1_power_ *= options_.beta1;
    beta2_power_ *= options_.beta2;
    numbers.adam_step = numbers.alpha / (1 - beta1_power_);
    numbers.adam_correction = 1 / std::sqrt(1 - beta2_power_);
  }
  for (std::size_t i = 0; i < updates.size(); ++i) {
    const auto& [weights, gradient, is_needed] = updates[i];
    if (is_adam && gradient.is_zero()) {
      put_off(kernels, i, *weights, numbers);
      if (is_needed) settle(kernels, i, *weights);
    } else if (options_.name == OptimizerName::sgd && !is_needed && gradient.factors.empty()) {
      if (gradient.dense) put_off_columns(memories_[i], gradient, static_cast<T>(numbers.alpha));
    } else {
      settle(kernels, i, *weights);
      apply(kernels, weights->view(), gradient, memories_[i], numbers);
    }
    if (memories_[i].has_sum) std::ranges::fill(memories_[i].sum, T(0));
    memories_[i].has_sum = false;
  }
  ++steps_;
  return true;
}

template <class T>
void Optimizer<T>::apply(const Kernels<T>& kernels, MatrixView<T> weights, const Gradient<T>& gradient, Memory& memory,
                         const Numbers& numbers) {
  const auto& o = options_;
  const auto alpha = static_cast<T>(numbers.alpha);
  const auto epsilon = static_cast<T>(o.epsilon);
  T* const first = memory.first.data();
  switch (o.name) {
    case OptimizerName::sgd: return kernels.sgd(weights, gradient, alpha);
    case OptimizerName::momentum: return kernels.momentum(weights, first, gradient, alpha, static_cast<T>(o.momentum));
    case OptimizerName::rmsprop:
      return kernels.rmsprop(weights, first, gradient, alpha, static_cast<T>(o.square_decay), epsilon);
    case OptimizerName::adam:
      kernels.adam(weights, first, memory.second.data(), gradient,
                   {.m_decay = static_cast<T>(o.beta1 * memory.beta1_power),
                    .m_gain = static_cast<T>(1 - o.beta1),
                    .v_decay = static_cast<T>(o.beta2 * memory.root_beta2_power * memory.root_beta2_power),
                    .v_gain = static_cast<T>(1 - o.beta2),
                    .step = static_cast<T>(numbers.adam_step),
                    .correction = static_cast<T>(numbers.adam_correction),
                    .epsilon = epsilon});
      memory.beta1_power = 1;
      memory.root_beta2_power = 1;
      return;
  }
}

template <class T>
void Optimizer<T>::put_off(const Kernels<T>& kernels, std::size_t i, Matrix<T>& weights, const Numbers& numbers) {
  auto& memory = memories_[i];
  memory.beta1_power *= options_.beta1;
  memory.root_beta2_power *= root_beta2_;
  const double n = numbers.adam_step * memory.beta1_power;
  const double a = numbers.adam_correction * memory.root_beta2_power;
  if (n == 0) return;  // so long without gradient that the drift has ended
  if (std::abs(a - memory.first_a) > 0.02 * memory.first_a) settle(kernels, i, weights);
  if (memory.n_sum == 0) memory.first_a = a;
  memory.n_sum += n;
  memory.n_per_a_sum += n / a;
}

template <class T>
void Optimizer<T>::put_off_columns(Memory& memory, const Gradient<T>& gradient, T alpha) {
  const T step = alpha * gradient.scale;
  for (std::size_t u = 0; u < memory.columns.size(); ++u) memory.columns[u] += step * gradient.weight[u];
  memory.columns_wait = true;
}

template <class T>
void Optimizer<T>::settle(const Kernels<T>& kernels, std::size_t i, Matrix<T>& weights, const T* dense) {
  auto& memory = memories_[i];
  assert(!memory.columns_wait || dense);
  if (memory.columns_wait) {
    kernels.sgd(weights.view(), {.dense = dense, .weight = memory.columns.data()}, 1);
    std::ranges::fill(memory.columns, T(0));
    memory.columns_wait = false;
  }
  if (memory.n_sum == 0) return;
  kernels.adam_drift(weights.view(), memory.first.data(), memory.second.data(), static_cast<T>(memory.n_sum),
                     static_cast<T>(memory.n_sum / memory.n_per_a_sum), static_cast<T>(options_.epsilon));
  memory.n_sum = 0;
  memory.n_per_a_sum = 0;
}

template class KeptFactors<float>;
template class KeptFactors<double>;
template class Optimizer<float>;
template class Optimizer<double>;

}  // namespace gvfn
