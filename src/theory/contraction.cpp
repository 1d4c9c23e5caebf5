#include "gvfn/theory/contraction.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "gvfn/base/invalid_input.hpp"
#include "theory/components.hpp"
#include "theory/exact_return.hpp"

namespace gvfn {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

constexpr std::size_t most_tried = 64;
constexpr Index most_dense = 1'000;

VectorXd times(const TransitionMatrix& transition, VectorXd v, std::size_t power) {
  for (; power > 0; --power) v = transition * v;
  return v;
}

/// Of a matrix whose entries are not negative and whose states all lead to each other, between the least and the
/// largest of (P v)_i / v_i (Collatz and Wielandt). The shift makes it aperiodic, so that v converges.
double radius_of_irreducible(const TransitionMatrix& block) {
  constexpr int most_iterations = 100'000;
  constexpr double precision = 1e-13;
  const double shift = 0.5 * max_norm(block);
  VectorXd v = VectorXd::Ones(block.rows());
  double low = 0;
  double high = 0;
  for (int i = 0; i < most_iterations; ++i) {
    const VectorXd next = block * v + shift * v;
    const auto ratios = (next.array() / v.array()).eval();
    low = ratios.minCoeff();
    high = ratios.maxCoeff();
    if (high - low <= precision * high) break;
    v = next / next.maxCoeff();
  }
  return (low + high) / 2 - shift;
}

/// A row and a column for each question and state.
TransitionMatrix linear_part(const BellmanOperator& bellman) {
  const auto count = static_cast<Index>(bellman.questions.size());
  const auto states = count > 0 ? bellman.questions.front().cumulant.size() : 0;
  std::vector<Eigen::Triplet<double>> triplets;
  const auto add = [&](Index user, Index used, const TransitionMatrix& part) {
    for (Index x = 0; x < states; ++x)
      for (TransitionMatrix::InnerIterator to(part, x); to; ++to)
        triplets.emplace_back(static_cast<int>(user * states + x), static_cast<int>(used * states + to.col()),
                              to.value());
  };
  for (Index j = 0; j < count; ++j) {
    const auto& question = bellman.questions[static_cast<std::size_t>(j)];
    add(j, j, question.transition);
    for (const auto& [used, weights] : question.terms) add(j, static_cast<Index>(used), weights);
  }
  TransitionMatrix matrix(count * states, count * states);
  matrix.setFromTriplets(triplets.begin(), triplets.end());
  return matrix;
}

}  // namespace

double max_norm(const TransitionMatrix& transition, std::size_t power) {
  return times(transition, VectorXd::Ones(transition.rows()), power).maxCoeff();
}

/// By power iteration of Q^T Q with Q = P^power, whose entries are not negative, so that a positive vector is never
/// orthogonal to what is looked for.
double spectral_norm(const TransitionMatrix& transition, std::size_t power) {
  constexpr int most_iterations = 10'000;
  constexpr double precision = 1e-13;
  const TransitionMatrix transposed = transition.transpose();
  VectorXd v = VectorXd::Ones(transition.rows()).normalized();
  double norm = 0;
  for (int i = 0; i < most_iterations; ++i) {
    const VectorXd forward = times(transition, v, power);
    const double last = norm;
    norm = forward.norm();
    if (norm == 0 || std::abs(norm - last) <= precision * norm) break;
    v = times(transposed, forward, power).normalized();
  }
  return norm;
}

double spectral_radius(const TransitionMatrix& transition) {
  double largest = 0;
  for (const auto& component : strong_components(transition)) {
    const auto block = block_of(transition, component);
    if (block.nonZeros() > 0) largest = std::max(largest, radius_of_irreducible(block));
  }
  return largest;
}

Contraction contraction(const TransitionMatrix& transition) {
  Contraction found{spectral_norm(transition), max_norm(transition), 0};
  if (!is_proper(transition)) return found;
  found.power = 1;
  while (found.power < most_tried && spectral_norm(transition, found.power) >= 1) ++found.power;
  if (spectral_norm(transition, found.power) < 1) return found;
  // Powers beyond that are judged by the largest sums of their rows and columns, which are quick to find and bound the
  // spectral norm: |Q|^2 <= |Q|_1 |Q|_max.
  const TransitionMatrix transposed = transition.transpose();
  while (max_norm(transition, found.power) * max_norm(transposed, found.power) >= 1) found.power *= 2;
  return found;
}

double growth_rate(const BellmanOperator& bellman) {
  const auto linear = linear_part(bellman);
  if ((linear.coeffs() >= 0).all()) return spectral_radius(linear);
  // Where no question leads back to itself, the radius is that of the blocks on the diagonal.
  double largest = 0;
  for (const auto& component : strong_components(linear)) {
    const auto block = block_of(linear, component);
    if (block.nonZeros() == 0) continue;
    if ((block.coeffs() >= 0).all()) {
      largest = std::max(largest, radius_of_irreducible(block));
    } else {
      require(block.rows() <= most_dense, "the growth rate of a cycle with negative weights is found for at most " +
                                              std::to_string(most_dense) +
                                              " states and questions that lead to each other");
      largest = std::max(largest, Eigen::MatrixXd(block).eigenvalues().cwiseAbs().maxCoeff());
    }
  }
  return largest;
}

}  // namespace gvfn
