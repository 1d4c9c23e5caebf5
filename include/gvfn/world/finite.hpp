#pragma once
// Worlds with finitely many states whose dynamics are known: exact answers to questions follow from them (theory/).

#include <concepts>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "gvfn/base/invalid_input.hpp"
#include "gvfn/world/behaviour.hpp"
#include "gvfn/world/world.hpp"

namespace gvfn {

/// What an action may lead to.
struct Branch {
  std::size_t next;  // state
  double prob = 1;
  bool ends = false;  // the episode, with what is seen there
};

/// The states are numbered from 0.
///   state_count()     how many there are
///   state()           the present one
///   set_state(i)      puts the world into one
/// Where an action may lead to more than one state, also
///   branches(action)  std::vector<Branch>: what it may lead to in the present state
/// and where an episode or the stream does not begin in every state with the same probability,
///   start_probs()     std::vector<double>: with which probability it begins in each state
template <class W>
concept FiniteWorld = WorldLike<W> && requires(W& world, const W& seen) {
  { seen.state_count() } -> std::convertible_to<std::size_t>;
  { seen.state() } -> std::convertible_to<std::size_t>;
  world.set_state(std::size_t{});
};

/// A behaviour whose memory is one of finitely many modes. It begins in mode 0.
///   possible_actions(observation)  std::vector<PossibleAction>: all that it may do in the present mode
/// A behaviour that remembers something also has mode_count(), mode() and set_mode(m).
template <class B>
concept FiniteBehaviour = BehaviourLike<B> && requires(const B& behaviour, std::span<const float> observation) {
  { behaviour.possible_actions(observation) } -> std::convertible_to<std::vector<PossibleAction>>;
};

template <class B>
concept HasModes = requires(B& behaviour, const B& seen) {
  { seen.mode_count() } -> std::convertible_to<std::size_t>;
  { seen.mode() } -> std::convertible_to<std::size_t>;
  behaviour.set_mode(std::size_t{});
};

/// A world and a behaviour as tables. A state of the two together is s * modes + m: the world is in state s, and the
/// behaviour in mode m.
struct FiniteModel {
  Vocabulary vocabulary = {};
  std::size_t world_states = 0;
  std::size_t modes = 1;
  std::vector<float> observations = {};        // of world state after world state
  std::vector<std::size_t> first_branch = {};  // of world state s after action a: at s * actions() + a; and one more
  std::vector<Branch> branches = {};
  std::vector<std::size_t> first_possible_action = {};  // of a state; and one more
  std::vector<PossibleAction> possible_actions = {};
  std::vector<double> start_probs = {};  // of the world's states

  std::size_t size() const { return world_states * modes; }
  std::size_t actions() const { return std::max<std::size_t>(1, vocabulary.actions.size()); }
  std::span<const float> observation(std::size_t world_state) const {
    const auto signals = vocabulary.signals.size();
    return std::span(observations).subspan(world_state * signals, signals);
  }
  std::span<const Branch> branches_of(std::size_t world_state, std::size_t action) const {
    const auto at = world_state * actions() + action;
    return std::span(branches).subspan(first_branch[at], first_branch[at + 1] - first_branch[at]);
  }
  std::span<const PossibleAction> possible_actions_of(std::size_t state) const {
    return std::span(possible_actions)
        .subspan(first_possible_action[state], first_possible_action[state + 1] - first_possible_action[state]);
  }
};

/// Throws InvalidInput for probabilities that do not add up to 1, but for rounding, states, actions and modes that
/// there are not, and observations that do not fit the vocabulary. Then probabilities are made to add up to 1.
void check_and_normalise(FiniteModel& model);

/// The world alone, with a behaviour that has no modes: what questions that are not about the behaviour need.
FiniteModel without_modes(FiniteModel model);

/// Of the world's states, whatever is done.
struct ReachableStates {
  std::vector<bool> seen;  // can be reached from the beginning
  std::vector<bool> left;  // ... and an action is taken there: an episode need not end with them
};
ReachableStates reachable_states(const FiniteModel& model);

/// The present state of the two together.
template <FiniteWorld W, FiniteBehaviour B>
std::size_t state_of(const W& world, const B& behaviour) {
  if constexpr (HasModes<B>) return world.state() * behaviour.mode_count() + behaviour.mode();
  return world.state();
}

/// How many there are of these.
template <FiniteWorld W, FiniteBehaviour B>
std::size_t state_count_of(const W& world, const B& behaviour) {
  if constexpr (HasModes<B>) return world.state_count() * behaviour.mode_count();
  return world.state_count();
}

inline constexpr std::size_t most_states = 2'000'000;

/// Puts the world into each of its states, and the behaviour into each of its modes. Throws InvalidInput as `check`
/// does.
template <FiniteWorld W, FiniteBehaviour B>
FiniteModel model_of(W world, B behaviour) {
  FiniteModel model{.vocabulary = world.vocabulary(), .world_states = world.state_count()};
  if constexpr (HasModes<B>) model.modes = behaviour.mode_count();
  require(model.world_states <= most_states / model.modes, "a finite world with " + std::to_string(model.world_states) +
                                                               " states has more than " + std::to_string(most_states) +
                                                               " with the modes of its behaviour");
  model.first_branch.push_back(0);
  model.first_possible_action.push_back(0);
  Random unused(0);
  for (std::size_t s = 0; s < model.world_states; ++s) {
    world.set_state(s);
    const std::span<const float> seen = world.observation();
    model.observations.insert(model.observations.end(), seen.begin(), seen.end());
    for (std::size_t a = 0; a < model.actions(); ++a) {
      if constexpr (requires { world.branches(a); }) {
        for (const Branch& branch : world.branches(a)) model.branches.push_back(branch);
      } else {
        const Outcome outcome = world.act(a, unused);
        model.branches.push_back({world.state(), 1, outcome == Outcome::episode_ends});
        world.set_state(s);
      }
      model.first_branch.push_back(model.branches.size());
    }
    for (std::size_t m = 0; m < model.modes; ++m) {
      if constexpr (HasModes<B>) behaviour.set_mode(m);
      for (const PossibleAction& one : behaviour.possible_actions(world.observation()))
        model.possible_actions.push_back(one);
      model.first_possible_action.push_back(model.possible_actions.size());
    }
  }
  if constexpr (requires { world.start_probs(); }) {
    model.start_probs = world.start_probs();
  } else {
    model.start_probs.assign(model.world_states, 1.0 / static_cast<double>(model.world_states));
  }
  check_and_normalise(model);
  return model;
}

}  // namespace gvfn
