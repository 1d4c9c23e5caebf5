// Checking a network: names, ranges and cycles.

#include "gvfn/question/question_network.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "gvfn/base/invalid_input.hpp"
#include "question/graph.hpp"

namespace gvfn {

namespace {

void check_names(const Vocabulary& vocabulary) {
  std::set<std::string_view> names;
  constexpr double largest = 1e30;  // answers are sums of signals, and float
  for (const auto& [name, low, high, group] : vocabulary.signals) {
    require(!name.empty(), "a signal has no name");
    require(names.insert(name).second, fmt::format("two signals are named \"{}\"", name));
    require(!(low > high) && !std::isnan(low) && !std::isnan(high),
            fmt::format("the range of signal \"{}\" is from {} to {}: the lower bound comes first", name, low, high));
    for (const double bound : {low, high})
      require(std::abs(bound) <= largest || std::isinf(bound),
              fmt::format("the range of signal \"{}\" is from {} to {}: a bound is at most {:g}, or there is none",
                          name, low, high, largest));
  }
  names.clear();
  for (const auto& name : vocabulary.actions)
    require(names.insert(name).second, fmt::format("two actions are named \"{}\"", name));
}

void check(const Event& event, const Vocabulary& vocabulary) {
  require(!event.conditions.empty(), "its event has no condition");
  for (const auto& [on, name, threshold] : event.conditions) {
    require(!std::isnan(threshold.level), fmt::format("its event has \"{}\" above or below what is no number", name));
    if (on == Condition::On::action) {
      vocabulary.action(name);
    } else {
      vocabulary.signal(name);
    }
  }
}

}  // namespace

QuestionNetwork::QuestionNetwork(Vocabulary vocabulary, std::vector<Question> questions, Cycles cycles)
    : cycles_(cycles), vocabulary_(std::move(vocabulary)), questions_(std::move(questions)) {
  check_names(vocabulary_);
  for (std::size_t j = 0; j < size(); ++j) {
    const auto& name = questions_[j].name;
    require(!name.empty(), "a question has no name");
    require(index_.emplace(name, j).second, fmt::format("two questions are named \"{}\"", name));
  }
  for (std::size_t j = 0; j < size(); ++j) {
    try {
      check_cumulant(j);
      check_continuation(j);
      check_policy(j);
    } catch (const InvalidInput& error) {
      throw InvalidInput(fmt::format("question \"{}\": {}", questions_[j].name, error.what()));
    }
  }
  constexpr double infinity = std::numeric_limits<double>::infinity();
  for (auto* bounds : {&bounds_, &bounds_with_ends_, &cumulant_bounds_}) bounds->assign(size(), {-infinity, infinity});
  try {
    find_bounds();
  } catch (const InvalidInput&) {
    if (cycles == Cycles::refused) throw;
  }
}

void QuestionNetwork::find_bounds() {
  const auto order = topological_order(questions_, dependencies_);
  for (const auto j : order) {
    cumulant_bounds_[j] = find_cumulant_bound(j, Ends::never);
    bounds_[j] = find_bound(j, Ends::never);
    bounds_with_ends_[j] = find_bound(j, Ends::sometimes);
  }
}

std::size_t QuestionNetwork::used_by(std::size_t j, const std::string& name) const {
  const auto found = index_.find(name);
  if (found == index_.end()) {
    std::vector<std::string_view> names;
    for (const auto& question : questions_) names.push_back(question.name);
    throw InvalidInput(unknown_name("question", name, names));
  }
  require(found->second != j || cycles_ == Cycles::allowed,
          "it uses its own answer, and questions must not form a cycle");
  return found->second;
}

void QuestionNetwork::check_cumulant(std::size_t j) {
  const auto& cumulant = questions_[j].cumulant;
  if (const auto* signal = std::get_if<SignalCumulant>(&cumulant)) {
    vocabulary_.signal(signal->signal);
    require(std::isfinite(signal->scale), fmt::format("scale {} is not finite", signal->scale));
    require(!(signal->threshold && signal->normalise), "a cumulant with a threshold is not normalised");
  } else if (const auto* predictions = std::get_if<PredictionCumulant>(&cumulant)) {
    require(!predictions->weights.empty(), "its cumulant names no prediction");
    if (predictions->when) vocabulary_.signal(predictions->when->signal);
    for (const auto& [name, weight] : predictions->weights) {
      require(std::isfinite(weight), fmt::format("weight {} of \"{}\" is not finite", weight, name));
      dependencies_.push_back({j, used_by(j, name), weight, false});
    }
  } else if (const auto* event = std::get_if<EventCumulant>(&cumulant)) {
    check(event->event, vocabulary_);
    require(std::isfinite(event->scale), fmt::format("scale {} is not finite", event->scale));
  } else if (const auto* noise = std::get_if<NoiseCumulant>(&cumulant)) {
    require(std::isfinite(noise->deviation) && noise->deviation >= 0,
            fmt::format("noise {} is not a standard deviation, which is 0 or more", noise->deviation));
  } else {
    require(std::get<CumulantFunction>(cumulant) != nullptr, "its cumulant function is empty");
  }
}

void QuestionNetwork::check_continuation(std::size_t j) const {
  const auto& continuation = questions_[j].continuation;
  if (const auto* function = std::get_if<ContinuationFunction>(&continuation)) {
    require(*function != nullptr, "its continuation function is empty");
    return;
  }
  const auto& discount = std::get<Discount>(continuation);
  for (const double gamma : {discount.gamma, discount.then})
    require(gamma >= 0 && gamma <= 1, fmt::format("gamma {} is outside [0, 1]", gamma));
  if (discount.until) check(*discount.until, vocabulary_);
}

void QuestionNetwork::check_policy(std::size_t j) {
  const auto& policy = questions_[j].policy;
  if (const auto* function = std::get_if<PolicyFunction>(&policy)) {
    require(*function != nullptr, "its policy function is empty");
  } else if (const auto* conditional = std::get_if<Conditional>(&policy)) {
    dependencies_.push_back({j, used_by(j, conditional->prediction), 1, true});
    probabilities(conditional->otherwise, vocabulary_);
    probabilities(conditional->then, vocabulary_);
  } else if (const auto simple = simple_policy(policy)) {
    probabilities(*simple, vocabulary_);
  }
}

std::vector<double> probabilities(const SimplePolicy& policy, const Vocabulary& vocabulary) {
  const auto& actions = vocabulary.actions;
  std::vector<double> probs(actions.size());
  if (std::holds_alternative<SameAsBehaviour>(policy)) return {};
  require(!actions.empty(), "its policy names actions, but there are none");
  if (const auto* always = std::get_if<Always>(&policy)) {
    probs[vocabulary.action(always->action)] = 1;
  } else if (const auto* fixed = std::get_if<Probabilities>(&policy)) {
    double sum = 0;
    for (const auto& [name, prob] : fixed->of) {
      require(prob >= 0 && prob <= 1, fmt::format("probability {} of \"{}\" is outside [0, 1]", prob, name));
      probs[vocabulary.action(name)] = prob;
      sum += prob;
    }
    require(std::abs(sum - 1) < 1e-6, fmt::format("its policy's probabilities add up to {}, not to 1", sum));
  } else {
    probs.assign(actions.size(), 1.0 / static_cast<double>(actions.size()));
  }
  return probs;
}

std::optional<SimplePolicy> simple_policy(const Policy& policy) {
  return std::visit(
      [](const auto& kind) -> std::optional<SimplePolicy> {
        if constexpr (std::is_constructible_v<SimplePolicy, decltype(kind)>) return kind;
        return std::nullopt;
      },
      policy);
}

}  // namespace gvfn
