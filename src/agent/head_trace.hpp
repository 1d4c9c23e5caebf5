#pragma once
// TD(lambda) for a linear head.

#include "network/head.hpp"
#include "network/unit_reset.hpp"
#include "question/targets.hpp"

namespace gvfn {

/// For each output k, with z_t = [1, s_t],
///   e_{t,k} = rho_{t,k} (z_t + gamma_{t,k} lambda e_{t-1,k}),  w_k += alpha scale delta_{t,k} e_{t,k}.
/// With lambda = 0 that is what the head learns without traces.
template <class T>
class HeadTrace {
 public:
  HeadTrace(const Head<T>& head, double lambda)
      : lambda_(static_cast<T>(lambda)),
        trace_(head.layers.front().weights.zeros()),
        gamma_(trace_.column_count()),
        decay_(trace_.column_count()),
        weight_(trace_.column_count()) {}

  /// In a step in which every rho is 0, and between two episodes: nothing is sent back beyond.
  void cut() { std::ranges::fill(gamma_, T(0)); }

  /// e_{t-1} to e_t. `error` is the gradient of the loss by the outputs, -scale rho delta.
  void learn(const Kernels<T>& kernels, const Targets<T>& targets, const T* state_with_bias, const T* error) {
    const T* const rho = targets.rho.data();
    for (std::size_t k = 0; k < trace_.units; ++k) {
      decay_[k] = lambda_ * rho[k] * gamma_[k];
      weight_[k] = rho[k] == 0 ? T(0) : error[k] / rho[k];
      gamma_[k] = targets.continuation[k];
    }
    kernels.trace(trace_.view(), decay_.data(), {state_with_bias, rho});
  }
  Gradient<T> gradient() const { return {.dense = trace_.data.data(), .weight = weight_.data()}; }

  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("trace", self.trace_);
    visit("gamma", self.gamma_);
  }

 private:
  T lambda_;
  Matrix<T> trace_;
  AlignedVector<T> gamma_;  // gamma_t

  // Scratch.
  AlignedVector<T> decay_;
  AlignedVector<T> weight_;
};

}  // namespace gvfn
