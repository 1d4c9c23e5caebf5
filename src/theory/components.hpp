#pragma once
#include <vector>

#include "gvfn/theory/bellman_operator.hpp"

namespace gvfn {

/// The sets of states that lead to each other by entries that are not 0. A set comes after those that it leads to.
std::vector<std::vector<Eigen::Index>> strong_components(const TransitionMatrix& transition);

/// The rows and columns of some states.
TransitionMatrix block_of(const TransitionMatrix& transition, const std::vector<Eigen::Index>& states);

}  // namespace gvfn
