#pragma once
// Recurrent GTD: the true gradient of the MSPBNE, by a second set of weights.

#include "gvfn/learn/learner_options.hpp"
#include "learn/bptt.hpp"
#include "learn/state_errors.hpp"
#include "network/unit_reset.hpp"

namespace gvfn {

/// General Value Function Networks, appendix "Deriving Recurrent-GTD", for compositional questions. With
/// phi_j = grad s_{t,j}, phi'_j = grad s_{t+1,j}, delta^_j = phi_j^T w, and grad c_j = sum_i c(j, i) phi'_i,
///   psi    = sum_j (rho_j delta_j - delta^_j) (Hessian of s_{t,j}) w
///   theta += alpha scale [sum_j rho_j delta_j phi_j  - rho_j (grad c_j + gamma_j phi'_j) delta^_j - psi]   (TDC)
///   theta += alpha scale [sum_j rho_j delta^_j phi_j - rho_j (grad c_j + gamma_j phi'_j) delta^_j - psi]   (GTD2)
///   w     += beta sum_j rho_j (delta_j - delta^_j) phi_j.
/// No Jacobian is formed: delta^ is a tangent pass over the window in the direction w, sums over phi are backward
/// passes, and psi is the tangent of a backward pass; O(p n (n + d)). phi' goes back through p+1 applications of the
/// cell, phi through p. A policy that depends on predictions is taken as a constant.
template <class T>
class RecurrentGtd {
 public:
  RecurrentGtd(const Layers<T>& layers, const GtdOptions& options);

  static constexpr bool learns_without_ratios = true;  // where every rho is 0, psi is not

  void restart() {}
  void advance(const Kernels<T>&, Layers<T>&, const Targets<T>&) {}
  void learn(const Kernels<T>& kernels, Layers<T>& layers, const StateErrors<T>& errors);
  Gradient<T> gradient(std::size_t layer, std::size_t matrix) const { return gradients_[layer].gradient(matrix); }
  const T* trace(std::size_t, std::size_t) const { return nullptr; }
  void reset_unit(std::size_t layer, std::size_t unit, std::size_t units) {
    for (auto& matrix : second_weights_[layer]) gvfn::reset_unit(matrix, unit, units);
  }

  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("second_weights", self.second_weights_);
  }

  /// w, in the shape of each layer's weights. It starts at 0.
  std::vector<std::vector<Matrix<T>>>& second_weights() { return second_weights_; }
  const std::vector<std::vector<Matrix<T>>>& second_weights() const { return second_weights_; }

 private:
  void find_cotangents(Layers<T>& layers, const StateErrors<T>& errors);
  void send_back(const Kernels<T>& kernels, Layers<T>& layers, const StateErrors<T>& errors);
  void update_second_weights(const Kernels<T>& kernels, Layers<T>& layers);

  GtdOptions options_;
  std::vector<std::vector<Matrix<T>>> second_weights_;

  // Scratch.
  std::vector<Window<T>> tangents_;  // by w
  Cotangents<T> sent_back_;          // at first the loss's at s_{t+1}; on the way all there is, psi's tangent included
  Cotangents<T> at_t_;               // the loss's, at s_t
  Cotangents<T> psi_;                // psi's: rho delta - delta^
  Cotangents<T> second_;             // of the step of w: -rho (delta - delta^)
  AlignedVector<T> by_cumulant_;     // dL/dC_{t+1}
  std::vector<CellGradient<T>> gradients_;
  std::vector<CellGradient<T>> psi_gradients_;  // the deltas of psi's backward pass
  std::vector<CellGradient<T>> second_gradients_;
};

}  // namespace gvfn
