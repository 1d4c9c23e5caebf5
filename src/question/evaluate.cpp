// C, gamma and rho of every question for one transition: the inner loop of learning.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "gvfn/base/invalid_input.hpp"
#include "gvfn/question/question_network.hpp"

namespace gvfn {

void check(const Transition& transition, const Vocabulary& vocabulary) {
  const auto& [observation_t, action, prob, observation_tp1] = transition;
  if (!(prob > 0 && prob <= 1))
    throw InvalidInput(
        fmt::format("action {} was taken with probability {}; that must be above 0 and at most 1", action, prob));
  if (action >= std::max<std::size_t>(1, vocabulary.actions.size()))
    throw InvalidInput(fmt::format("action {} is not one of the {} actions", action, vocabulary.actions.size()));
  if (observation_tp1.size() != vocabulary.signals.size())
    throw InvalidInput(
        fmt::format("an observation has {} signals, not {}", vocabulary.signals.size(), observation_tp1.size()));
  for (std::size_t i = 0; i < observation_tp1.size(); ++i)
    if (!std::isfinite(observation_tp1[i]))
      throw InvalidInput(fmt::format("signal \"{}\" is {}; signals must be finite numbers", vocabulary.signals[i].name,
                                     observation_tp1[i]));
}

template <class T>
void QuestionNetwork::evaluate_returns(const Transition& transition, const T* predictions_tp1, QuestionMemory& memory,
                                       Targets<T>& targets) const {
  evaluate_cumulants(transition, predictions_tp1, memory, targets.cumulant.data());
  evaluate_continuations(transition, targets.continuation.data());
}

template <class Use>
void QuestionNetwork::for_each_term(const Transition& transition, Use use) const {
  for (const auto& term : terms_) use(term.user, term.used, term.weight);
  for (const auto& [term, signal, threshold] : gated_terms_)
    if (threshold.holds(static_cast<double>(transition.observation_tp1[signal])))
      use(term.user, term.used, term.weight);
}

template <class T>
void QuestionNetwork::add_cumulant_gradient(const Transition& transition, const T* by_cumulant,
                                            T* by_predictions) const {
  for_each_term(transition, [&](std::size_t user, std::size_t used, double weight) {
    by_predictions[used] += static_cast<T>(weight) * by_cumulant[user];
  });
}

template <class T>
void QuestionNetwork::evaluate_cumulants(const Transition& transition, const T* predictions_tp1, QuestionMemory& memory,
                                         T* cumulant) const {
  const auto observation = transition.observation_tp1;
  for (const auto& [question, signal, scale] : signals_)
    cumulant[question] = static_cast<T>(scale * static_cast<double>(observation[signal]));
  for (std::size_t slot = 0; slot < normalised_signals_.size(); ++slot) {
    const auto value = static_cast<double>(observation[normalised_signals_[slot]]);
    memory.largest[slot] = std::max(memory.largest[slot], value);
    memory.normalised[slot] = value / memory.largest[slot];
  }
  for (const auto& [question, slot, scale] : normalised_)
    cumulant[question] = static_cast<T>(scale * memory.normalised[slot]);
  for (const auto& [question, signal, scale, threshold] : thresholds_)
    cumulant[question] = threshold.holds(static_cast<double>(observation[signal])) ? static_cast<T>(scale) : T(0);
  for (const auto question : compositional_) cumulant[question] = 0;
  for_each_term(transition, [&](std::size_t user, std::size_t used, double weight) {
    cumulant[user] += static_cast<T>(weight) * predictions_tp1[used];
  });
  for (const auto& [question, deviation] : noises_)
    cumulant[question] = static_cast<T>(deviation * memory.noise.normal());
  for (const auto& [question, function] : cumulant_functions_)
    cumulant[question] = static_cast<T>(function(transition));
}

template <class T>
void QuestionNetwork::evaluate_continuations(const Transition& transition, T* continuation) const {
  for (std::size_t j = 0; j < gamma_.size(); ++j) continuation[j] = static_cast<T>(gamma_[j]);
  const auto holds = [&](const ResolvedCondition& condition) {
    switch (condition.on) {
      case Condition::On::next_observation:
        return condition.threshold.holds(static_cast<double>(transition.observation_tp1[condition.index]));
      case Condition::On::observation:
        return condition.threshold.holds(static_cast<double>(transition.observation_t[condition.index]));
      case Condition::On::action: return transition.action == condition.index;
    }
    return false;
  };
  for (const auto& event : events_)
    if (std::ranges::all_of(event.conditions, holds))
      for (const auto& [question, then] : event.then) continuation[question] = static_cast<T>(then);
  for (const auto& [question, function] : continuation_functions_)
    continuation[question] = static_cast<T>(function(transition));
}

template <class T>
void QuestionNetwork::evaluate_ratios(const Transition& transition, const T* predictions_t, Targets<T>& targets) const {
  T* const rho = targets.rho.data();
  const double per_prob = 1 / transition.behaviour_prob;
  const auto& target_prob = target_prob_[transition.action];
  for (std::size_t j = 0; j < target_prob.size(); ++j) rho[j] = static_cast<T>(target_prob[j] * per_prob);
  for (const auto question : on_policy_) rho[question] = 1;
  for (const auto& [question, used, threshold, probs] : conditionals_) {
    const auto& chosen = probs[threshold.holds(static_cast<double>(predictions_t[used])) ? 1 : 0];
    rho[question] = chosen.empty() ? T(1) : static_cast<T>(chosen[transition.action] * per_prob);
  }
  for (const auto& [question, function] : policy_functions_)
    rho[question] = static_cast<T>(function(transition.observation_t, transition.action) * per_prob);
}

template void QuestionNetwork::evaluate_ratios(const Transition&, const float*, Targets<float>&) const;
template void QuestionNetwork::evaluate_ratios(const Transition&, const double*, Targets<double>&) const;
template void QuestionNetwork::evaluate_returns(const Transition&, const float*, QuestionMemory&,
                                                Targets<float>&) const;
template void QuestionNetwork::evaluate_returns(const Transition&, const double*, QuestionMemory&,
                                                Targets<double>&) const;
template void QuestionNetwork::add_cumulant_gradient(const Transition&, const float*, float*) const;
template void QuestionNetwork::add_cumulant_gradient(const Transition&, const double*, double*) const;

}  // namespace gvfn
