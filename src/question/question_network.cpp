// Checking a network: names, ranges and cycles.

#include "gvfn/question/question_network.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "gvfn/base/invalid_input.hpp"
#include "question/graph.hpp"
#include "question/question_sizes.hpp"

namespace gvfn {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

void check_names(const Vocabulary& vocabulary) {
  std::set<std::string_view> names;
  constexpr double largest = 1e30;  // answers are sums of signals, and float
  for (const auto& [name, low, high, group] : vocabulary.signals) {
    require(names.insert(name).second, fmt::format("two signals are named \"{}\"", name));
    const auto refuse = [&, &name = name, &low = low, &high = high](const std::string& why) {
      throw InvalidInput(fmt::format("the range of signal \"{}\" is from {} to {}{}", name, low, high, why));
    };
    if (!(low <= high && low < infinity && high > -infinity))
      refuse(": the lower bound comes first, and both are numbers");
    for (const double bound : {low, high})
      if (std::abs(bound) > largest && !std::isinf(bound))
        refuse(fmt::format(": a bound is at most {:g}, or there is none", largest));
  }
  names.clear();
  for (const auto& name : vocabulary.actions)
    require(names.insert(name).second, fmt::format("two actions are named \"{}\"", name));
}

void check(const Threshold& threshold, const std::string& of) {
  require(!std::isnan(threshold.level), fmt::format("\"{}\" is to be above or below what is no number", of));
}

void check(const Event& event, const VocabularyIndex& names) {
  require(!event.conditions.empty(), "its event has no condition");
  for (const auto& [on, name, threshold] : event.conditions) {
    check(threshold, name);
    if (on == Condition::On::action) {
      names.action(name);
    } else {
      names.signal(name);
    }
  }
}

}  // namespace

QuestionNetwork::QuestionNetwork(Vocabulary vocabulary, std::vector<Question> questions, Cycles cycles)
    : cycles_(cycles), vocabulary_(std::move(vocabulary)), questions_(std::move(questions)) {
  check_sizes(vocabulary_);
  check_names(vocabulary_);
  names_ = std::make_shared<const VocabularyIndex>(vocabulary_);
  QuestionSizes sizes(*names_);
  for (const auto& question : questions_) sizes.add(question);
  for (std::size_t j = 0; j < size(); ++j) {
    const auto& name = questions_[j].name;
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
    names_->signal(signal->signal);
    require(std::isfinite(signal->scale), fmt::format("scale {} is not finite", signal->scale));
    if (signal->threshold) check(*signal->threshold, signal->signal);
    require(!(signal->threshold && signal->normalise), "a cumulant with a threshold is not normalised");
  } else if (const auto* predictions = std::get_if<PredictionCumulant>(&cumulant)) {
    require(!predictions->weights.empty(), "its cumulant names no prediction");
    if (const auto& when = predictions->when) {
      names_->signal(when->signal);
      check(when->threshold, when->signal);
    }
    for (const auto& [name, weight] : predictions->weights) {
      require(std::isfinite(weight), fmt::format("weight {} of \"{}\" is not finite", weight, name));
      dependencies_.push_back({j, used_by(j, name), weight, false});
    }
  } else if (const auto* event = std::get_if<EventCumulant>(&cumulant)) {
    check(event->event, *names_);
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
  if (discount.until) check(*discount.until, *names_);
}

void QuestionNetwork::check_policy(std::size_t j) {
  const auto& policy = questions_[j].policy;
  if (const auto* function = std::get_if<PolicyFunction>(&policy)) {
    require(*function != nullptr, "its policy function is empty");
  } else if (const auto* conditional = std::get_if<Conditional>(&policy)) {
    dependencies_.push_back({j, used_by(j, conditional->prediction), 1, true});
    check(conditional->threshold, conditional->prediction);
    probabilities(conditional->otherwise, *names_);
    probabilities(conditional->then, *names_);
  } else if (const auto simple = simple_policy(policy)) {
    probabilities(*simple, *names_);
  }
}

std::vector<double> probabilities(const SimplePolicy& policy, const VocabularyIndex& names) {
  if (std::holds_alternative<SameAsBehaviour>(policy)) return {};
  std::vector<double> probs(names.action_count());
  require(!probs.empty(), "its policy names actions, but there are none");
  if (const auto* always = std::get_if<Always>(&policy)) {
    probs[names.action(always->action)] = 1;
  } else if (const auto* fixed = std::get_if<Probabilities>(&policy)) {
    double sum = 0;
    for (const auto& [name, prob] : fixed->of) {
      require(prob >= 0 && prob <= 1, fmt::format("probability {} of \"{}\" is outside [0, 1]", prob, name));
      probs[names.action(name)] = prob;
      sum += prob;
    }
    require(std::abs(sum - 1) < 1e-6, fmt::format("its policy's probabilities add up to {}, not to 1", sum));
  } else {
    probs.assign(probs.size(), 1.0 / static_cast<double>(probs.size()));
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
