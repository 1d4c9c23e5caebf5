#include "gvfn/question/forecast.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "gvfn/base/invalid_input.hpp"
#include "question/graph.hpp"

namespace gvfn {
namespace {

struct WhyNot {
  std::string operator()(const SignalCumulant& cumulant) const {
    if (cumulant.threshold) return "its cumulant is a threshold";
    return cumulant.normalise ? "its cumulant is normalised" : "";
  }
  std::string operator()(const PredictionCumulant& cumulant) const {
    if (cumulant.when) return "its cumulant is a prediction only at times (\"when\")";
    return cumulant.weights.size() > 1 ? "its cumulant is a sum of several predictions" : "";
  }
  std::string operator()(const EventCumulant&) const { return "its cumulant is an event"; }
  std::string operator()(const NoiseCumulant&) const { return "its cumulant is noise"; }
  std::string operator()(const CumulantFunction&) const { return "its cumulant is a function"; }
};

/// Why this question alone is no forecast; empty if nothing speaks against it.
std::string why_not(const Question& question) {
  if (!is_myopic(question.continuation)) return "its continuation is not myopic, so that it asks for a sum";
  if (!std::holds_alternative<SameAsBehaviour>(question.policy)) return "its policy is not the behaviour's";
  return std::visit(WhyNot{}, question.cumulant);
}

}  // namespace

void check(const Forecast& forecast, const Vocabulary& vocabulary) {
  require(forecast.signal < vocabulary.signals.size(),
          fmt::format("a forecast is about signal {}, counted from 0, and there are {}", forecast.signal,
                      vocabulary.signals.size()));
  require(forecast.steps >= 1 && forecast.steps <= most_steps_ahead,
          fmt::format("a forecast of {} steps is not from 1 to {}", forecast.steps, most_steps_ahead));
  require(std::isfinite(forecast.scale), "the scale of a forecast is not finite");
}

std::size_t longest_forecast(const std::vector<Forecast>& forecasts) {
  std::size_t steps = 0;
  for (const auto& forecast : forecasts) steps = std::max(steps, forecast.steps);
  return steps;
}

std::vector<Question> forecast_questions(const std::vector<std::string>& signals, std::size_t horizon) {
  require(horizon >= 1 && horizon <= most_questions,
          fmt::format("a forecast's horizon is from 1 to {} steps, not {}", most_questions, horizon));
  require(signals.size() <= most_questions / horizon,
          fmt::format("forecasts of {} signals at {} steps are more than {} questions", signals.size(), horizon,
                      most_questions));
  std::vector<Question> questions;
  for (const auto& signal : signals) {
    questions.push_back({signal + " in 1", SignalCumulant{signal}});
    for (std::size_t steps = 2; steps <= horizon; ++steps) {
      const auto& before = questions.back().name;
      questions.push_back({fmt::format("{} in {}", signal, steps), PredictionCumulant{{{before, 1.0}}}});
    }
  }
  return questions;
}

std::vector<Forecast> forecasts(const QuestionNetwork& network) {
  const auto& questions = network.questions();
  for (const auto& question : questions) {
    const auto reason = why_not(question);
    require(reason.empty(), fmt::format("question \"{}\" is no forecast: {}", question.name, reason));
  }
  std::vector<const Dependency*> uses(network.size(), nullptr);
  for (const auto& dependency : network.dependencies()) uses[dependency.user] = &dependency;

  std::vector<Forecast> found(network.size());
  for (const auto j : topological_order(questions, network.dependencies())) {
    if (const auto* use = uses[j]) {
      const auto& before = found[use->used];
      found[j] = {before.signal, before.steps + 1, use->weight * before.scale};
    } else {
      const auto& cumulant = std::get<SignalCumulant>(questions[j].cumulant);
      found[j] = {network.names().signal(cumulant.signal), 1, cumulant.scale};
    }
  }
  return found;
}

}  // namespace gvfn
