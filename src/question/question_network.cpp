// Building and checking a network: names, ranges and kinds.

#include "gvfn/question/question_network.hpp"

#include <fmt/format.h>

#include <cmath>

#include "graph.hpp"
#include "gvfn/base/invalid_input.hpp"

namespace gvfn {
namespace {

bool is_same(const std::vector<Condition>& a, const std::vector<Condition>& b) {
  return std::ranges::equal(a, b, [](const Condition& x, const Condition& y) {
    return x.on == y.on && x.name == y.name && x.threshold.side == y.threshold.side &&
           x.threshold.level == y.threshold.level;
  });
}

}  // namespace

QuestionNetwork::QuestionNetwork(Vocabulary vocabulary, std::vector<Question> questions)
    : vocabulary_(std::move(vocabulary)), questions_(std::move(questions)) {
  for (std::size_t j = 0; j < size(); ++j) {
    const auto& name = questions_[j].name;
    require(!name.empty(), "a question has no name");
    require(index_.emplace(name, j).second, fmt::format("two questions are named \"{}\"", name));
  }
  gamma_.resize(size());
  target_prob_.assign(std::max<std::size_t>(1, vocabulary_.actions.size()), std::vector<double>(size()));
  for (std::uint32_t j = 0; j < size(); ++j) {
    const auto& question = questions_[j];
    try {
      add(j, question.cumulant);
      add(j, question.continuation);
      add(j, question.policy);
    } catch (const InvalidInput& error) {
      throw InvalidInput(fmt::format("question \"{}\": {}", question.name, error.what()));
    }
  }
  const auto order = topological_order(questions_, dependencies_);
  bounds_.resize(size());
  cumulant_bounds_.resize(size());
  for (const auto j : order) {
    cumulant_bounds_[j] = find_cumulant_bound(j);
    bounds_[j] = find_bound(j);
  }
}

QuestionMemory QuestionNetwork::memory(std::uint64_t seed) const {
  const std::size_t normalised = normalised_signals_.size();
  return {std::vector<double>(normalised, 1.0), std::vector<double>(normalised), Random(seed, 7)};
}

std::size_t QuestionNetwork::index(std::uint32_t j, const std::string& name) const {
  const auto found = index_.find(name);
  if (found == index_.end()) {
    std::vector<std::string_view> names;
    for (const auto& question : questions_) names.push_back(question.name);
    throw InvalidInput(unknown_name("question", name, names));
  }
  require(found->second != j, "it uses its own answer, and questions must not form a cycle");
  return found->second;
}

void QuestionNetwork::add(std::uint32_t j, const Cumulant& cumulant) {
  if (const auto* signal = std::get_if<SignalCumulant>(&cumulant)) {
    const auto index = static_cast<std::uint32_t>(vocabulary_.signal(signal->signal));
    require(std::isfinite(signal->scale), fmt::format("scale {} is not finite", signal->scale));
    require(!(signal->threshold && signal->normalise), "a cumulant with a threshold is not normalised");
    if (signal->threshold) {
      thresholds_.push_back({j, index, signal->scale, *signal->threshold});
    } else if (signal->normalise) {
      const auto found = std::ranges::find(normalised_signals_, index);
      normalised_.push_back({j, static_cast<std::uint32_t>(found - normalised_signals_.begin()), signal->scale});
      if (found == normalised_signals_.end()) normalised_signals_.push_back(index);
    } else {
      signals_.push_back({j, index, signal->scale});
    }
  } else if (const auto* predictions = std::get_if<PredictionCumulant>(&cumulant)) {
    require(!predictions->weights.empty(), "its cumulant names no prediction");
    compositional_.push_back(j);
    const auto& when = predictions->when;
    const auto gate = when ? static_cast<std::uint32_t>(vocabulary_.signal(when->signal)) : 0;
    for (const auto& [name, weight] : predictions->weights) {
      require(std::isfinite(weight), fmt::format("weight {} of \"{}\" is not finite", weight, name));
      const Dependency& term = dependencies_.emplace_back(Dependency{j, index(j, name), weight, false});
      if (when) {
        gated_terms_.push_back({term, gate, when->threshold});
      } else {
        terms_.push_back(term);
      }
    }
  } else if (const auto* noise = std::get_if<NoiseCumulant>(&cumulant)) {
    require(std::isfinite(noise->deviation) && noise->deviation >= 0,
            fmt::format("noise {} is not a standard deviation, which is 0 or more", noise->deviation));
    noises_.push_back({j, noise->deviation});
  } else {
    const auto& function = std::get<CumulantFunction>(cumulant);
    require(function != nullptr, "its cumulant function is empty");
    cumulant_functions_.push_back({j, function});
  }
}

void QuestionNetwork::add(std::uint32_t j, const Continuation& continuation) {
  if (const auto* function = std::get_if<ContinuationFunction>(&continuation)) {
    require(*function != nullptr, "its continuation function is empty");
    continuation_functions_.push_back({j, *function});
    return;
  }
  const auto& discount = std::get<Discount>(continuation);
  for (const double gamma : {discount.gamma, discount.then})
    require(gamma >= 0 && gamma <= 1, fmt::format("gamma {} is outside [0, 1]", gamma));
  gamma_[j] = discount.gamma;
  if (!discount.until) return;
  require(!discount.until->conditions.empty(), "its event has no condition");
  // Questions that share an event share its entry: it is then looked at once a transition.
  for (auto& event : events_) {
    const auto first = event.then.front().first;
    if (is_same(std::get<Discount>(questions_[first].continuation).until->conditions, discount.until->conditions)) {
      event.then.emplace_back(j, discount.then);
      return;
    }
  }
  EventEntry event;
  for (const auto& condition : discount.until->conditions) {
    const auto index =
        condition.on == Condition::On::action ? vocabulary_.action(condition.name) : vocabulary_.signal(condition.name);
    event.conditions.push_back({condition.on, static_cast<std::uint32_t>(index), condition.threshold});
  }
  event.then.emplace_back(j, discount.then);
  events_.push_back(std::move(event));
}

void QuestionNetwork::add(std::uint32_t j, const Policy& policy) {
  const auto add_simple = [&](const SimplePolicy& simple) {
    if (std::holds_alternative<SameAsBehaviour>(simple)) {
      on_policy_.push_back(j);
      return;
    }
    const auto probs = probabilities(simple);
    for (std::size_t a = 0; a < probs.size(); ++a) target_prob_[a][j] = probs[a];
  };
  if (const auto* function = std::get_if<PolicyFunction>(&policy)) {
    require(*function != nullptr, "its policy function is empty");
    policy_functions_.push_back({j, *function});
  } else if (const auto* conditional = std::get_if<Conditional>(&policy)) {
    const auto used = index(j, conditional->prediction);
    dependencies_.push_back({j, used, 1, true});
    conditionals_.push_back({j,
                             static_cast<std::uint32_t>(used),
                             conditional->threshold,
                             {probabilities(conditional->otherwise), probabilities(conditional->then)}});
  } else {
    std::visit(
        [&](const auto& simple) {
          if constexpr (std::is_constructible_v<SimplePolicy, decltype(simple)>) add_simple(simple);
        },
        policy);
  }
}

std::vector<double> QuestionNetwork::probabilities(const SimplePolicy& policy) const {
  const auto& actions = vocabulary_.actions;
  std::vector<double> probs(actions.size());
  if (std::holds_alternative<SameAsBehaviour>(policy)) return {};
  require(!actions.empty(), "its policy names actions, but there are none");
  if (const auto* always = std::get_if<Always>(&policy)) {
    probs[vocabulary_.action(always->action)] = 1;
  } else if (const auto* fixed = std::get_if<Probabilities>(&policy)) {
    double sum = 0;
    for (const auto& [name, prob] : fixed->of) {
      require(prob >= 0 && prob <= 1, fmt::format("probability {} of \"{}\" is outside [0, 1]", prob, name));
      probs[vocabulary_.action(name)] = prob;
      sum += prob;
    }
    require(std::abs(sum - 1) < 1e-6, fmt::format("its policy's probabilities add up to {}, not to 1", sum));
  } else {
    probs.assign(actions.size(), 1.0 / static_cast<double>(actions.size()));
  }
  return probs;
}

}  // namespace gvfn
