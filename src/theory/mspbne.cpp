#include "gvfn/theory/mspbne.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/QR>
#include <cmath>

#include "gvfn/base/invalid_input.hpp"
#include "gvfn/theory/stationary.hpp"

namespace gvfn {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Directions of theta in which the answers change by less than this, relative to the largest change, count as none.
constexpr double least_change = 1e-7;

/// d and the mean of B V - V, by history.
struct HistoryErrors {
  VectorXd share;
  Values error;
};

HistoryErrors history_errors(const Histories& histories, const BellmanOperator& bellman, const Values& v) {
  const auto modes = histories.model.modes;
  const auto history = [&](Index x) {
    return static_cast<Index>(histories.history_of[static_cast<std::size_t>(x) / modes]);
  };
  const VectorXd share = stationary_distribution(histories.model);
  Values by_state(share.size(), v.cols());
  for (Index x = 0; x < share.size(); ++x) by_state.row(x) = v.row(history(x));
  const Values error = bellman(by_state) - by_state;
  HistoryErrors found{VectorXd::Zero(v.rows()), Values::Zero(v.rows(), v.cols())};
  for (Index x = 0; x < share.size(); ++x) {
    found.share[history(x)] += share[x];
    found.error.row(history(x)) += share[x] * error.row(x);
  }
  for (Index h = 0; h < v.rows(); ++h)
    if (found.share[h] > 0) found.error.row(h) /= found.share[h];
  return found;
}

VectorXd solve_symmetric(const MatrixXd& w, const VectorXd& delta) {
  const Eigen::SelfAdjointEigenSolver<MatrixXd> found(w);
  const double least = least_change * least_change * found.eigenvalues().maxCoeff();
  VectorXd parts = found.eigenvectors().transpose() * delta;
  for (Index i = 0; i < parts.size(); ++i)
    parts[i] = found.eigenvalues()[i] > least ? parts[i] / found.eigenvalues()[i] : 0;
  return found.eigenvectors() * parts;
}

}  // namespace

Mspbne mspbne(const Histories& histories, const BellmanOperator& bellman, const HistoryValues& values) {
  require(!bellman.questions.empty() && bellman.questions.size() == values.gradients.size() &&
              bellman.questions.front().cumulant.size() == static_cast<Index>(histories.model.size()) &&
              values.v.rows() == static_cast<Index>(histories.size()),
          "the operator and the values are not those of these histories and of the same questions");
  const auto [share, error] = history_errors(histories, bellman, values.v);
  const Index weights = values.gradients.empty() ? 0 : values.gradients.front().cols();
  const VectorXd root = share.cwiseSqrt();
  // Of all questions, one below the other, in coordinates in which |.|_d is the Euclidean norm.
  MatrixXd phi(share.size() * values.v.cols(), weights);
  VectorXd errors(phi.rows());
  for (Index j = 0; j < values.v.cols(); ++j) {
    phi.middleRows(j * share.size(), share.size()) = root.asDiagonal() * values.gradients[static_cast<std::size_t>(j)];
    errors.segment(j * share.size(), share.size()) = root.cwiseProduct(error.col(j));
  }
  Eigen::CompleteOrthogonalDecomposition<MatrixXd> projection;
  projection.setThreshold(least_change);
  projection.compute(phi);
  Mspbne found;
  found.projected = (phi * projection.solve(errors)).squaredNorm();
  found.delta = phi.transpose() * errors;
  found.second_weights = solve_symmetric(phi.transpose() * phi, found.delta);
  found.weighted = found.delta.dot(found.second_weights);
  return found;
}

}  // namespace gvfn
