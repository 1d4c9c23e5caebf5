#include "theory/exact_return.hpp"

#include <Eigen/IterativeLinearSolvers>
#include <Eigen/SparseLU>
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "theory/components.hpp"

namespace gvfn {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

constexpr double nothing = 1e-13;            // of a row's sum
constexpr Index most_states_direct = 2'000;  // a factorisation of more may fill up
constexpr double precision = 1e-14;  // of what an iterative solver leaves, relative to the numbers it is made of

/// The sets of states that lead to each other for ever, without any continuation below 1.
std::vector<std::vector<Index>> endless_sets(const TransitionMatrix& transition) {
  auto found = strong_components(transition);
  std::erase_if(found, [&](const std::vector<Index>& states) {
    const auto block = block_of(transition, states);
    return (block * VectorXd::Ones(block.rows())).minCoeff() < 1 - nothing;
  });
  return found;
}

/// Those from which a marked state can be reached, the marked ones included.
std::vector<bool> leading_to(const TransitionMatrix& transition, std::vector<bool> marked) {
  const TransitionMatrix backwards = transition.transpose();
  std::vector<Index> open;
  for (std::size_t x = 0; x < marked.size(); ++x)
    if (marked[x]) open.push_back(static_cast<Index>(x));
  while (!open.empty()) {
    const auto y = open.back();
    open.pop_back();
    for (TransitionMatrix::InnerIterator from(backwards, y); from; ++from) {
      if (from.value() == 0 || marked[static_cast<std::size_t>(from.col())]) continue;
      marked[static_cast<std::size_t>(from.col())] = true;
      open.push_back(from.col());
    }
  }
  return marked;
}

/// Rounds of BiCGSTAB, each of which solves for what the last one has left.
std::optional<VectorXd> solve_iteratively(const Eigen::SparseMatrix<double>& system, const VectorXd& right) {
  constexpr int most_rounds = 10;
  Eigen::BiCGSTAB<Eigen::SparseMatrix<double>> solver;
  solver.setTolerance(1e-10);
  solver.setMaxIterations(1'000);
  solver.compute(system);
  VectorXd found = VectorXd::Zero(right.size());
  for (int round = 0; round < most_rounds; ++round) {
    const VectorXd left = right - system * found;
    const double scale = right.lpNorm<Eigen::Infinity>() + found.lpNorm<Eigen::Infinity>();
    if (left.lpNorm<Eigen::Infinity>() <= precision * scale) return found;
    found += solver.solve(left);
    if (!found.allFinite()) break;
  }
  return std::nullopt;
}

}  // namespace

VectorXd solve_discounted(const TransitionMatrix& transition, const VectorXd& right) {
  Eigen::SparseMatrix<double> system(transition.rows(), transition.cols());
  system.setIdentity();
  system -= Eigen::SparseMatrix<double>(transition);
  if (system.rows() > most_states_direct)
    if (auto found = solve_iteratively(system, right)) return *found;
  Eigen::SparseLU<Eigen::SparseMatrix<double>> direct(system);
  VectorXd found = direct.solve(right);
  found += direct.solve(right - system * found);  // one step of refinement
  return found;
}

VectorXd exact_return(const TransitionMatrix& transition, const VectorXd& cumulant) {
  const auto states = static_cast<std::size_t>(cumulant.size());
  double largest = 0;
  for (const double c : cumulant)
    if (std::isfinite(c)) largest = std::max(largest, std::abs(c));
  std::vector<bool> has_no_sum(states);
  std::vector<bool> is_endless(states);
  for (std::size_t x = 0; x < states; ++x) has_no_sum[x] = std::isnan(cumulant[static_cast<Index>(x)]);
  for (const auto& set : endless_sets(transition)) {
    const bool stays_zero =
        std::ranges::all_of(set, [&](Index x) { return std::abs(cumulant[x]) <= nothing * largest; });
    for (const auto x : set) {
      is_endless[static_cast<std::size_t>(x)] = true;
      if (!stays_zero) has_no_sum[static_cast<std::size_t>(x)] = true;
    }
  }
  has_no_sum = leading_to(transition, has_no_sum);

  std::vector<Index> solved;
  for (std::size_t x = 0; x < states; ++x)
    if (!is_endless[x] && !has_no_sum[x]) solved.push_back(static_cast<Index>(x));
  VectorXd answer = VectorXd::Zero(cumulant.size());
  if (!solved.empty()) answer(solved) = solve_discounted(block_of(transition, solved), cumulant(solved));
  for (std::size_t x = 0; x < states; ++x)
    if (has_no_sum[x]) answer[static_cast<Index>(x)] = std::numeric_limits<double>::quiet_NaN();
  return answer;
}

bool is_proper(const TransitionMatrix& transition) { return endless_sets(transition).empty(); }

}  // namespace gvfn
