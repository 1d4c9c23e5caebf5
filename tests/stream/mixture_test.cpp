#include "stream/mixture.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <deque>
#include <numeric>

#include "gvfn/base/random.hpp"

namespace gvfn {
namespace {

using testing::Each;
using testing::ElementsAre;

TEST(Mixture, OneStepByHand) {
  Mixture mixture(2);
  const std::array forecasts{1.0, 3.0};
  EXPECT_DOUBLE_EQ(mixture.mix(forecasts), 2);
  // y = 1: r = 2 (2 - 1) (x - 2) = -2 and 2, B = 2, V = 4, eta = min(1/4, sqrt(ln 2 / 4)) = 1/4, L = -1 and 3.
  mixture.learn(forecasts, 2, 1);
  const double first = std::exp(0.25);
  const double second = std::exp(-0.75);
  EXPECT_NEAR(mixture.weights()[0], first / (first + second), 1e-15);
  EXPECT_NEAR(mixture.weights()[1], second / (first + second), 1e-15);
}

TEST(Mixture, WhereAllSayTheSameNobodyIsPreferred) {
  Mixture mixture(3);
  const std::array forecasts{2.0, 2.0, 2.0};
  for (int i = 0; i < 10; ++i) mixture.learn(forecasts, 2, 5);
  EXPECT_THAT(mixture.weights(), Each(testing::DoubleEq(1.0 / 3)));
}

/// The best of three, after a change another one; outcomes are known four steps late.
TEST(Mixture, FollowsTheBestExpert) {
  Mixture mixture(3);
  Random random(1);
  struct Made {
    std::array<double, 3> forecasts;
    double mixture;
    double outcome;
  };
  std::deque<Made> waiting;
  double excess = 0;
  for (int t = 0; t < 20'000; ++t) {
    const double level = std::sin(0.01 * t);
    const std::array forecasts{level, level + 0.5 * random.normal(), t < 10'000 ? level + 1 : level - 0.1};
    const std::array seen{t < 10'000 ? level : level - 0.1};
    waiting.push_back({forecasts, mixture.mix(forecasts), seen[0] + 0.1 * random.normal()});
    if (waiting.size() <= 4) continue;
    const auto& [made, p, y] = waiting.front();
    mixture.learn(made, p, y);
    const double best = made[t < 10'004 ? 0 : 2];
    excess += (p - y) * (p - y) - (best - y) * (best - y);
    waiting.pop_front();
    if (t == 9'999) {
      EXPECT_GT(mixture.weights()[0], 0.99);
      EXPECT_LT(excess, 4) << "what a few steps of the worst expert cost: it is off by 1";
    }
  }
  EXPECT_GT(mixture.weights()[2], 0.9);
}

TEST(Mixture, HugeNumbersLeaveWeightsThatAddUpToOne) {
  Mixture mixture(2);
  const std::array forecasts{1e150, -1e150};
  for (int i = 0; i < 3; ++i) mixture.learn(forecasts, mixture.mix(forecasts), 0);
  const auto weights = mixture.weights();
  EXPECT_NEAR(std::accumulate(weights.begin(), weights.end(), 0.0), 1, 1e-12);
}

}  // namespace
}  // namespace gvfn
