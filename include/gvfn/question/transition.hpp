#pragma once
// One step of experience.

#include <cstddef>
#include <span>

#include "gvfn/question/vocabulary.hpp"

namespace gvfn {

/// In o_t the behaviour took a_t with probability mu, and o_{t+1} was seen.
struct Transition {
  std::span<const float> observation_t;
  std::size_t action = 0;
  double behaviour_prob = 1;
  std::span<const float> observation_tp1;
  bool ends = false;  // the episode ends with o_{t+1}: no question looks further
};

/// The ratio pi(a) / mu(a) is float, and is infinite for much less.
inline constexpr double least_behaviour_prob = 1e-30;

/// Throws InvalidInput where the action's probability is not from least_behaviour_prob to 1, or the action or the
/// number of signals is wrong.
void check(const Transition& transition, const Vocabulary& vocabulary);

}  // namespace gvfn
