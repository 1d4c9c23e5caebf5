#include "gvfn/learn/optimizer.hpp"

#include <cmath>
#include <string>

#include "gvfn/kernel/invalid_input.hpp"

namespace gvfn {
namespace {

void require(bool holds, const char* name, double value, const char* range) {
  if (!holds) throw InvalidInput(std::string("optimizer.") + name + " = " + std::to_string(value) + " is not " + range);
}

}  // namespace

void validate(const OptimizerOptions& o) {
  require(o.step_size > 0 && std::isfinite(o.step_size), "step_size", o.step_size, "above 0");
  require(o.decay >= 0 && std::isfinite(o.decay), "decay", o.decay, "0 or more");
  require(o.momentum >= 0 && o.momentum < 1, "momentum", o.momentum, "in [0, 1)");
  require(o.rho >= 0 && o.rho < 1, "rho", o.rho, "in [0, 1)");
  require(o.beta1 >= 0 && o.beta1 < 1, "beta1", o.beta1, "in [0, 1)");
  require(o.beta2 >= 0 && o.beta2 < 1, "beta2", o.beta2, "in [0, 1)");
  require(o.epsilon > 0 && std::isfinite(o.epsilon), "epsilon", o.epsilon, "above 0");
  require(o.clip_norm >= 0 && std::isfinite(o.clip_norm), "clip_norm", o.clip_norm, "0 or more");
}

template <class T>
Optimizer<T>::Optimizer(const OptimizerOptions& options, const std::vector<const Matrix<T>*>& matrices)
    : options_(options) {
  validate(options);
  for (const auto* matrix : matrices) {
    auto& memory = memories_.emplace_back();
    if (has_memory()) memory.first.resize(matrix->data.size());
    if (options.name == OptimizerName::adam) memory.second.resize(matrix->data.size());
  }
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
void Optimizer<T>::step(const Kernels<T>& kernels, std::vector<Update<T>>& updates) {
  if (options_.clip_norm > 0) clip(kernels, updates);
  beta1_power_ *= options_.beta1;
  beta2_power_ *= options_.beta2;
  const double alpha = step_size();
  const bool is_adam = options_.name == OptimizerName::adam;
  for (std::size_t i = 0; i < updates.size(); ++i) {
    const auto& [weights, gradient, is_needed] = updates[i];
    if (is_adam && gradient.factors.empty()) {
      put_off(memories_[i], alpha);
      if (is_needed) settle(kernels, i, *weights);
    } else {
      settle(kernels, i, *weights);
      apply(kernels, weights->view(), gradient, memories_[i], alpha);
    }
  }
  ++steps_;
}

template <class T>
void Optimizer<T>::apply(const Kernels<T>& kernels, MatrixView<T> weights, const OuterSum<T>& gradient, Memory& memory,
                         double alpha) {
  const auto step = static_cast<T>(alpha);
  const auto epsilon = static_cast<T>(options_.epsilon);
  T* const first = memory.first.data();
  switch (options_.name) {
    case OptimizerName::sgd: return kernels.sgd(weights, gradient, step);
    case OptimizerName::momentum:
      return kernels.momentum(weights, first, gradient, step, static_cast<T>(options_.momentum));
    case OptimizerName::rmsprop:
      return kernels.rmsprop(weights, first, gradient, step, static_cast<T>(options_.rho), epsilon);
    case OptimizerName::adam:
      kernels.adam(weights, first, memory.second.data(), gradient,
                   {static_cast<T>(options_.beta1 * memory.beta1_power), static_cast<T>(1 - options_.beta1),
                    static_cast<T>(options_.beta2 * memory.beta2_power), static_cast<T>(1 - options_.beta2),
                    static_cast<T>(alpha / (1 - beta1_power_)), static_cast<T>(1 / std::sqrt(1 - beta2_power_)),
                    epsilon});
      memory.beta1_power = 1;
      memory.beta2_power = 1;
      return;
  }
}

template <class T>
void Optimizer<T>::put_off(Memory& memory, double alpha) const {
  memory.beta1_power *= options_.beta1;
  memory.beta2_power *= options_.beta2;
  const double n = alpha * memory.beta1_power / (1 - beta1_power_);
  const double a = std::sqrt(memory.beta2_power / (1 - beta2_power_));
  memory.n_sum += n;
  memory.n_per_a_sum += n / a;
}

template <class T>
void Optimizer<T>::settle(const Kernels<T>& kernels, std::size_t i, Matrix<T>& weights) {
  auto& memory = memories_[i];
  if (memory.n_sum == 0) return;
  kernels.adam_drift(weights.view(), memory.first.data(), memory.second.data(), static_cast<T>(memory.n_sum),
                     static_cast<T>(memory.n_sum / memory.n_per_a_sum), static_cast<T>(options_.epsilon));
  memory.n_sum = 0;
  memory.n_per_a_sum = 0;
}

template class Optimizer<float>;
template class Optimizer<double>;

}  // namespace gvfn
