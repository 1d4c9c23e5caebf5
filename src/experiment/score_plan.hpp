#pragma once
// How each question of an agent is scored: by the world's truth, by its returns, or not at all. It does not change
// during a run.

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "gvfn/agent/agent.hpp"
#include "gvfn/world/evaluation.hpp"
#include "question/question_table.hpp"

namespace gvfn {

struct ExactAnswers;

/// What is left of a return's discount is negligible below this.
inline constexpr double negligible_discount = 1e-3;

/// A prediction that is part of a cumulant, if its gate is open.
struct ScoredTerm {
  std::size_t used;  // question
  float weight;
};

/// A signal that lets the terms of a cumulant through.
struct ScoredGate {
  std::size_t signal;
  Threshold threshold;

  bool is_open(const Transition& transition) const {
    return threshold.holds(static_cast<double>(transition.observation_tp1[signal]));
  }
};

struct ScoredQuestion {
  std::string part;  // "state" or "head"
  std::string name;
  std::optional<std::size_t> truth = {};  // its place among the world's true answers
  bool is_exact = false;                  // its exact answers are known otherwise
  std::string why_not = {};               // it has no return
  std::vector<ScoredTerm> terms = {};
  std::optional<ScoredGate> gate = {};  // of the terms
  std::size_t wait = 1;                 // steps until its return is known
  bool is_on_policy = true;             // rho is 1
  bool has_one_policy = true;           // and that of all questions that it is made of
  bool is_main = true;                  // its error is part of the run's: the world asks it, or the world asks nothing
  std::optional<Forecast> forecast = {};  // what it foretells, if it is learned as a forecast

  bool by_truth() const { return truth || is_exact; }
  bool by_return() const { return !by_truth() && why_not.empty(); }
};

struct ScorePlan {
  ScorePlan(const Agent<float>& agent, const Evaluation& evaluation, bool knows_truth, const ExactAnswers* exact);

  std::vector<ScoredQuestion> questions;       // of the state, then of the head, then the head's forecasts
  std::array<QuestionTable<float>, 2> tables;  // of the state and of the head
  std::size_t asked = 0;                       // the questions of both tables, without the forecasts
  std::vector<std::size_t> forecasts;          // those that are learned as forecasts
  std::vector<std::size_t> order;              // the others: those that are used come before their users
  std::size_t wait = 1;                        // the longest of the returns that are scored

 private:
  void add_questions(const std::string& part, const QuestionNetwork& network, const Evaluation& evaluation,
                     bool knows_truth);
  void score_as_forecasts();
  void add_forecasts(const Vocabulary& vocabulary, const Evaluation& evaluation, bool knows_truth);
  /// Of all questions, so that not too much is kept.
  void find_wait();
  void find_return(std::size_t first, std::size_t j, const QuestionNetwork& network);
};

}  // namespace gvfn
