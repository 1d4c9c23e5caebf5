#include "gvfn/learn/recurrent_td.hpp"

namespace gvfn {

template <class T>
Sensitivity<T> make_sensitivity(SensitivityName name, const Layers<T>& layers, std::size_t truncation,
                                std::uint64_t seed) {
  switch (name) {
    case SensitivityName::bptt: return Bptt<T>(layers, truncation);
    case SensitivityName::rtrl: return Rtrl<T>(layers);
    case SensitivityName::snap1: return Snap1<T>(layers);
    case SensitivityName::uoro: return Uoro<T>(layers, seed);
    case SensitivityName::kf_rtrl: return KfRtrl<T>(layers, seed);
  }
  return Bptt<T>(layers, truncation);
}

template <class T>
void RecurrentTd<T>::restart() {
  std::visit([](auto& sensitivity) { sensitivity.restart(); }, sensitivity_);
}

template <class T>
void RecurrentTd<T>::follow(const Kernels<T>& kernels, Layers<T>& layers, const Targets<T>&) {
  std::visit([&](auto& sensitivity) { sensitivity.follow(kernels, layers); }, sensitivity_);
}

template <class T>
void RecurrentTd<T>::learn(const Kernels<T>& kernels, Layers<T>& layers, const StateErrors<T>& errors) {
  const auto& window = layers[errors.layer].window;
  T* const cotangent = errors.cotangents[errors.layer].data();
  const std::size_t p = window.truncation();
  kernels.add_td_gradient(errors.targets.view(), window.state(p), window.state(p + 1), errors.scale, cotangent,
                          errors.targets.rho.size());
  std::visit([&](auto& sensitivity) { sensitivity.contract(kernels, layers, errors.cotangents); }, sensitivity_);
}

template Sensitivity<float> make_sensitivity(SensitivityName, const Layers<float>&, std::size_t, std::uint64_t);
template Sensitivity<double> make_sensitivity(SensitivityName, const Layers<double>&, std::size_t, std::uint64_t);
template class RecurrentTd<float>;
template class RecurrentTd<double>;

}  // namespace gvfn
