#pragma once
// How well each question is answered: against the truth where the world knows it, else against the returns that come
// about.

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "gvfn/agent/agent.hpp"
#include "gvfn/base/fields.hpp"
#include "gvfn/experiment/metrics.hpp"
#include "gvfn/world/evaluation.hpp"

namespace gvfn {

struct ScorePlan;
struct ExactAnswers;

/// The return of a question under its own policy is known only where the behaviour happened to follow that. The squared
/// errors are weighted by the product of the ratios rho on the way (weighted importance sampling), so that their mean
/// is about the question's own policy. A return is waited for until what is left of its discount is below 0.001, but no
/// longer than some 1,000 steps. A question about other questions' answers is scored by their returns.
class QuestionScores {
 public:
  /// With a curve whose points are `window` steps apart.
  QuestionScores(const Agent<float>& agent, const Evaluation& evaluation, bool knows_truth, std::int64_t window,
                 const ExactAnswers* exact = nullptr);
  QuestionScores(const QuestionScores& other);
  QuestionScores(QuestionScores&& other) noexcept;
  QuestionScores& operator=(const QuestionScores& other);
  QuestionScores& operator=(QuestionScores&& other) noexcept;
  ~QuestionScores();

  /// A state, with the truth of what the world asks, and the exact answers to all questions, if they are known; then
  /// the transition from it, by turns.
  void add_state(const Agent<float>& agent, std::span<const float> truth, std::span<const float> exact = {});
  void add_transition(const Transition& transition);

  /// Throws InvalidInput for numbers that do not go together, as they may come from a file.
  void check() const;

  /// Of the last 20 % of the steps so far.
  std::vector<QuestionScore> scores() const;

  /// `rmsre`: the root of the mean squared error against returns, in the mean over what the world asks; where it asks
  /// nothing, over all questions. A point of its curve is about the answers of so many steps, and comes when their
  /// returns have been waited for; it is not a number where there was none. The value is that of the last 20 % of the
  /// run.
  Summary summary() const;
  /// The curve so far.
  const Metric& main() const { return rmsre_; }

  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("rows", self.rows_, Below{2 * self.half_ + 1});
    visit("complete", self.complete_, Below{2 * self.half_ + 1});
    visit("steps", self.steps_);
    visit("answers", self.answers_);
    visit("cumulants", self.cumulants_);
    visit("continuations", self.continuations_);
    visit("ratios", self.ratios_);
    visit("ends", self.ends_, Below{2});
    visit("in_window", self.in_window_);
    visit("block_steps", self.block_steps_);
    visit("blocks", self.blocks_);
    visit("rmsre", self.rmsre_);
    visit("largest", self.largest_);
    visit("noise", self.noise_);
  }

 private:
  /// Weighted sums of one question.
  struct Sums {
    double weight = 0;
    double weight_squares = 0;
    double square_errors = 0;
    double cut_off = 0;

    void add(double weight_of_error, double error, double missing);
    void add(const Sums& other);
    template <class Self, class Visit>
    static void fields(Self& self, Visit& visit) {
      visit("weight", self.weight);
      visit("weight_squares", self.weight_squares);
      visit("square_errors", self.square_errors);
      visit("cut_off", self.cut_off);
    }
  };
  struct Return;
  struct Scratch;
  void drop_oldest_rows();
  void score_by_truth(std::size_t question, float answer, float truth);
  /// Evaluates the questions of the state or of the head; the first of them stands at `first` in the rows.
  void evaluate(std::size_t part, std::size_t first, const Transition& transition);
  std::vector<Return> find_returns() const;
  Return one_step(std::size_t t, std::size_t j, const Return* next) const;
  Return along_path(std::size_t t, std::size_t end, std::size_t j) const;
  void find_outcomes(std::size_t j, std::vector<Return>& all) const;
  void score_rows(std::size_t count, bool only_complete);
  double mean_error(const std::vector<Sums>& sums) const;
  /// With what is known of the rows that wait.
  QuestionScores finished() const;
  /// Of every question, over the last fifth of the blocks.
  std::vector<Sums> final_sums() const;
  /// The sums of the questions in the block that a step is in.
  Sums* block_of(std::int64_t step);

  std::shared_ptr<const ScorePlan> plan_;
  std::size_t half_;  // rows that are scored at once: a row has at least as many others after it
  std::int64_t window_;

  std::size_t rows_ = 0;      // states that are waiting for their returns
  std::size_t complete_ = 0;  // of these, those whose transition is known
  std::int64_t steps_ = 0;    // transitions so far
  // Row by row, a number for each question: what was answered, and C, gamma and rho of the transition that followed.
  std::vector<float> answers_;
  std::vector<float> cumulants_;
  std::vector<float> continuations_;
  std::vector<float> ratios_;
  std::vector<std::uint8_t> ends_;  // by row
  std::vector<Sums> in_window_;
  // Sums of every question, block by block. Where there is no room for a further block, two become one.
  std::size_t block_count_;
  std::int64_t block_steps_ = 1;
  std::vector<Sums> blocks_;
  Metric rmsre_{"rmsre"};
  // What evaluation remembers, of the state's questions and of the head's.
  std::array<std::vector<double>, 2> largest_;
  std::array<Random, 2> noise_;
  std::vector<Scratch> scratch_;  // of the state's and of the head's
};

}  // namespace gvfn
