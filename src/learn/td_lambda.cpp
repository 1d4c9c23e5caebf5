#include "learn/td_lambda.hpp"

#include "learn/carried.hpp"

namespace gvfn {

template <class T>
TdLambda<T>::TdLambda(const Layers<T>& layers, std::size_t questions, double lambda)
    : questions_(questions),
      lambda_(static_cast<T>(lambda)),
      trace_(layers.front().cell),
      gamma_(width(layers)),
      one_step_(layers, 1),
      decay_(width(layers)),
      slope_(width(layers)),
      error_(width(layers)),
      gradients_(layers.front().cell.weights.size()) {}

template <class T>
void TdLambda<T>::restart() {
  trace_.clear();
}

template <class T>
void TdLambda<T>::advance(const Kernels<T>& kernels, Layers<T>& layers, const Targets<T>& targets) {
  const auto step = latest(layers);
  const T* const rho = targets.rho.data();
  for (std::size_t j = 0; j < questions_; ++j) decay_[j] = lambda_ * rho[j] * gamma_[j];
  kernels.activation_backward(layers.front().cell.shape.activation, step.state_tp1, rho, slope_.data(),
                              targets.rho.size());
  trace_.add(kernels, decay_.data(), step.block, {step.features, slope_.data()});
}

template <class T>
void TdLambda<T>::learn(const Kernels<T>& kernels, Layers<T>& layers, const StateErrors<T>& errors) {
  for (std::size_t j = 0; j < questions_; ++j) error_[j] = -errors.scale * errors.td_error(layers.front().window, j);
  for (std::size_t b = 0; b < gradients_.size(); ++b) gradients_[b] = trace_.gradient(b, error_.data());
  std::copy_n(errors.targets.continuation.data(), questions_, gamma_.data());
  if (is_zero(errors.cotangents.front())) return;
  one_step_.apply_transpose(kernels, layers, errors.cotangents);
  for (std::size_t b = 0; b < gradients_.size(); ++b) gradients_[b].factors = one_step_.gradient(0, b).factors;
}

template class TdLambda<float>;
template class TdLambda<double>;

}  // namespace gvfn
