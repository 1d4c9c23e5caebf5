#include "gvfn/question/transition.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "gvfn/base/invalid_input.hpp"

namespace gvfn {

void check(const Transition& transition, const Vocabulary& vocabulary) {
  const auto& [observation_t, action, prob, observation_tp1, ends] = transition;
  if (!(prob > 0 && prob <= 1))
    throw InvalidInput(
        fmt::format("action {} was taken with probability {}; that must be above 0 and at most 1", action, prob));
  if (vocabulary.actions.empty() && prob != 1)
    throw InvalidInput(fmt::format("there are no actions, so that the probability of one is 1, not {}", prob));
  if (action >= std::max<std::size_t>(1, vocabulary.actions.size()))
    throw InvalidInput(fmt::format("action {} is not one of the {} actions", action, vocabulary.actions.size()));
  if (observation_tp1.size() != vocabulary.signals.size())
    throw InvalidInput(
        fmt::format("an observation has {} signals, not {}", vocabulary.signals.size(), observation_tp1.size()));
}

}  // namespace gvfn
