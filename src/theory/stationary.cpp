#include "gvfn/theory/stationary.hpp"

#include "theory/components.hpp"
#include "theory/exact_return.hpp"

namespace gvfn {
namespace {

using Eigen::Index;
using Eigen::VectorXd;
using Triplets = std::vector<Eigen::Triplet<double>>;

/// How the first state is drawn: the behaviour begins in mode 0.
VectorXd first_states(const FiniteModel& model) {
  VectorXd starts = VectorXd::Zero(static_cast<Index>(model.size()));
  for (std::size_t s = 0; s < model.world_states; ++s)
    starts[static_cast<Index>(s * model.modes)] = model.start_probs[s];
  return starts;
}

/// With one state more, in which an episode begins: so that an end does not lead to every state at once.
TransitionMatrix with_beginning(const FiniteModel& model) {
  const auto begin = static_cast<int>(model.size());
  Triplets triplets;
  for (std::size_t x = 0; x < model.size(); ++x) {
    for (const auto& [action, prob, mode] : model.possible_actions_of(x))
      for (const auto& [next, branch_prob, ends] : model.branches_of(x / model.modes, action.index))
        triplets.emplace_back(static_cast<int>(x), ends ? begin : static_cast<int>(next * model.modes + mode),
                              prob * branch_prob);
  }
  const auto starts = first_states(model);
  for (Index x = 0; x < starts.size(); ++x)
    if (starts[x] > 0) triplets.emplace_back(begin, static_cast<int>(x), starts[x]);
  TransitionMatrix matrix(begin + 1, begin + 1);
  matrix.setFromTriplets(triplets.begin(), triplets.end());
  return matrix.pruned(0.0, 0.0);
}

/// Of states that all lead to each other and nowhere else. With the first of them as the origin, the others are visited
/// u = u P' + p' times between two visits to it, where P' and p' are without the origin.
VectorXd shares_in(const TransitionMatrix& block) {
  VectorXd shares = VectorXd::Ones(block.rows());
  if (block.rows() == 1) return shares;
  std::vector<Index> others;
  for (Index i = 1; i < block.rows(); ++i) others.push_back(i);
  const VectorXd from_origin = block.row(0).transpose();
  const TransitionMatrix rest = block_of(block, others).transpose();
  shares(others) = solve_discounted(rest, from_origin(others));
  return shares / shares.sum();
}

}  // namespace

TransitionMatrix behaviour_matrix(const FiniteModel& model) {
  const auto whole = with_beginning(model);
  const auto starts = first_states(model);
  Triplets triplets;
  for (Index x = 0; x < starts.size(); ++x)
    for (TransitionMatrix::InnerIterator to(whole, x); to; ++to) {
      if (to.col() < starts.size()) {
        triplets.emplace_back(static_cast<int>(x), static_cast<int>(to.col()), to.value());
        continue;
      }
      for (Index y = 0; y < starts.size(); ++y)
        if (starts[y] > 0) triplets.emplace_back(static_cast<int>(x), static_cast<int>(y), to.value() * starts[y]);
    }
  TransitionMatrix matrix(starts.size(), starts.size());
  matrix.setFromTriplets(triplets.begin(), triplets.end());
  return matrix;
}

VectorXd stationary_distribution(const FiniteModel& model) {
  const auto matrix = with_beginning(model);
  const Index begin = matrix.rows() - 1;
  VectorXd shares = VectorXd::Zero(matrix.rows());
  for (const auto& component : strong_components(matrix)) {
    const auto block = block_of(matrix, component);
    // Does it lead elsewhere?
    if ((block * VectorXd::Ones(block.rows())).minCoeff() < 1 - 1e-12) continue;
    // With which probability does it end up here? The probabilities of being led here by one step are the cumulants of
    // a question whose continuation is 1 elsewhere.
    VectorXd is_here = VectorXd::Zero(matrix.rows());
    is_here(component).setOnes();
    const VectorXd is_elsewhere = VectorXd::Ones(matrix.rows()) - is_here;
    const TransitionMatrix elsewhere = is_elsewhere.asDiagonal() * matrix * is_elsewhere.asDiagonal();
    const VectorXd arrives = exact_return(elsewhere, is_elsewhere.cwiseProduct(matrix * is_here)) + is_here;
    if (arrives[begin] > 0) shares(component) += arrives[begin] * shares_in(block);
  }
  return shares.head(begin) / shares.head(begin).sum();
}

}  // namespace gvfn
