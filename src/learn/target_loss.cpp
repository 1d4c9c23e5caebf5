#include "learn/target_loss.hpp"

namespace gvfn {

template <class T>
TargetLoss<T>::TargetLoss(const Layers<T>& layers, std::vector<Forecast> forecasts, std::size_t truncation)
    : forecasts_(std::move(forecasts)), truncation_(truncation), bptt_(layers, truncation) {}

template <class T>
void TargetLoss<T>::learn(const Kernels<T>& kernels, Layers<T>& layers, const StateErrors<T>& errors) {
  const auto& observations = layers.front().window;  // the first layer reads what is seen
  const T* const state = layers[errors.layer].window.state(truncation_);
  T* const cotangent = errors.cotangents[errors.layer].data();
  for (std::size_t j = 0; j < forecasts_.size(); ++j) {
    const auto& [signal, steps, scale] = forecasts_[j];
    const T target = static_cast<T>(scale) * observations.features(truncation_ + steps - 1)[signal];
    cotangent[j] += errors.scale * (state[j] - target);
  }
  bptt_.apply_transpose(kernels, layers, errors.cotangents);
}

template class TargetLoss<float>;
template class TargetLoss<double>;

}  // namespace gvfn
