#pragma once
#include "gvfn/theory/bellman_operator.hpp"

namespace gvfn {

/// v = c + P v, where c is an expected cumulant and P has the probabilities times the continuation. A return that may
/// go on for ever has a sum if it stays 0 from some state on. Where it does not, it is no number; nor is it one where c
/// is none, or in a state that may lead there.
Eigen::VectorXd exact_return(const TransitionMatrix& transition, const Eigen::VectorXd& cumulant);

/// v with v = right + P v, where the spectral radius of P is below 1.
Eigen::VectorXd solve_discounted(const TransitionMatrix& transition, const Eigen::VectorXd& right);

/// Does a return end sooner or later, from every state?
bool is_proper(const TransitionMatrix& transition);

}  // namespace gvfn
