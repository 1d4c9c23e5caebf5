#pragma once
// Forecast networks: the state is trained on what was seen later, instead of on TD errors.

#include "gvfn/question/forecast.hpp"
#include "learn/bptt.hpp"
#include "learn/state_errors.hpp"

namespace gvfn {

/// General Value Function Networks, section 11. The window is K - 1 inputs ahead, where K is the longest
/// forecast. Unit j of s_tau, the state after its first p inputs, is to be a signal k_j steps on, which by now is among
/// the inputs:
///   dL/ds_{tau,j} = scale (s_{tau,j} - scale_j o_{tau+k_j}[signal_j]),
/// sent back through those p applications of the cell.
template <class T>
class TargetLoss {
 public:
  TargetLoss(const Layers<T>& layers, std::vector<Forecast> forecasts, std::size_t truncation);

  static constexpr bool learns_without_ratios = true;  // a forecast has no rho

  void restart() {}
  void advance(const Kernels<T>&, Layers<T>&, const Targets<T>&) {}
  void learn(const Kernels<T>& kernels, Layers<T>& layers, const StateErrors<T>& errors);
  Gradient<T> gradient(std::size_t layer, std::size_t matrix) const { return bptt_.gradient(layer, matrix); }
  const T* trace(std::size_t, std::size_t) const { return nullptr; }
  void reset_unit(std::size_t, std::size_t, std::size_t) {}

  /// All of it is scratch.
  template <class Self, class Visit>
  static void fields(Self&, Visit&) {}

 private:
  std::vector<Forecast> forecasts_;
  std::size_t truncation_;
  Bptt<T> bptt_;
};

}  // namespace gvfn
