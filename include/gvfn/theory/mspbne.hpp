#pragma once
// The objective of General Value Function Networks, section 6.2: the Mean-Squared Projected Bellman Network Error of
// given weights, over all histories of some length.

#include <vector>

#include "gvfn/agent/agent.hpp"
#include "gvfn/theory/bellman_operator.hpp"
#include "gvfn/theory/histories.hpp"

namespace gvfn {

/// V_theta: what a network with the weights theta answers after each history, and phi_j = grad_theta V_j.
struct HistoryValues {
  Values v;                                // a row for each history, a column for each question
  std::vector<Eigen::MatrixXd> gradients;  // for each question: a row for each history, a column for each weight
};

/// Of an agent, whose recurrent layers are run over each history from the state 0 on. theta are the weights of these
/// layers, in the order of Agent::weights. Throws InvalidInput where answers are scaled (InputScaling::raw never does
/// that).
HistoryValues history_values(const Agent<double>& agent, const Histories& histories);

/// With B of the target policies, d the share of time in which the behaviour has a history, and Pi the projection
/// to what is linear in the phi_j:
///   MSPBNE = |Pi (B V - V)|^2_d = delta^T W^-1 delta,
///   delta = E_d sum_j (B V - V)_j phi_j,   W = E_d sum_j phi_j phi_j^T.
/// delta is the mean update of Recurrent TD, over its step size, if the behaviour may take every action that a target
/// policy takes, and gradients go back through the whole history. Where W is singular, W^-1 is its pseudoinverse.
struct Mspbne {
  double projected;  // |Pi (B V - V)|^2_d
  double weighted;   // delta^T W^-1 delta
  Eigen::VectorXd delta;
  Eigen::VectorXd second_weights;  // w = W^-1 delta, which Recurrent GTD estimates
};

/// `bellman` is of histories.model. Throws InvalidInput where the three do not go together.
Mspbne mspbne(const Histories& histories, const BellmanOperator& bellman, const HistoryValues& values);

}  // namespace gvfn
