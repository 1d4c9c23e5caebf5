#pragma once
// Linear regressions whose targets are known late.

#include <span>
#include <vector>

#include "base/ring.hpp"
#include "learn/least_squares.hpp"

namespace gvfn {

/// Several outputs are regressed on the same inputs z_t by recursive least squares. The target of output j is known
/// delay_j steps after the input. The gain k_t of an input does not depend on targets, so that all outputs share it: it
/// is computed once, when the input arrives, and kept. Then
///   w_j += k_t (y - w_j'z_t),  when y is known,
/// gives the same weights as if every target had been known at once, only later.
class LateRegression {
 public:
  LateRegression(const Kernels<double>& kernels, std::size_t inputs, const std::vector<std::size_t>& delays,
                 double forgetting, double ridge);

  std::size_t inputs() const { return inverse_.rows; }
  std::size_t outputs() const { return delays_.size(); }

  /// The next input.
  void take(std::span<const double> input);
  /// The target of the input that was taken delay_j `take`s ago; not for all of them need there be one.
  void learn(std::size_t output, double target);
  /// From the newest input.
  double predict(std::size_t output) const;

  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("inverse", self.inverse_);
    visit("past_inputs", self.past_inputs_);
    visit("past_gains", self.past_gains_);
    visit("weights", self.weights_);
    visit("ring", self.ring_);
    visit("taken", self.taken_);
  }

 private:
  /// Where the input of so many steps ago is, and its gain.
  std::size_t slot(std::size_t ago) const { return ring_.place(ring_.size() - 1 - ago); }

  const Kernels<double>* kernels_;
  std::vector<std::size_t> delays_;
  Matrix<double> inverse_;
  LeastSquaresGain gain_;
  Ring ring_;  // of the inputs, the newest last
  std::vector<AlignedVector<double>> past_inputs_;
  std::vector<AlignedVector<double>> past_gains_;
  std::vector<AlignedVector<double>> weights_;  // by output
  std::int64_t taken_ = 0;
};

}  // namespace gvfn
