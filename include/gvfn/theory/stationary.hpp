#pragma once
// Where the behaviour is found in the long run.

#include "gvfn/theory/bellman_operator.hpp"

namespace gvfn {

/// The transition probabilities of the behaviour between the states of the model. An episode that ends goes on in the
/// state in which the next one begins.
TransitionMatrix behaviour_matrix(const FiniteModel& model);

/// The share of time that the behaviour spends in each state in the long run, on the average over how it begins and
/// which states it is led to: d = d P, and d adds up to 1. States to which it does not return have 0.
Eigen::VectorXd stationary_distribution(const FiniteModel& model);

}  // namespace gvfn
