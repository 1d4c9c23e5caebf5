#include "gvfn/theory/bellman_operator.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <optional>

#include "gvfn/base/invalid_input.hpp"
#include "question/graph.hpp"
#include "question/question_table.hpp"
#include "theory/exact_return.hpp"

namespace gvfn {
namespace {

using Triplets = std::vector<Eigen::Triplet<double>>;

TransitionMatrix matrix_of(std::size_t states, const Triplets& triplets) {
  const auto n = static_cast<Eigen::Index>(states);
  TransitionMatrix matrix(n, n);
  matrix.setFromTriplets(triplets.begin(), triplets.end());
  return matrix;
}

/// Probabilities that are written in a file add up to 1 but for rounding.
std::vector<double> normalised(std::vector<double> probs) {
  const double sum = std::accumulate(probs.begin(), probs.end(), 0.0);
  for (double& prob : probs) prob /= sum;
  return probs;
}

/// pi(a) in every state.
class PolicyTable {
 public:
  PolicyTable(const FiniteModel& model, const QuestionNetwork& network, std::size_t j)
      : model_(model), policy_(&network.questions()[j].policy) {
    if (const auto simple = simple_policy(*policy_)) {
      probs_[0] = normalised(probabilities(*simple, model.vocabulary));
    } else if (const auto* conditional = std::get_if<Conditional>(policy_)) {
      probs_ = {normalised(probabilities(conditional->otherwise, model.vocabulary)),
                normalised(probabilities(conditional->then, model.vocabulary))};
    }
  }

  /// What a conditional policy depends on.
  void set_prediction(Eigen::VectorXd prediction) { prediction_ = std::move(prediction); }

  bool is_behaviour(std::size_t state) const {
    return !std::holds_alternative<PolicyFunction>(*policy_) && probs_[part(state)].empty();
  }
  double prob(std::size_t state, std::size_t action) const {
    if (const auto* function = std::get_if<PolicyFunction>(policy_))
      return (*function)(model_.observation(state / model_.modes), action);
    return probs_[part(state)][action];
  }

 private:
  std::size_t part(std::size_t state) const {
    const auto* conditional = std::get_if<Conditional>(policy_);
    return conditional && conditional->threshold.holds(prediction_[static_cast<Eigen::Index>(state)]) ? 1 : 0;
  }

  const FiniteModel& model_;
  const Policy* policy_;
  std::array<std::vector<double>, 2> probs_;
  Eigen::VectorXd prediction_;
};

/// After an action in a state: with which probability the behaviour is in a mode.
struct NextMode {
  std::size_t mode;
  double of_behaviour;  // and that it takes the action at all
  double given_action;
};

std::vector<NextMode> next_modes(const FiniteModel& model, std::size_t state, std::size_t action) {
  std::vector<NextMode> modes;
  double sum = 0;
  for (const auto& [taken, prob, mode] : model.possible_actions_of(state)) {
    if (taken.index != action) continue;
    auto found = std::ranges::find(modes, mode, &NextMode::mode);
    if (found == modes.end()) found = modes.insert(modes.end(), {mode, 0, 0});
    found->of_behaviour += prob;
    found->given_action += prob / taken.prob;
    sum += prob / taken.prob;
  }
  for (auto& mode : modes) mode.given_action /= sum;
  if (modes.empty()) modes.push_back({state % model.modes, 0, 1});  // the behaviour never takes it here
  return modes;
}

class Builder {
 public:
  Builder(const FiniteModel& model, const QuestionNetwork& network)
      : model_(model),
        network_(network),
        table_(network),
        memory_(table_.memory()),
        functions_(table_.function_values()),
        targets_(table_.size()),
        reachable_(reachable_states(model)),
        no_predictions_(padded<double>(table_.size())) {
    for (std::size_t j = 0; j < network.size(); ++j) policies_.emplace_back(model, network, j);
    for (std::size_t i = 0; i < memory_.largest.size(); ++i)
      for (std::size_t s = 0; s < model.world_states; ++s)
        memory_.largest[i] = std::max(memory_.largest[i], static_cast<double>(model.observation(s)[i]));
    bellman_.questions.resize(network.size());
    terms_.resize(network.size());
  }

