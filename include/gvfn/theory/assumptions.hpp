#pragma once
// The paper's assumptions (General Value Function Networks, section 6.1), looked at in a finite world: under them
// iterating the Bellman network operator converges to a unique fixed point.

#include <string>
#include <vector>

#include "gvfn/base/range.hpp"
#include "gvfn/theory/contraction.hpp"

namespace gvfn {

struct QuestionVerdict {
  std::string name;
  double lipschitz = 0;  // Assumption 2: |c(v) - c(v')| <= K sum |v_i - v'_i| over the answers that it is made of
  Contraction contraction = {};    // Assumption 3
  Range answers = {0, 0};          // exact, in the states that can be reached
  std::size_t without_answer = 0;  // of these states: a return from there may go on for ever
};

struct Assumptions {
  std::string cycle = {};  // Assumption 1: empty where the connections are acyclic
  std::vector<QuestionVerdict> questions = {};
  double growth = 0;       // by which factor a difference changes with each sweep, in the long run
  std::size_t states = 0;  // of the model
  std::size_t reached = 0;

  /// Iterating converges, although a spectral norm may not be below 1: where no return may go on for ever.
  bool converges() const;
};

/// Where no question is about the behaviour, its modes are left out. Questions that form a cycle have no answers here.
/// Throws InvalidInput as bellman_operator and growth_rate do.
Assumptions check_assumptions(const FiniteModel& model, const QuestionNetwork& questions);

}  // namespace gvfn
