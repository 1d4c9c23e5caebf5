#include "learn/optimizer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "gvfn/base/invalid_input.hpp"

namespace gvfn {
namespace {

template <class T>
void make_batch(Parameter<T>& parameter) {
  auto& batch = parameter.batch;
  batch.sum = parameter.zeros();
  batch.factors.resize(BatchSum<T>::most_waiting);
  batch.features.assign(BatchSum<T>::most_waiting, AlignedVector<T>(padded<T>(parameter.rows)));
  batch.deltas.assign(BatchSum<T>::most_waiting, AlignedVector<T>(parameter.column_count()));
}

template <class T>
Gradient<T> waiting_gradient(BatchSum<T>& batch) {
  for (std::size_t k = 0; k < batch.waiting; ++k) batch.factors[k] = {batch.features[k].data(), batch.deltas[k].data()};
  return {.factors = {batch.factors.data(), batch.waiting}};
}

template <class T>
void add_to_sum(const Kernels<T>& kernels, const Gradient<T>& gradient, BatchSum<T>& batch) {
  kernels.sgd(batch.sum.view(), gradient, -1);
  batch.has_sum = true;
}

template <class T>
void add_waiting(const Kernels<T>& kernels, BatchSum<T>& batch) {
  if (batch.waiting > 0) add_to_sum(kernels, waiting_gradient(batch), batch);
  batch.waiting = 0;
}

/// Adds a gradient to a batch's sum, now or later.
template <class T>
void add_gradient(const Kernels<T>& kernels, const Gradient<T>& gradient, BatchSum<T>& batch) {
  constexpr std::size_t most = BatchSum<T>::most_waiting;
  if (batch.waiting + gradient.factors.size() > most) add_waiting(kernels, batch);
  if (gradient.dense || gradient.factors.size() > most) return add_to_sum(kernels, gradient, batch);
  for (const auto& [features, delta] : gradient.factors) {
    const std::size_t k = batch.waiting++;
    std::copy_n(features, batch.sum.rows, batch.features[k].data());
    for (std::size_t u = 0; u < batch.sum.column_count(); ++u) batch.deltas[k][u] = gradient.scale * delta[u];
  }
}

template <class T>
UpdateRule<T> make_rule(const OptimizerOptions& options) {
  switch (options.name) {
    case OptimizerKind::sgd: return Sgd<T>(options);
    case OptimizerKind::momentum: return Momentum<T>(options);
    case OptimizerKind::rmsprop: return RmsProp<T>(options);
    case OptimizerKind::adam: return Adam<T>(options);
    case OptimizerKind::rls: return Rls<T>(options);
    case OptimizerKind::same: break;  // refused by validate
  }
  return Sgd<T>(options);
}

}  // namespace

void validate(const OptimizerOptions& options, std::string_view prefix) {
  check_options(options, std::string(prefix));
  require(options.name != OptimizerKind::same,
          fmt::format("{}name = \"same\" is for a head, which shares the optimiser of the state", prefix));
  require(options.name != OptimizerKind::rls || (options.decay == 0 && options.clip_norm == 0 && options.batch == 1),
          fmt::format("{}name = \"rls\" goes without decay, clip_norm and batch", prefix));
}

template <class T>
Optimizer<T>::Optimizer(const OptimizerOptions& options)
    : options_((validate(options), options)), rule_(make_rule<T>(options)) {
  has_memory_ = options.batch > 1 || std::visit([](const auto& rule) { return rule.has_memory; }, rule_);
}

template <class T>
void Optimizer<T>::make_room(const Kernels<T>& kernels, Parameter<T>& parameter) {
  std::visit([&](auto& rule) { rule.make_room(kernels, parameter); }, rule_);
  if (options_.batch == 1) return;
  make_batch(parameter);
  ones_.resize(std::max(ones_.size(), parameter.column_count()), T(1));
}

/// Adds the gradients to the batch's; at its end puts their mean in their place, and returns true.
template <class T>
bool Optimizer<T>::collect(const Kernels<T>& kernels, std::span<Update<T>> updates) {
  for (auto& [parameter, gradient, is_read] : updates) add_gradient(kernels, gradient, parameter->batch);
  if (++collected_ < options_.batch) return false;
  collected_ = 0;
  for (auto& [parameter, gradient, is_read] : updates) {
    auto& batch = parameter->batch;
    // Clipping and the rule would each add up the same outer products.
    if (batch.has_sum || options_.clip_norm > 0) add_waiting(kernels, batch);
    gradient = waiting_gradient(batch);
    if (batch.has_sum) gradient = {.dense = batch.sum.data.data(), .weight = ones_.data()};
    gradient.scale = 1 / static_cast<T>(options_.batch);
    is_read = is_read || !gradient.has_no_terms();
  }
  return true;
}

template <class T>
void Optimizer<T>::clip(const Kernels<T>& kernels, std::span<Update<T>> updates) const {
  double squares = 0;
  for (const auto& [parameter, gradient, is_read] : updates)
    squares += static_cast<double>(kernels.squared_norm(parameter->rows, parameter->stride, gradient));
  const double norm = std::sqrt(squares);
  if (norm <= options_.clip_norm) return;
  for (auto& update : updates) update.gradient.scale *= static_cast<T>(options_.clip_norm / norm);
}

template <class T>
bool Optimizer<T>::step(const Kernels<T>& kernels, std::span<Update<T>> updates) {
  const bool in_batches = options_.batch > 1;
  if (in_batches && !collect(kernels, updates)) return false;
  if (options_.clip_norm > 0) clip(kernels, updates);
  const double alpha = step_size();
  std::visit(
      [&](auto& rule) {
        rule.begin_step(alpha);
        for (const auto& [parameter, gradient, is_read] : updates) rule.step(kernels, *parameter, gradient, is_read);
      },
      rule_);
  if (in_batches)
    for (auto& update : updates) {
      auto& batch = update.parameter->batch;
      if (batch.has_sum) std::ranges::fill(batch.sum.data, T(0));
      batch.has_sum = false;
      batch.waiting = 0;
    }
  ++steps_;
  return true;
}

template class Optimizer<float>;
template class Optimizer<double>;

}  // namespace gvfn
