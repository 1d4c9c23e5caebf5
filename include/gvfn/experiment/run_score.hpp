#pragma once
// How well a run predicts, and whether it has diverged. It watches every step of a run.

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "gvfn/agent/agent.hpp"
#include "gvfn/experiment/metrics.hpp"

namespace gvfn {

struct RunScoreOptions {
  std::int64_t steps = 1;
  std::int64_t window = 1;
  double divergence_bound = 1e6;
};

class RunScore {
 public:
  RunScore(const RunScoreOptions& options, const Evaluation& evaluation);

  /// Where the true answers to the world's questions are written, before add_state.
  std::span<float> truth() { return truth_; }

  /// The state after a step, and what the agent predicts in it. Returns whether the run goes on: it does not where the
  /// agent has diverged.
  bool add_state(const Agent<float>& agent, std::span<const float> predictions);

  std::int64_t steps_done() const { return steps_done_; }
  /// What diverged, and when; empty if nothing has.
  const std::string& divergence() const { return divergence_; }
  const Scorer& scorer() const { return scorer_; }
  Summary summary() const { return scorer_.summary(); }

  /// Throws InvalidInput for numbers that do not go together, as they may come from a file.
  void check() const;

  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("steps_done", self.steps_done_, Below{static_cast<std::size_t>(self.options_.steps) + 1});
    visit("divergence", self.divergence_);
    visit("scorer", self.scorer_);
  }

 private:
  RunScoreOptions options_;
  bool asks_forecasts_;
  Scorer scorer_;
  std::int64_t steps_done_ = 0;
  std::string divergence_;
  std::vector<float> truth_;  // scratch
};

}  // namespace gvfn