  BellmanOperator build() {
    std::vector<std::size_t> simple;
    for (std::size_t j = 0; j < network_.size(); ++j)
      if (!std::holds_alternative<Conditional>(network_.questions()[j].policy)) simple.push_back(j);
    add(simple);
    if (simple.size() == network_.size()) return std::move(bellman_);
    // A policy that depends on a prediction needs the answer to that first.
    Values v = Values::Zero(static_cast<Eigen::Index>(model_.size()), static_cast<Eigen::Index>(network_.size()));
    for (const auto j : topological_order(network_.questions(), network_.dependencies())) {
      if (const auto* conditional = std::get_if<Conditional>(&network_.questions()[j].policy)) {
        const Eigen::VectorXd prediction = v.col(static_cast<Eigen::Index>(network_.index(conditional->prediction)));
        require(prediction.allFinite(), "question \"" + network_.questions()[j].name + "\": its policy depends on \"" +
                                            conditional->prediction + "\", which has no exact answer in some states");
        policies_[j].set_prediction(prediction);
        add({j});
      }
      const auto& question = bellman_.questions[j];
      v.col(static_cast<Eigen::Index>(j)) = exact_return(question.transition, question.expected_cumulant(v));
    }
    return std::move(bellman_);
  }

 private:
  struct Parts {
    std::size_t question;
    Triplets transition = {};
    std::map<std::size_t, Triplets> terms = {};  // by the question that is used
  };

  /// The parts of these questions.
  void add(const std::vector<std::size_t>& which) {
    std::vector<Parts> parts;
    for (const auto j : which) {
      bellman_.questions[j].cumulant = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(model_.size()));
      parts.push_back({.question = j});
    }
    for (std::size_t s = 0; s < model_.world_states; ++s)
      for (std::size_t a = 0; a < model_.actions() && !is_end(s); ++a)
        for (const auto& branch : model_.branches_of(s, a)) add_branch(s, a, branch, parts);
    for (auto& [j, transition, terms] : parts) {
      auto& question = bellman_.questions[j];
      question.transition = matrix_of(model_.size(), transition);
      for (const auto& [used, triplets] : terms) question.terms.push_back({used, matrix_of(model_.size(), triplets)});
    }
  }

  void add_branch(std::size_t s, std::size_t a, const Branch& branch, std::vector<Parts>& parts) {
    if (branch.prob == 0) return;
    const Transition transition{model_.observation(s), a, 1, model_.observation(branch.next), branch.ends};
    if (table_.has_functions()) table_.call_functions(transition, functions_);
    table_.find_returns(transition, functions_, no_predictions_.data(), memory_, targets_);
    for (auto& terms : terms_) terms.clear();
    table_.for_each_term(transition, [&](std::size_t user, std::size_t used, double weight) {
      if (weight != 0) terms_[user].emplace_back(used, weight);
    });
    for (std::size_t m = 0; m < model_.modes; ++m) {
      const std::size_t x = s * model_.modes + m;
      for (const auto& next : next_modes(model_, x, a)) {
        const std::size_t y = branch.next * model_.modes + next.mode;
        for (auto& part : parts) {
          const auto& policy = policies_[part.question];
          const double choice = policy.is_behaviour(x) ? next.of_behaviour : policy.prob(x, a) * next.given_action;
          if (choice > 0) add_step(part, x, y, choice * branch.prob);
        }
      }
    }
  }

  /// From state x to y, with this probability under the question's policy.
  void add_step(Parts& part, std::size_t x, std::size_t y, double prob) {
    const auto j = part.question;
    const auto& cumulant = network_.questions()[j].cumulant;
    const auto row = static_cast<Eigen::Index>(x);
    const auto column = static_cast<Eigen::Index>(y);
    if (!std::holds_alternative<NoiseCumulant>(cumulant))  // its mean is 0
      bellman_.questions[j].cumulant[row] += prob * targets_.cumulant[j];
    if (const double gamma = targets_.continuation[j]; gamma != 0)
      part.transition.emplace_back(static_cast<int>(row), static_cast<int>(column), prob * gamma);
    for (const auto& [used, weight] : terms_[j])
      part.terms[used].emplace_back(static_cast<int>(row), static_cast<int>(column), prob * weight);
  }

