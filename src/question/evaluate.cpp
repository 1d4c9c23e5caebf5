// C, gamma and rho of every question for one transition: the inner loop of learning.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "gvfn/base/invalid_input.hpp"
#include "question/question_table.hpp"

namespace gvfn {
namespace {

/// What a user's function gives, if that is a number from low to high.
template <class Function>
double checked_call(const Question& question, const char* what, double low, double high, Function call) {
  const auto fail = [&](const std::string& reason) {
    throw InvalidInput(fmt::format("question \"{}\": its {} function {}", question.name, what, reason));
  };
  double value = 0;
  try {
    value = call();
  } catch (const std::exception& error) {
    fail(fmt::format("threw: {}", error.what()));
  } catch (...) {
    fail("threw what is no std::exception");
  }
  if (!std::isfinite(value)) fail(fmt::format("gave {}, which is not finite", value));
  if (!(value >= low && value <= high)) fail(fmt::format("gave {}, which is not in [{}, {}]", value, low, high));
  return value;
}

}  // namespace

template <class T>
void QuestionTable<T>::call_functions(const Transition& transition, FunctionValues& values) const {
  constexpr double any = std::numeric_limits<T>::max();
  const auto& questions = network_.questions();
  for (std::size_t i = 0; i < cumulant_functions_.size(); ++i) {
    const auto& question = questions[cumulant_functions_[i]];
    const auto& function = std::get<CumulantFunction>(question.cumulant);
    values.cumulant[i] = checked_call(question, "cumulant", -any, any, [&] { return function(transition); });
  }
  for (std::size_t i = 0; i < continuation_functions_.size(); ++i) {
    const auto& question = questions[continuation_functions_[i]];
    const auto& function = std::get<ContinuationFunction>(question.continuation);
    values.continuation[i] = checked_call(question, "continuation", 0, 1, [&] { return function(transition); });
  }
  for (std::size_t i = 0; i < policy_functions_.size(); ++i) {
    const auto& question = questions[policy_functions_[i]];
    const auto& function = std::get<PolicyFunction>(question.policy);
    values.target_prob[i] =
        checked_call(question, "policy", 0, 1, [&] { return function(transition.observation_t, transition.action); });
  }
}

template <class T>
bool QuestionTable<T>::find_ratios(const Transition& transition, const FunctionValues& functions,
                                   const T* predictions_t, const QuestionMemory& memory, Targets<T>& targets) const {
  T* const rho = targets.rho.data();
  const double per_prob = 1 / transition.behaviour_prob;
  const auto& [ranges, is_zero] = by_action_[transition.action];
  for (const auto& [first, last, target_prob] : ranges)
    std::fill(rho + first, rho + last, static_cast<T>(target_prob * per_prob));
  bool any = !is_zero || !on_policy_.empty();
  for (const auto& [first, last] : on_policy_) std::fill(rho + first, rho + last, T(1));
  for (const auto& [question, used, threshold, probs] : conditionals_) {
    const auto answer = scaling_.answer(used, predictions_t[used], memory.answers);
    const auto& chosen = probs[threshold.holds(static_cast<double>(answer)) ? 1 : 0];
    rho[question] = chosen.empty() ? T(1) : static_cast<T>(chosen[transition.action] * per_prob);
    any = any || rho[question] != 0;
  }
  for (std::size_t i = 0; i < policy_functions_.size(); ++i) {
    const T ratio = rho[policy_functions_[i]] = static_cast<T>(functions.target_prob[i] * per_prob);
    any = any || ratio != 0;
  }
  return any;
}

template <class T>
void QuestionTable<T>::find_returns(const Transition& transition, const FunctionValues& functions,
                                    const T* predictions_tp1, QuestionMemory& memory, Targets<T>& targets) const {
  find_own_returns(transition, functions, memory, targets);
  T* const cumulant = targets.cumulant.data();
  if (scaling_.is_identity()) {
    for_each_term(transition, [&](std::size_t user, std::size_t used, T weight) {
      cumulant[user] += weight * predictions_tp1[used];
    });
    return;
  }
  for_each_term(transition, [&](std::size_t user, std::size_t used, T weight) {
    cumulant[user] += weight * scaling_.answer(used, predictions_tp1[used], memory.answers);
  });
  scaling_.scale(memory.answers, cumulant, targets.continuation.data());
}

template <class T>
void QuestionTable<T>::evaluate(const Transition& transition, const T* predictions_t, const T* predictions_tp1,
                                QuestionMemory& memory, Targets<T>& targets) const {
  auto functions = function_values();
  call_functions(transition, functions);
  find_ratios(transition, functions, predictions_t, memory, targets);
  find_returns(transition, functions, predictions_tp1, memory, targets);
}

template <class T>
bool QuestionTable<T>::happens(const EventEntry& event, const Transition& transition) const {
  return std::ranges::all_of(event.conditions, [&](const ResolvedCondition& condition) {
    switch (condition.on) {
      case Condition::On::next_observation:
        return condition.threshold.holds(static_cast<double>(transition.observation_tp1[condition.index]));
      case Condition::On::observation:
        return condition.threshold.holds(static_cast<double>(transition.observation_t[condition.index]));
      case Condition::On::action: return transition.action == condition.index;
    }
    return false;
  });
}

template <class T>
void QuestionTable<T>::add_cumulant_gradient(const Transition& transition, const QuestionMemory& memory,
                                             const T* by_cumulant, T* by_predictions) const {
  for_each_term(transition, [&](std::size_t user, std::size_t used, T weight) {
    by_predictions[used] += weight * static_cast<T>(scaling_.rate(user, used, memory.answers)) * by_cumulant[user];
  });
}

template <class T>
void QuestionTable<T>::find_own_returns(const Transition& transition, const FunctionValues& functions,
                                        QuestionMemory& memory, Targets<T>& targets) const {
  const auto observation = transition.observation_tp1;
  T* const cumulant = targets.cumulant.data();
  std::fill_n(cumulant, padded<T>(size()), T(0));
  const auto set = [&](std::uint32_t first, std::uint32_t last, double value) {
    for (std::uint32_t j = first; j < last; ++j) cumulant[j] = static_cast<T>(scale_[j] * value);
  };
  for (const auto& [signal, first, last] : signals_) {
    const auto value = static_cast<double>(observation[signal]);
    if (value != 0) set(first, last, value);
  }
  for (const auto& [question, signal, scale, threshold] : thresholds_)
    cumulant[question] = threshold.holds(static_cast<double>(observation[signal])) ? static_cast<T>(scale) : T(0);
  for (const auto& [signal, first, last] : normalised_) {
    const auto value = static_cast<double>(observation[signal]);
    double& largest = memory.largest[signal];
    largest = std::max(largest, value);
    set(first, last, value / largest);
  }
  for (const auto& [question, deviation] : noises_)
    cumulant[question] = static_cast<T>(deviation * memory.noise.normal());
  for (std::size_t i = 0; i < cumulant_functions_.size(); ++i)
    cumulant[cumulant_functions_[i]] = static_cast<T>(functions.cumulant[i]);

  T* const continuation = targets.continuation.data();
  std::copy_n(gamma_.data(), gamma_.size(), continuation);
  for (const auto& event : events_) {
    if (!happens(event, transition)) continue;
    for (const auto& [first, last, then] : event.then) std::fill(continuation + first, continuation + last, then);
    for (const auto& [question, scale] : event.cumulants) cumulant[question] = scale;
  }
  for (std::size_t i = 0; i < continuation_functions_.size(); ++i)
    continuation[continuation_functions_[i]] = static_cast<T>(functions.continuation[i]);
  if (transition.ends) {
    std::fill_n(continuation, padded<T>(size()), T(0));
    scaling_.allow_ends(memory.answers);
  }

  if (scaling_.is_online()) scaling_.follow(memory.answers, cumulant, continuation);
}

template <class T>
void QuestionTable<T>::remember(const Transition& transition, const FunctionValues& functions, QuestionMemory& memory,
                                Targets<T>& scratch) const {
  if (scaling_.is_online()) {
    find_own_returns(transition, functions, memory, scratch);
    return;
  }
  for (const auto& [signal, first, last] : normalised_)
    memory.largest[signal] = std::max(memory.largest[signal], static_cast<double>(transition.observation_tp1[signal]));
  for (std::size_t i = 0; i < noises_.size(); ++i) memory.noise.normal();
}

template class QuestionTable<float>;
template class QuestionTable<double>;

}  // namespace gvfn
