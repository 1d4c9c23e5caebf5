#pragma once
// Does iterating the Bellman network operator converge? The paper's Assumption 3 asks for a spectral norm below 1.

#include <cstddef>

#include "gvfn/theory/bellman_operator.hpp"

namespace gvfn {

/// The spectral norm of P^power: the largest |P^power v| of a v of length 1.
double spectral_norm(const TransitionMatrix& transition, std::size_t power = 1);

/// The largest sum of a row of P^power: the norm that goes with the largest error of any state.
double max_norm(const TransitionMatrix& transition, std::size_t power = 1);

/// The largest absolute eigenvalue: by which factor P^t shrinks with t in the long run.
double spectral_radius(const TransitionMatrix& transition);

struct Contraction {
  double norm = 0;         // beta_j, the spectral norm of P_j
  bool is_proper = false;  // see below
  std::size_t power = 0;   // P_j to this power has a spectral norm below 1; 0: none up to most_power was found to have
};
inline constexpr std::size_t most_power = std::size_t{1} << 14;

/// Is Assumption 3 met? A policy is proper if its continuation falls below 1 sooner or later from every state. A power
/// of its matrix then contracts, even where the matrix itself does not, and iterating converges all the same. `power`
/// is the least one up to 64, and a power of two beyond that.
Contraction contraction(const TransitionMatrix& transition);

/// By which factor a difference grows or shrinks in the long run when B is iterated: the spectral radius of its linear
/// part. The questions may form a cycle. Throws InvalidInput for a large one with negative weights.
double growth_rate(const BellmanOperator& bellman);

}  // namespace gvfn
