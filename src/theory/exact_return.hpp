#pragma once
#include "gvfn/theory/bellman_operator.hpp"

namespace gvfn {

/// v = c + P v, where c is an expected cumulant and P has the probabilities times the continuation. Where a return may
/// go on for ever, it is 0 if all that follows is, and else not a number; nor is it one where c is not, or what leads
/// there.
Eigen::VectorXd exact_return(const TransitionMatrix& transition, const Eigen::VectorXd& cumulant);

/// v with v = right + P v, where the spectral radius of P is below 1.
Eigen::VectorXd solve_discounted(const TransitionMatrix& transition, const Eigen::VectorXd& right);

/// Does a return end sooner or later, from every state?
bool is_proper(const TransitionMatrix& transition);

}  // namespace gvfn
