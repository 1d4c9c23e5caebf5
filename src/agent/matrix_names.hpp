#pragma once
// The names of an agent's weights: what every row of a matrix is read from, and which unit every column makes.

#include "agent/agent_core.hpp"

namespace gvfn {

/// In the order of AgentCore::for_each_matrix.
template <class T>
std::vector<MatrixNames> matrix_names(const AgentCore<T>& core);

}  // namespace gvfn
