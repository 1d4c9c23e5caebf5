#include "experiment/score_plan.hpp"

#include <algorithm>
#include <cmath>

#include "agent/agent_core.hpp"
#include "experiment/exact_answers.hpp"
#include "gvfn/question/describe.hpp"
#include "question/graph.hpp"

namespace gvfn {
namespace {

constexpr std::size_t longest_wait = 1'000;  // steps
constexpr std::size_t shortest_limit = 16;   // however many questions there are
constexpr std::size_t most_numbers_kept = 4'000'000;

bool has_functions(const Question& question) {
  return std::holds_alternative<CumulantFunction>(question.cumulant) ||
         std::holds_alternative<ContinuationFunction>(question.continuation) ||
         std::holds_alternative<PolicyFunction>(question.policy);
}

/// The questions whose answers one needs.
std::vector<std::string> used_by(const Question& question) {
  std::vector<std::string> names;
  if (const auto* made_of = std::get_if<PredictionCumulant>(&question.cumulant))
    for (const auto& [name, weight] : made_of->weights) names.push_back(name);
  if (const auto* conditional = std::get_if<Conditional>(&question.policy)) names.push_back(conditional->prediction);
  return names;
}

/// Do two questions ask the same? Those of the same name that they are made of must, too.
bool ask_the_same(const Question& a, const std::vector<Question>& with_a, const Question& b,
                  const std::vector<Question>& with_b) {
  if (has_functions(a) || has_functions(b) || definition(a) != definition(b)) return false;
  const auto named = [](const std::vector<Question>& all, const std::string& name) -> const Question& {
    return *std::ranges::find(all, name, &Question::name);
  };
  return std::ranges::all_of(used_by(a), [&](const std::string& name) {
    return ask_the_same(named(with_a, name), with_a, named(with_b, name), with_b);
  });
}

/// The world's question that is the same one.
std::optional<std::size_t> find_truth(const Question& question, const std::vector<Question>& beside,
                                      const std::vector<Question>& asked) {
  for (std::size_t k = 0; k < asked.size(); ++k)
    if (ask_the_same(question, beside, asked[k], asked)) return k;
  return std::nullopt;
}

/// Steps until what is left of the discount is negligible.
std::size_t steps_of(const Continuation& continuation) {
  const auto* discount = std::get_if<Discount>(&continuation);
  if (!discount) return longest_wait;
  const double gamma = std::max(discount->gamma, discount->until ? discount->then : 0);
  if (gamma <= negligible_discount) return 1;
  const double steps = std::ceil(std::log(negligible_discount) / std::log(gamma));
  return gamma < 1 && steps < static_cast<double>(longest_wait) ? static_cast<std::size_t>(steps) : longest_wait;
}

}  // namespace

ScorePlan::ScorePlan(const Agent<float>& agent, const Evaluation& evaluation, bool knows_truth,
                     const ExactAnswers* exact)
    : tables{QuestionTable<float>(agent.state_questions()), QuestionTable<float>(agent.head_questions())} {
  add_questions("state", tables[0].network(), evaluation, knows_truth);
  if (AgentCore<float>::of(agent).options().learner.rule == RuleKind::target) score_as_forecasts();
  add_questions("head", tables[1].network(), evaluation, knows_truth);
  asked = questions.size();
  for (std::size_t j = 0; exact && j < asked; ++j) {
    questions[j].is_exact = !questions[j].truth && exact->is_complete[j];
    if (questions[j].is_exact) questions[j].why_not.clear();
  }
  add_forecasts(agent.state_questions().vocabulary(), evaluation, knows_truth);
  find_wait();
  if (evaluation.size() == 0) return;
  // What the world asks comes first among the head's questions.
  const auto first = tables[0].size();
  for (std::size_t j = 0; j < questions.size(); ++j)
    questions[j].is_main = j >= asked || (j >= first && j < first + evaluation.questions.size());
}

/// The questions of a forecast network: they do not learn from what the end of an episode cuts off.
void ScorePlan::score_as_forecasts() {
  const auto asked_for = gvfn::forecasts(tables[0].network());
  for (std::size_t j = 0; j < asked_for.size(); ++j) {
    questions[j].forecast = asked_for[j];
    questions[j].wait = asked_for[j].steps;
    questions[j].terms.clear();
    questions[j].why_not.clear();
    forecasts.push_back(j);
  }
  order.clear();
}

void ScorePlan::find_wait() {
  const auto limit =
      std::clamp(most_numbers_kept / std::max<std::size_t>(1, questions.size()), shortest_limit, longest_wait);
  for (auto& scored : questions) {
    if (scored.forecast && !scored.by_truth() && scored.wait > limit)
      scored.why_not = "what it foretells is not waited for: it is more than " + std::to_string(limit) + " steps ahead";
    if (scored.by_return()) wait = std::max(wait, std::min(limit, scored.wait));
  }
}

void ScorePlan::add_questions(const std::string& part, const QuestionNetwork& network, const Evaluation& evaluation,
                              bool knows_truth) {
  const auto first = questions.size();
  for (const auto& question : network.questions()) {
    ScoredQuestion scored{.part = part, .name = question.name};
    if (knows_truth) scored.truth = find_truth(question, network.questions(), evaluation.questions);
    questions.push_back(std::move(scored));
  }
  for (const auto j : topological_order(network.questions(), network.dependencies())) {
    find_return(first, j, network);
    order.push_back(first + j);
  }
}

void ScorePlan::add_forecasts(const Vocabulary& vocabulary, const Evaluation& evaluation, bool knows_truth) {
  for (std::size_t f = 0; f < evaluation.forecasts.size(); ++f) {
    const auto& forecast = evaluation.forecasts[f];
    ScoredQuestion scored{.part = "head",
                          .name = vocabulary.signals[forecast.signal].name + " in " + std::to_string(forecast.steps),
                          .wait = forecast.steps,
                          .forecast = forecast};
    if (knows_truth) scored.truth = evaluation.questions.size() + f;
    forecasts.push_back(questions.size());
    questions.push_back(std::move(scored));
  }
}

/// The questions that this one is made of have been looked at before.
void ScorePlan::find_return(std::size_t first, std::size_t j, const QuestionNetwork& network) {
  const auto& question = network.questions()[j];
  auto& scored = questions[first + j];
  scored.wait = steps_of(question.continuation);
  scored.is_on_policy = scored.has_one_policy = std::holds_alternative<SameAsBehaviour>(question.policy);
  const auto* made_of = std::get_if<PredictionCumulant>(&question.cumulant);
  if (!made_of) return;
  const auto& when = made_of->when;
  if (when) scored.gate = ScoredGate{network.names().signal(when->signal), when->threshold};
  std::size_t wait_of_used = 0;
  for (const auto& [name, weight] : made_of->weights) {
    const auto used = first + network.index(name);
    scored.terms.push_back({used, static_cast<float>(weight)});
    if (scored.why_not.empty()) scored.why_not = questions[used].why_not;
    scored.has_one_policy = scored.has_one_policy && questions[used].has_one_policy;
    wait_of_used = std::max(wait_of_used, questions[used].wait);
  }
  scored.wait = std::min(longest_wait, scored.wait + wait_of_used);
  const bool has_one_path = made_of->weights.size() == 1 && is_myopic(question.continuation);
  if (!scored.has_one_policy && !has_one_path && scored.why_not.empty())
    scored.why_not = "it cannot be scored: it adds up other questions' answers off-policy";
}

}  // namespace gvfn
