#pragma once
// How far the answers to what the world asks are from the truth: over windows of steps, and at the end of a run.

#include <cstdint>
#include <span>
#include <vector>

#include "gvfn/experiment/metrics.hpp"
#include "gvfn/world/evaluation.hpp"

namespace gvfn {

/// Values (Score::values): the RMSVE of a step is sqrt(mean over the outputs of (prediction - truth)^2); `rmsve` is the
/// mean over a window, or over the last 20 % of the run. Choices: `accuracy`, too: how often the largest prediction is
/// that of the largest true answer. Series: `nrmse` is sqrt(mean squared error / variance of the truth) over a window;
/// that of the run is the last window's.
class Scorer {
 public:
  /// Throws InvalidInput for a window of a series that is too short to have a variance.
  Scorer(std::int64_t steps, std::int64_t window, Score score);

  /// Returns how far the predictions are off: the root mean squared error of this step.
  double add(std::span<const float> predictions, std::span<const float> truth);

  /// So far; a window that is not full counts only if it is the first.
  Summary summary() const;
  /// The windows of the first metric so far.
  const Metric& main() const { return summary_.metrics.front(); }

  /// How many steps were added; and does every curve have a point for every window?
  std::int64_t steps() const { return step_; }
  bool is_consistent() const;

  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("step", self.step_);
    visit("in_window", self.in_window_);
    visit("in_tail", self.in_tail_);
    visit("summary", self.summary_);
  }

 private:
  struct Sums {
    std::int64_t count = 0;
    double root_errors = 0;
    double accurate = 0;
    double square_errors = 0;
    double truth = 0;
    double truth_squares = 0;

    template <class Self, class Visit>
    static void fields(Self& self, Visit& visit) {
      visit("count", self.count);
      visit("root_errors", self.root_errors);
      visit("accurate", self.accurate);
      visit("square_errors", self.square_errors);
      visit("truth", self.truth);
      visit("truth_squares", self.truth_squares);
    }
  };
  void close_window();
  double nrmse(const Sums& sums) const;

  std::int64_t window_;
  std::int64_t steps_;  // of the run
  std::int64_t tail_begins_;
  Score score_;
  std::int64_t step_ = 0;
  Sums in_window_;
  Sums in_tail_;
  Summary summary_;
};

}  // namespace gvfn
