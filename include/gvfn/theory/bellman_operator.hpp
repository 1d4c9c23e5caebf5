#pragma once
// The Bellman network operator (General Value Function Networks, section 6.1) of a question network in a finite world:
//   (B v)_j = c_j + sum_i K_ji v_i + P_j v_j,
// where c_j is the expected cumulant of question j under its policy, P_j the transition probabilities under its policy
// times its continuation, and K_ji the probabilities times the weight with which its cumulant has the answer i.

#include <Eigen/Sparse>
#include <cstddef>
#include <vector>

#include "gvfn/question/question_network.hpp"
#include "gvfn/world/finite.hpp"

namespace gvfn {

/// A number for each state (rows) and question (columns).
using Values = Eigen::MatrixXd;
using TransitionMatrix = Eigen::SparseMatrix<double, Eigen::RowMajor>;

/// The part of one question.
struct QuestionOperator {
  Eigen::VectorXd cumulant;     // c: without what is made of other answers
  TransitionMatrix transition;  // P
  struct Term {
    std::size_t used;  // question
    TransitionMatrix weights;
  };
  std::vector<Term> terms = {};  // K

  /// c + sum_i K_i v_i.
  Eigen::VectorXd expected_cumulant(const Values& v) const;
};

struct BellmanOperator {
  std::vector<QuestionOperator> questions;

  /// B v.
  Values operator()(const Values& v) const;
};

/// In each state of the model. A policy that depends on a prediction is the one that the exact answer leads to. A
/// question of the behaviour's policy goes on as the behaviour does in its mode; any other one is given the mode that
/// the behaviour would be in after the action. Cumulants that are normalised are divided by the largest value that the
/// signal has in any state. In states with which an episode always ends, all of it is 0. Throws InvalidInput where a
/// policy depends on a prediction that has no exact answer.
BellmanOperator bellman_operator(const FiniteModel& model, const QuestionNetwork& network);

/// v with B v = v, solved question by question, each after those that it uses. It is not a number in states from which
/// a return may go on for ever, unless it stays 0 in the end. Throws InvalidInput where the questions form a cycle.
Values fixed_point(const BellmanOperator& bellman);

/// Iterates v <- B v from v = 0, and gives the largest distance to `exact` after each sweep, over what has an exact
/// answer.
std::vector<double> iteration_errors(const BellmanOperator& bellman, const Values& exact, std::size_t sweeps);

/// Iterates from v = 0 and from v = 1, and gives the largest distance between the two after each sweep. The questions
/// may form a cycle. Ends where the numbers become too large.
std::vector<double> iteration_distances(const BellmanOperator& bellman, std::size_t sweeps);

}  // namespace gvfn
