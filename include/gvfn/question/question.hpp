#pragma once
// A question about the future as a plain value: a cumulant (what is added up), a continuation (for how long), and a
// policy (if the agent behaved how). Signals, actions and other questions are named; QuestionNetwork looks them up.

#include <compare>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "gvfn/question/limits.hpp"
#include "gvfn/question/transition.hpp"

namespace gvfn {

/// True where a number is above, or below, a level.
struct Threshold {
  enum class Side { above, below };
  Side side = Side::above;
  double level = 0;

  /// Signals and answers are float, and so is what they are compared with.
  bool holds(double x) const {
    const auto at = static_cast<double>(static_cast<float>(level));
    return side == Side::above ? x > at : x < at;
  }
  friend auto operator<=>(const Threshold&, const Threshold&) = default;
};

/// Holds where a signal passes a threshold.
struct SignalCondition {
  std::string signal;
  Threshold threshold = {};
};

/// A condition on one part of a transition.
struct Condition {
  enum class On { next_observation, observation, action };
  On on = On::next_observation;
  std::string name;          // of the signal, or of the action
  Threshold threshold = {};  // for signals
};
/// Happens on a transition (o, a, o') for which all the conditions hold.
struct Event {
  std::vector<Condition> conditions;
};

// Cumulants: what C_{t+1} is.

/// scale * o_{t+1}[signal]. Normalised: divided by max(1, the largest value seen so far). With a threshold: 1 where it
/// holds and 0 elsewhere, times scale.
struct SignalCumulant {
  std::string signal;
  double scale = 1;
  bool normalise = false;
  std::optional<Threshold> threshold = {};
};
/// sum of weight * (the named question's prediction at t+1): the paper's compositional questions. Gated: that where
/// `when` holds for o_{t+1}, and 0 elsewhere.
struct PredictionCumulant {
  std::map<std::string, double> weights;
  std::optional<SignalCondition> when = {};
};
/// scale on a transition on which the event happens, and 0 on others.
struct EventCumulant {
  Event event;
  double scale = 1;
};
/// Normal noise with mean 0: a question that nobody can answer, to test what happens to it.
struct NoiseCumulant {
  double deviation = 1;
};
using CumulantFunction = std::function<double(const Transition&)>;
using Cumulant = std::variant<SignalCumulant, PredictionCumulant, EventCumulant, NoiseCumulant, CumulantFunction>;

// Continuations: what gamma_{t+1} is.

/// gamma; on an event, `then` instead. Myopic is gamma = 0.
struct Discount {
  double gamma = 0;
  std::optional<Event> until = {};
  double then = 0;
};
using ContinuationFunction = std::function<double(const Transition&)>;
using Continuation = std::variant<Discount, ContinuationFunction>;
/// Is gamma always 0?
inline bool is_myopic(const Continuation& continuation) {
  const auto* discount = std::get_if<Discount>(&continuation);
  return discount && discount->gamma == 0 && (!discount->until || discount->then == 0);
}

// Policies: what pi(a_t) is.

struct Always {
  std::string action;
};
struct Probabilities {
  std::map<std::string, double> of;  // actions that are not named have probability 0
};
struct UniformlyRandom {};
/// On-policy: rho is 1 whatever the behaviour does.
struct SameAsBehaviour {};
using SimplePolicy = std::variant<SameAsBehaviour, Always, Probabilities, UniformlyRandom>;
/// One policy where the named question's prediction at t passes the threshold, another where it does not.
struct Conditional {
  std::string prediction;
  Threshold threshold;
  SimplePolicy then;
  SimplePolicy otherwise;
};
using PolicyFunction = std::function<double(std::span<const float> observation_t, std::size_t action)>;
using Policy = std::variant<SameAsBehaviour, Always, Probabilities, UniformlyRandom, Conditional, PolicyFunction>;

struct Question {
  std::string name;
  Cumulant cumulant;
  Continuation continuation = Discount{};
  Policy policy = SameAsBehaviour{};
};

}  // namespace gvfn
