#pragma once
// How well each question is answered: against the truth where the world knows it, else against the returns that come
// about.

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "gvfn/agent/agent.hpp"
#include "gvfn/base/fields.hpp"
#include "gvfn/world/evaluation.hpp"

namespace gvfn {

/// Over the last 20 % of a run, in the units of the question's signal.
struct QuestionScore {
  std::string part;     // whose question: "state" or "head"
  std::string name;     // of the question
  std::string against;  // "truth" or "return"; empty: it cannot be scored, and `note` says why
  double rmse = 0;      // not a number where nothing was scored
  double samples = 0;   // number of errors; for weighted ones the effective number, (sum w)^2 / sum w^2
  double cut_off = 0;   // the mean share of the discount that is missing, since a return was not waited for to its end
  std::string note = {};
};

/// The return of a question under its own policy is known only where the behaviour happened to follow that. The squared
/// errors are weighted by the product of the ratios rho on the way (weighted importance sampling), so that their mean
/// is about the question's own policy. A return is waited for until what is left of its discount is below 0.001, but no
/// longer than some 1,000 steps. A question about other questions' answers is scored by their returns.
class QuestionScores {
 public:
  /// `steps` is the length of the run.
  QuestionScores(const Agent<float>& agent, const Evaluation& evaluation, bool knows_truth, std::int64_t steps);

  /// A state, with the truth of what the world asks if it is known; then the transition from it, by turns.
  void add_state(const Agent<float>& agent, std::span<const float> truth);
  void add_transition(const Transition& transition);

  /// Throws InvalidInput for numbers that do not go together, as they may come from a file.
  void check() const;

  /// So far. Where the stream has ended before the last 20 % of the run, of all the steps that it had.
  std::vector<QuestionScore> scores() const;
  /// The root of the mean squared error, in the mean over the questions that are scored by returns: since the last
  /// call, and over the last 20 % of the run. Not a number where there is none.
  double take_window_error();
  double final_error() const;

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
    visit("window", self.window_);
    visit("tail", self.tail_);
    visit("whole", self.whole_);
    visit("largest", self.largest_);
    visit("noise", self.noise_);
  }

 private:
  struct Plan;  // how each question is scored; constant

  /// Weighted sums of one question.
  struct Sums {
    double weight = 0;
    double weight_squares = 0;
    double square_errors = 0;
    double cut_off = 0;

    void add(double weight_of_error, double error, double missing);
    template <class Self, class Visit>
    static void fields(Self& self, Visit& visit) {
      visit("weight", self.weight);
      visit("weight_squares", self.weight_squares);
      visit("square_errors", self.square_errors);
      visit("cut_off", self.cut_off);
    }
  };
  struct Return;
  std::vector<Return> find_returns() const;
  Return one_step(std::size_t t, std::size_t j, const Return* next) const;
  Return along_path(std::size_t t, std::size_t end, std::size_t j) const;
  void score_rows(std::size_t count, bool only_complete);
  double mean_error(const std::vector<Sums>& sums) const;
  /// The sums that count at the end, with what is known of the rows that wait.
  std::vector<Sums> final_sums() const;

  std::shared_ptr<const Plan> plan_;
  std::size_t half_;  // rows that are scored at once: a row has at least as many others after it
  std::int64_t tail_begins_;

  std::size_t rows_ = 0;      // states that are waiting for their returns
  std::size_t complete_ = 0;  // of these, those whose transition is known
  std::int64_t steps_ = 0;    // transitions so far
  // Row by row, a number for each question: what was answered, and C, gamma and rho of the transition that followed.
  std::vector<float> answers_;
  std::vector<float> cumulants_;
  std::vector<float> continuations_;
  std::vector<float> ratios_;
  std::vector<std::uint8_t> ends_;  // by row
  std::vector<Sums> window_;
  std::vector<Sums> tail_;
  std::vector<Sums> whole_;
  // What evaluation remembers, of the state's questions and of the head's.
  std::array<std::vector<double>, 2> largest_;
  std::array<Random, 2> noise_;
};

}  // namespace gvfn
