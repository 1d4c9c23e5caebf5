#pragma once
// The online mixture of several experts' forecasts.

#include <span>
#include <vector>

namespace gvfn {

/// Bernstein online aggregation (Wintenberger, Optimal learning with Bernstein online aggregation, 2017), with squared
/// errors, and outcomes that are known late. Of the experts' forecasts x_k the mixture is p = sum_k w_k x_k. When the
/// outcome y is known,
///   r_k = 2 (p - y) (x_k - p),  B_k = max(B_k, |r_k|),  V_k += r_k^2,
///   eta_k = min(1 / (2 B_k), sqrt(ln K / V_k)),  L_k += r_k + eta_k r_k^2,
///   w_k proportional to eta_k exp(-eta_k L_k),
/// where p and x_k are those that were made for y. Before each outcome B, V and L shrink a little (`keep`), so that an
/// expert that becomes the best one after a while is found.
class Mixture {
 public:
  static constexpr double keep = 0.9998;

  explicit Mixture(std::size_t experts);

  /// p. The weights add up to 1.
  double mix(std::span<const double> forecasts) const;
  void learn(std::span<const double> forecasts, double mixture, double outcome);

  std::span<const double> weights() const { return weights_; }

  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("largest", self.largest_);
    visit("squares", self.squares_);
    visit("losses", self.losses_);
    visit("weights", self.weights_);
  }

 private:
  std::vector<double> largest_;  // B
  std::vector<double> squares_;  // V
  std::vector<double> losses_;   // L
  std::vector<double> weights_;
};

}  // namespace gvfn
