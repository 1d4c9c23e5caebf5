#include "gvfn/world/finite.hpp"

#include <cmath>

#include "gvfn/base/invalid_input.hpp"

namespace gvfn {
namespace {

constexpr double rounding = 1e-9;

void check_sum(double sum, const std::string& what) {
  require(std::abs(sum - 1) <= rounding,
          what + " has probabilities that add up to " + std::to_string(sum) + ", not to 1");
}

void check_prob(double prob, const std::string& what) {
  require(prob >= 0 && prob <= 1 + rounding,
          what + " has a probability of " + std::to_string(prob) + ", which is not from 0 to 1");
}

std::string action_name(const FiniteModel& model, std::size_t action) {
  const auto& names = model.vocabulary.actions;
  return action < names.size() ? "action \"" + names[action] + "\"" : "the only action";
}

template <class Choices>
void normalise(Choices choices, const std::string& what) {
  double sum = 0;
  for (const auto& choice : choices) {
    check_prob(choice.prob, what);
    sum += choice.prob;
  }
  check_sum(sum, what);
  for (auto& choice : choices) choice.prob /= sum;
}

void normalise_branches(FiniteModel& model, std::size_t s, std::size_t a) {
  const auto what = action_name(model, a) + " in state " + std::to_string(s);
  for (const auto& branch : model.branches_of(s, a))
    require(branch.next < model.world_states, what + " leads to state " + std::to_string(branch.next) +
                                                  ", and there are " + std::to_string(model.world_states));
  const auto at = s * model.actions() + a;
  const auto first = model.first_branch[at];
  normalise(std::span(model.branches).subspan(first, model.first_branch[at + 1] - first), what);
}

void normalise_choices(FiniteModel& model, std::size_t state) {
  const auto what = "the behaviour in state " + std::to_string(state / model.modes) +
                    (model.modes > 1 ? " and mode " + std::to_string(state % model.modes) : "");
  for (const auto& [action, prob, mode] : model.possible_actions_of(state)) {
    require(action.index < model.actions(), what + " takes an action that there is not");
    require(mode < model.modes, what + " changes to a mode that there is not");
    require(action.prob > 0 && action.prob <= 1, what + " says of an action that its probability is not in (0, 1]");
  }
  const auto first = model.first_possible_action[state];
  normalise(std::span(model.possible_actions).subspan(first, model.first_possible_action[state + 1] - first), what);
}

}  // namespace

void check_and_normalise(FiniteModel& model) {
  require(model.world_states > 0, "a finite world has at least one state");
  require(model.observations.size() == model.world_states * model.vocabulary.signals.size(),
          "a finite world shows as many numbers in each state as it has signals");
  for (std::size_t s = 0; s < model.world_states; ++s)
    for (std::size_t a = 0; a < model.actions(); ++a) normalise_branches(model, s, a);
  for (std::size_t x = 0; x < model.size(); ++x) normalise_choices(model, x);
  require(model.start_probs.size() == model.world_states, "a finite world has a start probability for each state");
  double sum = 0;
  for (const double prob : model.start_probs) {
    check_prob(prob, "the start");
    sum += prob;
  }
  check_sum(sum, "the start");
  for (double& prob : model.start_probs) prob /= sum;
}

FiniteModel without_modes(FiniteModel model) {
  model.modes = 1;
  model.possible_actions.clear();
  model.first_possible_action.assign(1, 0);
  const double prob = 1 / static_cast<double>(model.actions());
  for (std::size_t s = 0; s < model.world_states; ++s) {
    for (std::size_t a = 0; a < model.actions(); ++a) model.possible_actions.push_back({{a, prob}, prob});
    model.first_possible_action.push_back(model.possible_actions.size());
  }
  return model;
}

ReachableStates reachable_states(const FiniteModel& model) {
  ReachableStates found{std::vector<bool>(model.world_states), std::vector<bool>(model.world_states)};
  std::vector<std::size_t> open;
  const auto reach = [&](std::size_t state) {
    found.seen[state] = true;
    if (found.left[state]) return;
    found.left[state] = true;
    open.push_back(state);
  };
  for (std::size_t s = 0; s < model.world_states; ++s)
    if (model.start_probs[s] > 0) reach(s);
  while (!open.empty()) {
    const auto state = open.back();
    open.pop_back();
    for (std::size_t a = 0; a < model.actions(); ++a)
      for (const auto& branch : model.branches_of(state, a)) {
        if (branch.prob == 0) continue;
        if (!branch.ends) reach(branch.next);
        found.seen[branch.next] = true;
      }
  }
  return found;
}

}  // namespace gvfn
