#pragma once
// Recurrent TD: the TD errors of the state's questions, sent back in time by any of the sensitivities.

#include "learn/bptt.hpp"
#include "learn/state_errors.hpp"

namespace gvfn {

/// General Value Function Networks, section 7. With delta_{t,j} = C_{t+1,j} + gamma_{t+1,j} s_{t+1,j} - s_{t,j},
///   theta += alpha scale sum_j rho_{t,j} delta_{t,j} grad s_{t,j},
/// where s_{t+1} in the target is a constant. Without questions, what is left is the head's loss: a plain RNN.
///
/// A sensitivity is how grad s_t is followed back in time: Bptt, Rtrl, Snap1, Uoro or KfRtrl.
template <class T, class Sensitivity>
class RecurrentTd {
 public:
  explicit RecurrentTd(Sensitivity sensitivity) : sensitivity_(std::move(sensitivity)) {}

  static constexpr bool learns_without_ratios = false;

  void restart() { sensitivity_.restart(); }
  void advance(const Kernels<T>& kernels, Layers<T>& layers, const Targets<T>&) {
    sensitivity_.advance(kernels, layers);
  }
  void learn(const Kernels<T>& kernels, Layers<T>& layers, const StateErrors<T>& errors) {
    const auto& window = layers[errors.layer].window;
    T* const cotangent = errors.cotangents[errors.layer].data();
    const std::size_t p = window.truncation();
    kernels.add_td_gradient(errors.targets.view(), window.state(p), window.state(p + 1), errors.scale, cotangent,
                            errors.targets.rho.size());
    sensitivity_.apply_transpose(kernels, layers, errors.cotangents);
  }
  Gradient<T> gradient(std::size_t layer, std::size_t matrix) const { return sensitivity_.gradient(layer, matrix); }
  const T* trace(std::size_t layer, std::size_t matrix) const { return sensitivity_.trace(layer, matrix); }
  void reset_unit(std::size_t, std::size_t unit, std::size_t units) { sensitivity_.reset_unit(unit, units); }

  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("sensitivity", self.sensitivity_);
  }

 private:
  Sensitivity sensitivity_;
};

}  // namespace gvfn
