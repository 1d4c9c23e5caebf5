#pragma once
// The names of an agent's weights: what every row of a matrix is read from, and which unit every column makes.

#include "agent_core.hpp"

namespace gvfn {

struct MatrixNames {
  std::string name;  // "state", "state after left", "below", "beside", "head 1"
  std::vector<std::string> rows;
  std::vector<std::string> columns;

  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("name", self.name);
    visit("rows", self.rows);
    visit("columns", self.columns);
  }
};

/// In the order of AgentCore::for_each_matrix.
template <class T>
std::vector<MatrixNames> matrix_names(const AgentCore<T>& core);

}  // namespace gvfn
