#pragma once
// How the agent moves while it learns.

#include <span>

#include "gvfn/base/random.hpp"

namespace gvfn {

/// An action, and the probability with which the behaviour took it: mu, the denominator of rho.
struct Action {
  std::size_t index;
  double prob;
};

/// Draws an index with the given probabilities.
inline Action draw(std::span<const double> probabilities, Random& random) {
  double left = random.uniform();
  std::size_t index = 0;
  while (index + 1 < probabilities.size() && left >= probabilities[index]) left -= probabilities[index++];
  return {index, probabilities[index]};
}

}  // namespace gvfn
