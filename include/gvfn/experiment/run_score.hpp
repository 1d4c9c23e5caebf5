#pragma once
// How well a run predicts, and whether it has diverged. It watches every step of a run.

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "gvfn/agent/agent.hpp"
#include "gvfn/experiment/metrics.hpp"
#include "gvfn/world/evaluation.hpp"

namespace gvfn {

struct RunScoreOptions {
  std::int64_t steps = 1;
  std::int64_t window = 1;
  double divergence_bound = 1e6;  // times the largest number in the signals' ranges, if that is above 1
  bool by_question = false;
};

class Scorer;
class QuestionScores;
struct ExactAnswers;

/// The answers to what the world asks are scored against the truth, if it knows that. Otherwise they are scored against
/// their returns: `rmsre`, the root mean squared return error, which is of all questions where the world asks none.
class RunScore {
 public:
  /// Exact answers, where they are known, are the truth; null where they are not.
  RunScore(const RunScoreOptions& options, const Evaluation& evaluation, bool knows_truth, const Agent<float>& agent,
           std::shared_ptr<const ExactAnswers> exact = nullptr);
  RunScore(const RunScore& other);
  RunScore(RunScore&& other) noexcept;
  RunScore& operator=(const RunScore& other);
  RunScore& operator=(RunScore&& other) noexcept;
  ~RunScore();

  /// The state that a run begins with.
  void begin(const Agent<float>& agent, std::span<const float> observation);

  /// Is it to be told of every transition?
  bool watches_transitions() const { return questions_ != nullptr; }
  /// From the last state; the observation is the last one of an episode, if that ends.
  void add_transition(std::size_t action, double behaviour_prob, bool ends, std::span<const float> observation);

  /// Where the true answers to the world's questions are written, before add_state. What is never written is no number.
  std::span<float> truth() { return truth_; }

  /// Is it to be told the state of a finite world, before add_state?
  bool watches_states() const { return exact_ != nullptr; }
  void see_state(std::size_t state);

  /// The state after a step, and what the agent predicts in it. Returns whether the run goes on: it does not where the
  /// agent has diverged.
  bool add_state(const Agent<float>& agent, std::span<const float> predictions, std::span<const float> observation);

  std::int64_t steps_done() const { return steps_done_; }
  /// What diverged, and when; empty if nothing has.
  const std::string& divergence() const { return divergence_; }
  /// The curve of the first metric so far.
  const Metric& main() const;
  Summary summary() const;

  /// Throws InvalidInput for numbers that do not go together, as they may come from a file.
  void check() const;

  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("steps_done", self.steps_done_, Below{static_cast<std::size_t>(self.options_.steps) + 1});
    visit("divergence", self.divergence_);
    if (self.scorer_) visit("scorer", *self.scorer_);
    if (self.questions_) visit("questions", *self.questions_);
    visit("observation", self.observation_);
  }

 private:
  void check_truth() const;
  void remember(const Agent<float>& agent, std::span<const float> observation);

  RunScoreOptions options_;
  std::shared_ptr<const ExactAnswers> exact_;
  std::span<const float> exact_now_;  // in the present state
  bool world_knows_truth_;
  std::size_t first_of_head_;  // among all questions
  double largest_error_;       // above which a run has diverged
  bool asks_forecasts_;
  std::unique_ptr<Scorer> scorer_;             // against the truth, if the world knows it
  std::unique_ptr<QuestionScores> questions_;  // of every question, if they are asked for, or there is no truth
  std::int64_t steps_done_ = 0;
  std::string divergence_;
  std::vector<float> observation_;  // for the next transition
  std::vector<float> truth_;        // scratch
};

}  // namespace gvfn
