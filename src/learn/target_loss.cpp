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
    const auto& forecast = forecasts_[j];
    const T input = observations.features(truncation_ + forecast.steps - 1)[forecast.signal];
    cotangent[j] += errors.scale * (state[j] - errors.forecast_target(j, forecast, input));
  }
  bptt_.apply_transpose(kernels, layers, errors.cotangents);
}

template class TargetLoss<float>;
template class TargetLoss<double>;

}  // namespace gvfn
