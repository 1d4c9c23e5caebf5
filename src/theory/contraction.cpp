#include "gvfn/theory/contraction.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <limits>

#include "gvfn/base/invalid_input.hpp"
#include "theory/components.hpp"
#include "theory/exact_return.hpp"

namespace gvfn {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

constexpr std::size_t most_tried = 64;
constexpr double below_one = 1 - 1e-9;    // norms are found from below
constexpr double most_work = 4e9;         // multiplications, for finding a power
constexpr double usual_iterations = 200;  // of which each takes two products
constexpr Index most_dense = 1'000;

VectorXd times(const TransitionMatrix& transition, VectorXd v, std::size_t power) {
  for (; power > 0; --power) v = transition * v;
  return v;
}

/// Of a matrix whose entries are not negative and whose states all lead to each other, between the least and the
/// largest of (P v)_i / v_i (Collatz and Wielandt). The shift makes it aperiodic, so that v converges. It is never
/// found too small.
double radius_of_irreducible(const TransitionMatrix& block) {
  constexpr int most_iterations = 100'000;
  constexpr double precision = 1e-13;
  const double shift = 0.5 * max_norm(block);
  VectorXd v = VectorXd::Ones(block.rows());
  double high = 0;
  for (int i = 0; i < most_iterations; ++i) {
    const VectorXd next = block * v + shift * v;
    const auto ratios = (next.array() / v.array()).eval();
    const double low = ratios.minCoeff();
    high = ratios.maxCoeff();
    if (high - low <= precision * high) break;
    v = next / next.maxCoeff();
  }
  return high - shift;
}

/// |P^power| by power iteration of Q^T Q with Q = P^power, whose entries are not negative, so that a positive vector is
/// never orthogonal to what is looked for. It is found from below, and not further than `enough`.
double norm_of_power(const TransitionMatrix& transition, std::size_t power, double enough) {
  constexpr int most_iterations = 10'000;
  constexpr double precision = 1e-13;
  const TransitionMatrix transposed = transition.transpose();
  VectorXd v = VectorXd::Ones(transition.rows()).normalized();
  double norm = 0;
  for (int i = 0; i < most_iterations; ++i) {
    const VectorXd forward = times(transition, v, power);
    const double last = norm;
    norm = forward.norm();
    if (norm == 0 || norm >= enough || std::abs(norm - last) <= precision * norm) break;
    v = times(transposed, forward, power).normalized();
  }
  return norm;
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

double spectral_norm(const TransitionMatrix& transition, std::size_t power) {
  return norm_of_power(transition, power, std::numeric_limits<double>::infinity());
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
  Contraction found{.norm = spectral_norm(transition), .is_proper = is_proper(transition)};
  if (!found.is_proper) return found;
  if (found.norm < below_one) {
    found.power = 1;
    return found;
  }
  const TransitionMatrix transposed = transition.transpose();
  double work = 0;
  const auto is_affordable = [&](std::size_t power, double products) {
    work += static_cast<double>(transition.nonZeros()) * static_cast<double>(power) * products;
    return work < most_work;
  };
  for (std::size_t power = 2; power <= most_tried && is_affordable(power, usual_iterations); ++power) {
    if (norm_of_power(transition, power, below_one) >= below_one) continue;
    found.power = power;
    return found;
  }
  // Powers beyond that are judged by the largest sums of their rows and columns, which are quick to find and bound the
  // spectral norm: |Q|^2 <= |Q|_1 |Q|_max.
  for (std::size_t power = most_tried; power <= most_power && is_affordable(power, 2); power *= 2) {
    if (max_norm(transition, power) * max_norm(transposed, power) >= below_one) continue;
    found.power = power;
    break;
  }
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
