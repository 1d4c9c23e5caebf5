#pragma once
// TD(lambda): the TD error of this step is sent back in time by traces, not through the window.

#include "learn/bptt.hpp"
#include "learn/state_errors.hpp"
#include "learn/trace.hpp"
#include "network/unit_reset.hpp"

namespace gvfn {

/// General Value Function Networks, appendix "TD(lambda) for learning GVFNs". For each unit j that answers a question,
///   g_{t,j} = gradient of s_{t,j} by the weights of unit j, given s_{t-1}
///   e_{t,j} = rho_{t,j} (g_{t,j} + gamma_{t,j} lambda e_{t-1,j})
///   theta_j += alpha scale delta_{t,j} e_{t,j}.
/// The paper has no rho here; this is where off-policy TD(lambda) has it, and with lambda = 0 it is Recurrent TD with
/// p = 1. What the head sends back goes one step, without traces. For one layer with the simple or the
/// action-conditional cell.
template <class T>
class TdLambda {
 public:
  TdLambda(const Layers<T>& layers, std::size_t questions, double lambda);

  static constexpr bool learns_without_ratios = false;

  void restart();
  /// e_{t-1} to e_t, for the step that made s_t, with this transition's rho, and gamma_t of the last one that was
  /// learned from. Where another one came between, every rho was 0 there, and so is e_{t-1}.
  void advance(const Kernels<T>& kernels, Layers<T>& layers, const Targets<T>& targets);
  void learn(const Kernels<T>& kernels, Layers<T>& layers, const StateErrors<T>& errors);
  Gradient<T> gradient(std::size_t, std::size_t block) const { return gradients_[block]; }
  const T* trace(std::size_t, std::size_t block) const { return trace_.sum(block); }
  void reset_unit(std::size_t, std::size_t unit, std::size_t units) { gvfn::reset_unit(*this, unit, units); }

  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("trace", self.trace_);
    visit("gamma", self.gamma_, by_unit);
  }

 private:
  std::size_t questions_;
  T lambda_;
  Trace<T> trace_;
  AlignedVector<T> gamma_;  // gamma_t

  // Scratch.
  Bptt<T> one_step_;  // of what the head sends back
  AlignedVector<T> decay_;
  AlignedVector<T> slope_;
  AlignedVector<T> error_;
  std::vector<Gradient<T>> gradients_;
};

}  // namespace gvfn
