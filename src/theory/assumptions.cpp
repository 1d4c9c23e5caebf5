#include "gvfn/theory/assumptions.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "gvfn/base/invalid_input.hpp"
#include "question/graph.hpp"

namespace gvfn {
namespace {

std::string find_cycle(const QuestionNetwork& questions) {
  const auto cycle = order_questions(questions.size(), questions.dependencies()).cycle;
  return cycle.empty() ? "" : "the questions form a cycle: " + cycle_text(questions.questions(), cycle);
}

/// The norm of an answer's matrix is that of its absolute values: all entries have the sign of one weight.
double lipschitz_of(const QuestionOperator& question) {
  double largest = 0;
  for (const auto& [used, weights] : question.terms) largest = std::max(largest, spectral_norm(weights.cwiseAbs()));
  return largest;
}

/// The least and the largest answer in the states that can be reached.
void find_range(const Eigen::VectorXd& answers, const std::vector<bool>& is_reached, std::size_t modes,
                QuestionVerdict& verdict) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  verdict.answers = {infinity, -infinity};
  for (std::size_t s = 0; s < is_reached.size(); ++s) {
    if (!is_reached[s]) continue;
    bool has_answer = true;
    for (std::size_t m = 0; m < modes; ++m) {
      const double answer = answers[static_cast<Eigen::Index>(s * modes + m)];
      has_answer = has_answer && !std::isnan(answer);
      verdict.answers.low = std::min(verdict.answers.low, answer);
      verdict.answers.high = std::max(verdict.answers.high, answer);
    }
    if (!has_answer) ++verdict.without_answer;
  }
}

bool is_behaviour(const SimplePolicy& policy) { return std::holds_alternative<SameAsBehaviour>(policy); }

/// Does any policy follow the behaviour, whose modes are then part of the state?
bool is_about_behaviour(const QuestionNetwork& questions) {
  return std::ranges::any_of(questions.questions(), [](const Question& question) {
    if (const auto* conditional = std::get_if<Conditional>(&question.policy))
      return is_behaviour(conditional->then) || is_behaviour(conditional->otherwise);
    return std::holds_alternative<SameAsBehaviour>(question.policy);
  });
}

}  // namespace

bool Assumptions::converges() const {
  return cycle.empty() &&
         std::ranges::all_of(questions, [](const QuestionVerdict& q) { return q.contraction.is_proper; });
}

Assumptions check_assumptions(const FiniteModel& whole, const QuestionNetwork& questions) {
  const auto model = is_about_behaviour(questions) ? whole : without_modes(whole);
  Assumptions found{.cycle = find_cycle(questions), .states = model.world_states};
  const auto [is_seen, is_left] = reachable_states(model);
  found.reached = static_cast<std::size_t>(std::ranges::count(is_seen, true));
  const auto bellman = bellman_operator(model, questions);
  for (std::size_t j = 0; j < questions.size(); ++j)
    found.questions.push_back({.name = questions.questions()[j].name,
                               .lipschitz = lipschitz_of(bellman.questions[j]),
                               .contraction = contraction(bellman.questions[j].transition)});
  found.growth = growth_rate(bellman);
  if (!found.cycle.empty()) return found;
  const auto answers = fixed_point(bellman);
  for (std::size_t j = 0; j < questions.size(); ++j)
    find_range(answers.col(static_cast<Eigen::Index>(j)), is_left, model.modes, found.questions[j]);
  return found;
}

}  // namespace gvfn
