#include "gvfn/world/finite.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "gvfn/base/invalid_input.hpp"
#include "gvfn/world/compass_world.hpp"
#include "gvfn/world/ring_world.hpp"

namespace gvfn {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

TEST(FiniteModel, OfRingWorldByHand) {
  const auto model = model_of(RingWorld({.size = 3}), RandomBehaviour(2));
  EXPECT_EQ(model.size(), 3U);
  EXPECT_THAT(model.observations, ElementsAre(0, 0, 1));
  EXPECT_EQ(model.branches_of(2, 0)[0].next, 0U) << "forward";
  EXPECT_EQ(model.branches_of(0, 1)[0].next, 2U) << "backward";
  ASSERT_EQ(model.possible_actions_of(1).size(), 2U);
  EXPECT_EQ(model.possible_actions_of(1)[0].prob, 0.5);
  EXPECT_NEAR(model.start_probs[1], 1.0 / 3, 1e-15);
}

TEST(FiniteModel, AWorldIsPutIntoEachOfItsStates) {
  CompassWorld world;
  const auto model = model_of(world, CompassBehaviour());
  EXPECT_EQ(model.world_states, 256U);
  EXPECT_EQ(model.modes, 2U);
  Random random(1);
  world.reset(random);
  for (int t = 0; t < 2'000; ++t) {
    const auto before = world.state();
    EXPECT_TRUE(std::ranges::equal(model.observation(before), world.observation()));
    const auto action = random.below(3);
    world.act(action, random);
    ASSERT_EQ(model.branches_of(before, action).size(), 1U);
    EXPECT_EQ(model.branches_of(before, action)[0].next, world.state());
  }
}

/// What the behaviour does is as likely as its possible actions say, in every mode that it comes to.
TEST(FiniteModel, ABehavioursPossibleActionsAreWhatItDoes) {
  for (const auto& options : {CompassWorldOptions{}, CompassWorldOptions{.leap = 0.3, .wander = 2, .wander_prob = 0.2},
                              CompassWorldOptions{.leap = 0, .wander = 0, .wander_prob = 0.5}}) {
    using Key = std::tuple<std::size_t, double, std::size_t>;  // action, the probability that is said, mode afterwards
    CompassBehaviour behaviour(options);
    Random random(2);
    for (const bool wall : {true, false}) {
      const std::array<float, 6> seen{0, 0, wall ? 1.0F : 0.0F, 0, 0, wall ? 0.0F : 1.0F};
      for (std::size_t mode = 0; mode < behaviour.mode_count(); ++mode) {
        behaviour.set_mode(mode);
        EXPECT_EQ(behaviour.mode(), mode);
        std::map<Key, double> expected;
        for (const auto& [action, prob, next] : behaviour.possible_actions(seen))
          if (prob > 0) expected[{action.index, action.prob, next}] += prob;
        std::map<Key, double> found;
        constexpr int draws = 20'000;
        for (int i = 0; i < draws; ++i) {
          auto copy = behaviour;
          const auto action = copy.choose(seen, random);
          found[{action.index, action.prob, copy.mode()}] += 1.0 / draws;
        }
        for (const auto& [key, share] : found) EXPECT_TRUE(expected.contains(key)) << "in mode " << mode;
        for (const auto& [key, prob] : expected)
          EXPECT_NEAR(found[key], prob, 5 * std::sqrt(prob * (1 - prob) / draws) + 1e-9) << "in mode " << mode;
      }
    }
  }
}

TEST(FiniteModel, ReachableStatesAreFoundWhateverIsDone) {
  auto model = model_of(RingWorld({.size = 4}), RandomBehaviour(2));
  EXPECT_THAT(reachable_states(model).seen, ElementsAre(true, true, true, true));
  // Every state leads to itself and, backward, to the one before: from 2 that is 1, 0, and 3.
  model.start_probs = {0, 0, 1, 0};
  for (std::size_t s = 0; s < 4; ++s) model.branches[2 * s].next = s;
  EXPECT_THAT(reachable_states(model).seen, ElementsAre(true, true, true, true));
  model.branches[1].next = 0;
  EXPECT_THAT(reachable_states(model).seen, ElementsAre(true, true, true, false));
}

/// Beyond the end of an episode nothing is done.
TEST(FiniteModel, WhatOnlyAnEndLeadsToIsReachedAndNotLeft) {
  auto model = model_of(RingWorld({.size = 4}), RandomBehaviour(2));
  model.start_probs = {1, 0, 0, 0};
  for (std::size_t s = 0; s < 4; ++s)
    for (std::size_t a = 0; a < 2; ++a) model.branches[2 * s + a] = {(s + 1) % 4, 1, s == 1};
  EXPECT_THAT(reachable_states(model).seen, ElementsAre(true, true, true, false));
  EXPECT_THAT(reachable_states(model).left, ElementsAre(true, true, false, false));
}

TEST(FiniteModel, ProbabilitiesAddUpToOne) {
  auto model = model_of(RingWorld({.size = 3}), RandomBehaviour(2));
  model.branches[0].prob = 1 - 5e-10;
  model.possible_actions[0].prob = 0.5 + 5e-10;
  model.start_probs[0] += 5e-10;
  check_and_normalise(model);
  EXPECT_EQ(model.branches[0].prob, 1);
  EXPECT_EQ(model.possible_actions[0].prob + model.possible_actions[1].prob, 1);
  EXPECT_NEAR(model.start_probs[0] + model.start_probs[1] + model.start_probs[2], 1, 1e-15);
}

TEST(FiniteModel, OneThatMakesNoSenseIsRefused) {
  const auto good = model_of(RingWorld({.size = 3}), RandomBehaviour(2));
  const auto refusal = [&](auto spoil) {
    auto model = good;
    spoil(model);
    try {
      check_and_normalise(model);
    } catch (const InvalidInput& error) {
      return std::string(error.what());
    }
    return std::string("not refused");
  };
  EXPECT_EQ(refusal([](auto& model) { model.branches[1].prob = 0.5; }),
            "action \"backward\" in state 0 has probabilities that add up to 0.500000, not to 1");
  EXPECT_EQ(refusal([](auto& model) { model.branches[5].next = 3; }),
            "action \"backward\" in state 2 leads to state 3, and there are 3");
  EXPECT_EQ(refusal([](auto& model) { model.branches[0].prob = -1; }),
            "action \"forward\" in state 0 has a probability of -1.000000, which is not from 0 to 1");
  EXPECT_EQ(refusal([](auto& model) { model.possible_actions[0].prob = 0.25; }),
            "the behaviour in state 0 has probabilities that add up to 0.750000, not to 1");
  EXPECT_EQ(refusal([](auto& model) { model.possible_actions[0].mode = 1; }),
            "the behaviour in state 0 changes to a mode that there is not");
  EXPECT_EQ(refusal([](auto& model) { model.possible_actions[1].action.index = 2; }),
            "the behaviour in state 0 takes an action that there is not");
  EXPECT_EQ(refusal([](auto& model) { model.start_probs[1] = std::nan(""); }),
            "the start has a probability of nan, which is not from 0 to 1");
  EXPECT_EQ(refusal([](auto& model) { model.observations.pop_back(); }),
            "a finite world shows as many numbers in each state as it has signals");
}

}  // namespace
}  // namespace gvfn
