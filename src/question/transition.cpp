#include "gvfn/question/transition.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "gvfn/base/invalid_input.hpp"

namespace gvfn {

void check(const Transition& transition, const Vocabulary& vocabulary) {
  const auto& [observation_t, action, prob, observation_tp1, ends] = transition;
  if (!(prob >= least_behaviour_prob && prob <= 1))
    throw InvalidInput(fmt::format("action {} was taken with probability {}; that must be from {} to 1", action, prob,
                                   least_behaviour_prob));
  if (vocabulary.actions.empty() && prob != 1)
    throw InvalidInput(fmt::format("there are no actions, so that the probability of one is 1, not {}", prob));
  const std::size_t last = std::max<std::size_t>(1, vocabulary.actions.size()) - 1;
  if (action > last)
    throw InvalidInput(last > 0 ? fmt::format("action {} is not from 0 to {}", action, last)
                                : fmt::format("action {} is not 0, the only one", action));
  if (observation_tp1.size() != vocabulary.signals.size())
    throw InvalidInput(
        fmt::format("an observation has {} signals, not {}", vocabulary.signals.size(), observation_tp1.size()));
}

}  // namespace gvfn
