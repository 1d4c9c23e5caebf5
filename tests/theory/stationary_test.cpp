#include "gvfn/theory/stationary.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "gvfn/base/random.hpp"
#include "gvfn/world/compass_world.hpp"
#include "gvfn/world/ring_world.hpp"

namespace gvfn {
namespace {

/// A world with one action, given as where each state leads.
struct Chain {
  std::vector<std::vector<Branch>> to;
  std::vector<double> start;
  std::size_t now = 0;
  std::array<float, 1> seen{};

  Vocabulary vocabulary() const { return {{{"x"}}, {}}; }
  void reset(Random&) {}
  Outcome act(std::size_t, Random&) { return Outcome::goes_on; }
  std::span<const float> observation() const { return seen; }
  std::size_t state_count() const { return to.size(); }
  std::size_t state() const { return now; }
  void set_state(std::size_t state) { now = state; }
  std::vector<Branch> branches(std::size_t) const { return to[now]; }
  std::vector<double> start_probs() const { return start; }
};

Eigen::VectorXd shares(const Chain& chain) { return stationary_distribution(model_of(chain, RandomBehaviour(1))); }

TEST(Stationary, ByHand) {
  // d_0 = 0.5 d_0 + d_1, d_1 = 0.5 d_0.
  const auto two = shares({.to = {{{0, 0.5}, {1, 0.5}}, {{0}}}, .start = {1, 0}});
  EXPECT_NEAR(two[0], 2.0 / 3, 1e-12);
  EXPECT_NEAR(two[1], 1.0 / 3, 1e-12);
}

TEST(Stationary, OfAPeriodicChainIsTheShareOfTime) {
  const auto ring = shares({.to = {{{1}}, {{2}}, {{0}}}, .start = {1, 0, 0}});
  for (Eigen::Index x = 0; x < 3; ++x) EXPECT_NEAR(ring[x], 1.0 / 3, 1e-12);
}

TEST(Stationary, WhereItEndsUpDependsOnHowItBegins) {
  // 0 leads to 1, which stays, or to the pair 2 and 3.
  const std::vector<std::vector<Branch>> to{{{1, 0.25}, {2, 0.75}}, {{1}}, {{3}}, {{2}}};
  const auto from_0 = shares({.to = to, .start = {1, 0, 0, 0}});
  EXPECT_NEAR(from_0[0], 0, 1e-12);
  EXPECT_NEAR(from_0[1], 0.25, 1e-12);
  EXPECT_NEAR(from_0[2], 0.375, 1e-12);
  const auto from_3 = shares({.to = to, .start = {0, 0, 0, 1}});
  EXPECT_NEAR(from_3[2] + from_3[3], 1, 1e-12);
}

TEST(Stationary, AnEpisodeThatEndsBeginsAgain) {
  // 0 -> 1 -> 2, which ends the episode; begins in 0 or 1.
  const Chain walk{.to = {{{1}}, {{2, 1, true}}, {{2}}}, .start = {0.5, 0.5, 0}};
  const auto found = shares(walk);
  EXPECT_NEAR(found[0], 1.0 / 3, 1e-12);
  EXPECT_NEAR(found[1], 2.0 / 3, 1e-12);
  EXPECT_NEAR(found[2], 0, 1e-12) << "its observation is seen, but no step is made from it";
  const Eigen::VectorXd row_sums = behaviour_matrix(model_of(walk, RandomBehaviour(1))) * Eigen::VectorXd::Ones(3);
  for (const double sum : row_sums) EXPECT_NEAR(sum, 1, 1e-12);
}

TEST(Stationary, OfCompassWorldIsWhereTheBehaviourIsFound) {
  CompassWorld world;
  CompassBehaviour behaviour;
  const auto d = stationary_distribution(model_of(world, behaviour));
  EXPECT_NEAR(d.sum(), 1, 1e-12);
  Random random(3);
  world.reset(random);
  constexpr int steps = 1'000'000;
  Eigen::VectorXd counts = Eigen::VectorXd::Zero(d.size());
  for (int t = 0; t < steps; ++t) {
    counts[static_cast<Eigen::Index>(2 * world.state() + behaviour.mode())] += 1.0 / steps;
    world.act(behaviour.choose(world.observation(), random).index, random);
  }
  EXPECT_LT((counts - d).cwiseAbs().maxCoeff(), 0.002) << "shares are up to " << d.maxCoeff();
  EXPECT_LT((counts - d).cwiseAbs().sum(), 0.05);
}

}  // namespace
}  // namespace gvfn
