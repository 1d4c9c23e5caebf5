#pragma once
// How the agent moves while it learns.

#include <algorithm>
#include <concepts>
#include <span>
#include <vector>

#include "gvfn/base/fields.hpp"
#include "gvfn/base/random.hpp"

namespace gvfn {

/// An action, and the probability with which the behaviour took it: mu, the denominator of rho.
struct Action {
  std::size_t index;
  double prob;
};

/// choose(observation, random) takes the next action. A behaviour that remembers may have reset(random), too, which is
/// called when an episode begins.
template <class B>
concept BehaviourLike = std::copyable<B> && requires(B& behaviour, std::span<const float> observation, Random& random) {
  { behaviour.choose(observation, random) } -> std::same_as<Action>;
};

/// Begins an episode, where the behaviour has something to begin with.
template <BehaviourLike B>
void begin_episode(B& behaviour, Random& random) {
  if constexpr (requires { behaviour.reset(random); }) behaviour.reset(random);
}

/// Draws an index with the given probabilities.
inline Action draw(std::span<const double> probabilities, Random& random) {
  double left = random.uniform();
  std::size_t index = 0;
  while (index + 1 < probabilities.size() && left >= probabilities[index]) left -= probabilities[index++];
  return {index, probabilities[index]};
}

/// One way in which a behaviour may choose: with probability `prob` it takes an action, says that it did so with
/// action.prob, and is in `mode` afterwards.
struct PossibleAction {
  Action action;
  double prob;
  std::size_t mode = 0;
};

/// Takes every action with the same probability. In a world without actions, or with one, that is action 0.
class RandomBehaviour {
 public:
  explicit RandomBehaviour(std::size_t actions) : actions_(std::max<std::size_t>(1, actions)) {}

  Action choose(std::span<const float>, Random& random) {
    if (actions_ == 1) return {0, 1.0};
    return {random.below(actions_), 1.0 / static_cast<double>(actions_)};
  }
  std::vector<PossibleAction> possible_actions(std::span<const float>) const {
    const double prob = 1.0 / static_cast<double>(actions_);
    std::vector<PossibleAction> all;
    for (std::size_t a = 0; a < actions_; ++a) all.push_back({{a, prob}, prob});
    return all;
  }

  template <class Self, class Visit>
  static void fields(Self&, Visit&) {}

 private:
  std::size_t actions_;
};

}  // namespace gvfn
