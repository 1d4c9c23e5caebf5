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
    Moments moments;
    if (has_memory()) moments.first.resize(matrix->data.size());
    if (options.name == OptimizerName::adam) moments.second.resize(matrix->data.size());
    moments_.push_back(std::move(moments));
  }
}

template <class T>
void Optimizer<T>::clip(const Kernels<T>& kernels, std::vector<Update<T>>& updates) const {
  double squares = 0;
  for (const auto& [weights, gradient] : updates)
    squares += static_cast<double>(kernels.squared_norm(weights->rows, weights->stride, gradient));
  const double norm = std::sqrt(squares);
  if (norm <= options_.clip_norm) return;
  for (auto& update : updates) update.gradient.scale *= static_cast<T>(options_.clip_norm / norm);
}

template <class T>
AdamNumbers<T> Optimizer<T>::adam_numbers() const {
  return {static_cast<T>(options_.beta1), static_cast<T>(options_.beta2),
          static_cast<T>(step_size() / (1 - beta1_power_)), static_cast<T>(1 / std::sqrt(1 - beta2_power_)),
          static_cast<T>(options_.epsilon)};
}

template <class T>
void Optimizer<T>::step(const Kernels<T>& kernels, std::vector<Update<T>>& updates) {
  if (options_.clip_norm > 0) clip(kernels, updates);
  const auto step_size_t = static_cast<T>(step_size());
  beta1_power_ *= options_.beta1;
  beta2_power_ *= options_.beta2;
  for (std::size_t i = 0; i < updates.size(); ++i) {
    const auto weights = updates[i].weights->view();
    const auto& gradient = updates[i].gradient;
    auto& [first, second] = moments_[i];
    switch (options_.name) {
      case OptimizerName::sgd:
        kernels.sgd(weights, gradient, step_size_t);
        break;
      case OptimizerName::momentum:
        kernels.momentum(weights, first.data(), gradient, step_size_t, static_cast<T>(options_.momentum));
        break;
      case OptimizerName::rmsprop:
        kernels.rmsprop(weights, first.data(), gradient, step_size_t, static_cast<T>(options_.rho),
                        static_cast<T>(options_.epsilon));
        break;
      case OptimizerName::adam:
        kernels.adam(weights, first.data(), second.data(), gradient, adam_numbers());
        break;
    }
  }
  ++steps_;
}

template class Optimizer<float>;
template class Optimizer<double>;

}  // namespace gvfn
