#include "agent/past.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

namespace gvfn {
namespace {

using testing::ElementsAre;

const Vocabulary vocabulary{{{"x"}}, {"a", "b"}};

TEST(Past, WithoutDelayIsThePresent) {
  Past<double> past(0, vocabulary, 0);
  past.restart(std::array{1.0F}, nullptr);
  EXPECT_TRUE(past.is_full());
  EXPECT_THAT(past.observation(0), ElementsAre(1));
  past.push({{}, 0, 1, std::array{2.0F}}, {}, nullptr);
  EXPECT_THAT(past.observation(0), ElementsAre(2));
}

TEST(Past, TheOldestTransitionIsTheDelayAgo) {
  Past<double> past(2, vocabulary, 2);
  const auto observation = [](int t) { return std::array{static_cast<float>(t)}; };
  const auto state = [](int t) { return std::array{10.0 * t, 10.0 * t + 1}; };
  past.restart(observation(0), state(0).data());
  for (int t = 0; t < 7; ++t) {
    EXPECT_EQ(past.is_full(), t >= 2) << t;
    if (past.is_full()) {
      const auto transition = past.oldest_transition();
      EXPECT_THAT(transition.observation_t, ElementsAre(static_cast<float>(t - 2)));
      EXPECT_THAT(transition.observation_tp1, ElementsAre(static_cast<float>(t - 1)));
      EXPECT_EQ(transition.action, static_cast<std::size_t>(t - 2));
      EXPECT_EQ(transition.behaviour_prob, 1.0 / (t - 1));
      EXPECT_EQ(past.state_with_bias(0)[0], 1);
      EXPECT_EQ(past.state_with_bias(0)[2], 10.0 * (t - 2) + 1);
      EXPECT_THAT(past.observation(1), ElementsAre(static_cast<float>(t - 1)));
    }
    past.push({{}, static_cast<std::size_t>(t), 1.0 / (t + 1), observation(t + 1)}, {}, state(t + 1).data());
  }
}

TEST(Past, ANewStartForgets) {
  Past<double> past(1, vocabulary, 0);
  past.restart(std::array{1.0F}, nullptr);
  past.push({{}, 0, 1, std::array{2.0F}}, {}, nullptr);
  EXPECT_TRUE(past.is_full());
  past.restart(std::array{5.0F}, nullptr);
  EXPECT_FALSE(past.is_full());
  EXPECT_THAT(past.observation(1), ElementsAre(5));
}

}  // namespace
}  // namespace gvfn
