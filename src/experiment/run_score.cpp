#include "gvfn/experiment/run_score.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "experiment/exact_answers.hpp"
#include "experiment/question_scores.hpp"
#include "experiment/scorer.hpp"
#include "gvfn/base/invalid_input.hpp"

namespace gvfn {
namespace {

constexpr std::int64_t steps_between_checks = 1024;  // of all weights, whether they are finite

/// Not a number where one of them is none.
double largest_of(std::span<const float> predictions) {
  double largest = 0;
  for (const float prediction : predictions) {
    const double size = std::abs(static_cast<double>(prediction));
    if (!(size <= largest)) largest = size;
    if (std::isnan(size)) break;
  }
  return largest;
}

/// The largest number in the declared ranges of the signals, but at least 1.
double largest_signal(const Vocabulary& vocabulary) {
  double largest = 1;
  for (const auto& signal : vocabulary.signals)
    for (const double bound : {std::abs(signal.low), std::abs(signal.high)})
      if (std::isfinite(bound)) largest = std::max(largest, bound);
  return largest;
}

/// Are there exact answers to all that the world asks? It stands first among the head's questions.
bool answers_all(const ExactAnswers* exact, std::size_t first, const Evaluation& evaluation) {
  if (!exact || evaluation.questions.empty()) return false;
  for (std::size_t k = 0; k < evaluation.questions.size(); ++k)
    if (!exact->is_complete[first + k]) return false;
  return true;
}

}  // namespace

RunScore::RunScore(const RunScoreOptions& options, const Evaluation& evaluation, bool knows_truth,
                   const Agent<float>& agent, std::shared_ptr<const ExactAnswers> exact)
    : options_(options),
      exact_(std::move(exact)),
      world_knows_truth_(knows_truth),
      first_of_head_(agent.state_questions().size()),
      largest_error_(options.divergence_bound * largest_signal(agent.state_questions().vocabulary())),
      asks_forecasts_(!evaluation.forecasts.empty()) {
  require(evaluation.questions.empty() || evaluation.forecasts.empty(),
          "a world asks questions or forecasts, not both in one evaluation");
  knows_truth = knows_truth || answers_all(exact_.get(), agent.state_questions().size(), evaluation);
  if (knows_truth) truth_.resize(evaluation.size(), std::numeric_limits<float>::quiet_NaN());
  if (knows_truth) scorer_ = std::make_unique<Scorer>(options.steps, options.window, evaluation.score);
  if (options.by_question || !knows_truth) {
    questions_ = std::make_unique<QuestionScores>(agent, evaluation, knows_truth, options.window, exact_.get());
    observation_.resize(agent.state_questions().vocabulary().signals.size());
  }
}

RunScore::RunScore(const RunScore& other)
    : options_(other.options_),
      exact_(other.exact_),
      exact_now_(other.exact_now_),
      world_knows_truth_(other.world_knows_truth_),
      first_of_head_(other.first_of_head_),
      largest_error_(other.largest_error_),
      asks_forecasts_(other.asks_forecasts_),
      scorer_(other.scorer_ ? std::make_unique<Scorer>(*other.scorer_) : nullptr),
      questions_(other.questions_ ? std::make_unique<QuestionScores>(*other.questions_) : nullptr),
      steps_done_(other.steps_done_),
      divergence_(other.divergence_),
      observation_(other.observation_),
      truth_(other.truth_) {}

RunScore& RunScore::operator=(const RunScore& other) {
  if (this != &other) *this = RunScore(other);
  return *this;
}

RunScore::RunScore(RunScore&& other) noexcept = default;
RunScore& RunScore::operator=(RunScore&& other) noexcept = default;
RunScore::~RunScore() = default;

const Metric& RunScore::main() const { return scorer_ ? scorer_->main() : questions_->main(); }

void RunScore::begin(const Agent<float>& agent, std::span<const float> observation) {
  if (questions_) remember(agent, observation);
}

void RunScore::remember(const Agent<float>& agent, std::span<const float> observation) {
  const bool is_first = steps_done_ == 0;  // what is predicted before the first step is not scored by the truth
  questions_->add_state(agent, is_first ? std::span<const float>() : truth_,
                        is_first ? std::span<const float>() : exact_now_);
  std::ranges::copy(observation, observation_.begin());
}

void RunScore::add_transition(std::size_t action, double behaviour_prob, bool ends,
                              std::span<const float> observation) {
  questions_->add_transition({observation_, action, behaviour_prob, observation, ends});
}

void RunScore::see_state(std::size_t state) {
  exact_now_ = exact_->in_state(state);
  if (!world_knows_truth_) std::ranges::copy(exact_now_.subspan(first_of_head_, truth_.size()), truth_.begin());
}

bool RunScore::add_state(const Agent<float>& agent, std::span<const float> predictions,
                         std::span<const float> observation) {
  double error = 0;
  if (scorer_) {
    // What the world asks comes first among the head's questions; its forecasts come last of all.
    error = scorer_->add(asks_forecasts_ ? predictions.last(truth_.size()) : predictions.first(truth_.size()), truth_);
  } else {
    error = largest_of(predictions);  // how far they are off is not known yet
  }
  const bool is_off = !(error < largest_error_);
  if (is_off) check_truth();
  ++steps_done_;
  if (questions_) remember(agent, observation);
  if (is_off)
    divergence_ = fmt::format("diverged at step {}: the predictions are {}", steps_done_,
                              !std::isfinite(error) ? "not finite"
                              : scorer_             ? fmt::format("off by {:.3g}", error)
                                                    : fmt::format("as large as {:.3g}", error));
  const bool is_check = steps_done_ % steps_between_checks == 0 || steps_done_ == options_.steps;
  if (is_check && divergence_.empty() && !agent.is_finite())
    divergence_ = fmt::format("diverged by step {}: state or weights are not finite", steps_done_);
  return divergence_.empty();
}

/// A prediction that is off is the agent's fault, unless it is the truth that makes no sense.
void RunScore::check_truth() const {
  for (std::size_t k = 0; k < truth_.size(); ++k)
    require(std::isfinite(truth_[k]), fmt::format("the world's true answer {} is {}", k + 1, truth_[k]));
}

Summary RunScore::summary() const {
  auto summary = scorer_ ? scorer_->summary() : questions_->summary();
  if (options_.by_question) summary.questions = questions_->scores();
  return summary;
}

void RunScore::check() const {
  require(!scorer_ || (scorer_->is_consistent() && scorer_->steps() == steps_done_),
          "its learning curve does not belong to so many steps");
  if (questions_) questions_->check();
}

}  // namespace gvfn
