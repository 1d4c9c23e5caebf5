#include "question/question_sizes.hpp"

#include <fmt/format.h>

#include "gvfn/base/invalid_input.hpp"

namespace gvfn {
namespace {

void check_name(std::string_view kind, const std::string& name) {
  if (name.empty()) throw InvalidInput(fmt::format("{} has no name", kind));
  if (name.size() > longest_name)
    throw InvalidInput(fmt::format("{} has a name of {} letters, which are more than {}: \"{}\"", kind, name.size(),
                                   longest_name, one_line(name, 100)));
}

/// Of one question.
struct Size {
  std::size_t terms = 0;
  std::size_t letters = 0;
  std::size_t policies = 0;  // with a probability for each action

  void add(const Event& event) {
    terms += event.conditions.size();
    for (const auto& condition : event.conditions) letters += condition.name.size();
  }
  void add(const std::map<std::string, double>& numbers) {
    terms += numbers.size();
    for (const auto& [name, number] : numbers) letters += name.size();
  }

  void operator()(const SignalCumulant& cumulant) { letters += cumulant.signal.size(); }
  void operator()(const PredictionCumulant& cumulant) {
    add(cumulant.weights);
    if (cumulant.when) letters += cumulant.when->signal.size();
  }
  void operator()(const EventCumulant& cumulant) { add(cumulant.event); }
  void operator()(const NoiseCumulant&) {}

  void operator()(const Discount& discount) {
    if (discount.until) add(*discount.until);
  }

  void operator()(const SameAsBehaviour&) {}
  void operator()(const Always& policy) {
    ++policies;
    letters += policy.action.size();
  }
  void operator()(const Probabilities& policy) {
    ++policies;
    add(policy.of);
  }
  void operator()(const UniformlyRandom&) { ++policies; }
  void operator()(const Conditional& policy) {
    letters += policy.prediction.size();
    std::visit(*this, policy.then);
    std::visit(*this, policy.otherwise);
  }

  template <class Result, class... Arguments>
  void operator()(const std::function<Result(Arguments...)>&) {}
};

Size size_of(const Question& question) {
  Size size{.letters = question.name.size()};
  std::visit(size, question.cumulant);
  std::visit(size, question.continuation);
  std::visit(size, question.policy);
  return size;
}

}  // namespace

void check_sizes(const Vocabulary& vocabulary) {
  const auto& [signals, actions] = vocabulary;
  require(signals.size() <= most_signals,
          fmt::format("there are {} signals, which are more than {}", signals.size(), most_signals));
  require(actions.size() <= most_actions,
          fmt::format("there are {} actions, which are more than {}", actions.size(), most_actions));
  for (const auto& signal : signals) check_name("a signal", signal.name);
  for (const auto& action : actions) check_name("an action", action);
}

void QuestionSizes::add(const Question& question) {
  check_name("a question", question.name);
  ++questions_;
  const auto [terms, letters, policies] = size_of(question);
  const auto check = [&](std::size_t size, std::size_t most, std::string_view what) {
    if (size > most)
      throw InvalidInput(fmt::format("with question {}, \"{}\", there are more than {} {} in all questions together",
                                     questions_, one_line(question.name, 100), most, what));
  };
  check(terms_ += terms, most_terms, "conditions, predictions and probabilities");
  check(letters_ += letters, most_letters, "letters in the names");
  check(target_probs_ += policies * actions_, most_target_probs, "probabilities of actions");
}

}  // namespace gvfn