  /// An episode always ends there, so that nothing follows.
  bool is_end(std::size_t s) const { return reachable_.seen[s] && !reachable_.left[s]; }

  const FiniteModel& model_;
  const QuestionNetwork& network_;
  QuestionTable<double> table_;
  QuestionMemory memory_;
  FunctionValues functions_;
  Targets<double> targets_;
  ReachableStates reachable_;
  AlignedVector<double> no_predictions_;
  std::vector<PolicyTable> policies_;
  std::vector<std::vector<std::pair<std::size_t, double>>> terms_;  // of a transition: for each question, what it uses
  BellmanOperator bellman_;
};

/// Each question after those that it uses.
std::vector<std::size_t> order_of(const BellmanOperator& bellman) {
  std::vector<Dependency> dependencies;
  for (std::size_t j = 0; j < bellman.questions.size(); ++j)
    for (const auto& term : bellman.questions[j].terms) dependencies.push_back({j, term.used, 1, false});
  const auto [order, cycle] = order_questions(bellman.questions.size(), dependencies);
  require(cycle.empty(), "the questions form a cycle, so that none of it can be solved before the others");
  return order;
}

}  // namespace

Eigen::VectorXd QuestionOperator::expected_cumulant(const Values& v) const {
  Eigen::VectorXd sum = cumulant;
  for (const auto& [used, weights] : terms) sum += weights * v.col(static_cast<Eigen::Index>(used));
  return sum;
}

Values BellmanOperator::operator()(const Values& v) const {
  Values next(v.rows(), v.cols());
  for (std::size_t j = 0; j < questions.size(); ++j) {
    const auto column = static_cast<Eigen::Index>(j);
    next.col(column) = questions[j].expected_cumulant(v) + questions[j].transition * v.col(column);
  }
  return next;
}

BellmanOperator bellman_operator(const FiniteModel& model, const QuestionNetwork& network) {
  return Builder(model, network).build();
}

Values fixed_point(const BellmanOperator& bellman) {
  const auto count = static_cast<Eigen::Index>(bellman.questions.size());
  const auto states = count > 0 ? bellman.questions.front().cumulant.size() : 0;
  Values v = Values::Zero(states, count);
  for (const auto j : order_of(bellman)) {
    const auto& question = bellman.questions[j];
    v.col(static_cast<Eigen::Index>(j)) = exact_return(question.transition, question.expected_cumulant(v));
  }
  return v;
}

std::vector<double> iteration_errors(const BellmanOperator& bellman, const Values& exact, std::size_t sweeps) {
  std::vector<double> errors;
  Values v = Values::Zero(exact.rows(), exact.cols());
  while (errors.size() < sweeps) {
    v = bellman(v);
    const Values distance = (v - exact).cwiseAbs();
    double largest = 0;
    for (const double one : distance.reshaped())
      if (!std::isnan(one)) largest = std::max(largest, one);
    errors.push_back(largest);
  }
  return errors;
}

std::vector<double> iteration_distances(const BellmanOperator& bellman, std::size_t sweeps) {
  const auto count = static_cast<Eigen::Index>(bellman.questions.size());
  const auto states = count > 0 ? bellman.questions.front().cumulant.size() : 0;
  std::vector<double> distances;
  Values from_0 = Values::Zero(states, count);
  Values from_1 = Values::Ones(states, count);
  for (std::size_t sweep = 0; sweep < sweeps && from_1.allFinite(); ++sweep) {
    from_0 = bellman(from_0);
    from_1 = bellman(from_1);
    const double largest = count > 0 ? (from_1 - from_0).cwiseAbs().maxCoeff() : 0;
    if (!std::isfinite(largest)) break;
    distances.push_back(largest);
  }
  return distances;
}

}  // namespace gvfn
