#include "gvfn/experiment/run_score.hpp"

#include <fmt/format.h>

#include <cmath>

#include "gvfn/base/invalid_input.hpp"

namespace gvfn {
namespace {

constexpr std::int64_t steps_between_checks = 1024;  // of all weights, whether they are finite

}  // namespace

RunScore::RunScore(const RunScoreOptions& options, const Evaluation& evaluation)
    : options_(options),
      asks_forecasts_(!evaluation.forecasts.empty()),
      scorer_(options.steps, options.window, evaluation.score),
      truth_(evaluation.size()) {}

bool RunScore::add_state(const Agent<float>& agent, std::span<const float> predictions) {
  // What the world asks comes first among the head's questions; its forecasts come last of all.
  const auto asked = asks_forecasts_ ? predictions.last(truth_.size()) : predictions.first(truth_.size());
  const double error = scorer_.add(asked, truth_);
  ++steps_done_;
  if (!(error < options_.divergence_bound))
    divergence_ = fmt::format("diverged at step {}: the predictions are {}", steps_done_,
                              std::isfinite(error) ? fmt::format("off by {:.3g}", error) : "not finite");
  const bool is_check = steps_done_ % steps_between_checks == 0 || steps_done_ == options_.steps;
  if (is_check && divergence_.empty() && !agent.is_finite())
    divergence_ = fmt::format("diverged by step {}: state or weights are not finite", steps_done_);
  return divergence_.empty();
}

void RunScore::check() const {
  require(scorer_.is_consistent() && scorer_.steps() == steps_done_,
          "its learning curve does not belong to so many steps");
}

}  // namespace gvfn
