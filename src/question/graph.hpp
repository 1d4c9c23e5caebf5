#pragma once
#include <vector>

#include "gvfn/question/question_network.hpp"

namespace gvfn {

/// The questions in an order in which each comes after those it uses. Throws InvalidInput, with the cycle printed by
/// names, where there is none (the paper's Assumption 1, acyclic connections).
std::vector<std::size_t> topological_order(const std::vector<Question>& questions,
                                           const std::vector<Dependency>& dependencies);

}  // namespace gvfn
