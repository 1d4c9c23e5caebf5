#include "agent/agent_plan.hpp"

#include <gtest/gtest.h>

namespace gvfn {
namespace {

const Vocabulary vocabulary{{{"x"}, {"y"}}, {"left", "right", "on"}};

QuestionNetwork two() {
  return {vocabulary,
          {{"x", SignalCumulant{"x"}, Discount{0.5}, Always{"on"}}, {"y", SignalCumulant{"y"}, Discount{0.9}}}};
}

TEST(AgentPlan, LayersAreBelowWithTheQuestionsAndBeside) {
  const auto one = plan_layers({}, two());
  ASSERT_EQ(one.size(), 1U);
  EXPECT_EQ(one[0].shape.inputs, 4U);  // x, y, and their complements
  EXPECT_EQ(one[0].shape.blocks, 3U);

  const auto three = plan_layers({.cell = {.action_conditional = false},
                                  .free_units = 3,
                                  .complement = false,
                                  .below = {.units = 4},
                                  .beside = {.units = 5}},
                                 two());
  ASSERT_EQ(three.size(), 3U);
  EXPECT_EQ(three[0].shape.inputs, 5U);  // x, y and the three actions
  EXPECT_EQ(three[1].shape.inputs, 4U);
  EXPECT_EQ(three[1].shape.units, 5U);
  EXPECT_TRUE(three[1].reads_below);
  EXPECT_EQ(three[2].shape.units, 5U);
  EXPECT_FALSE(three[2].reads_below);
}

TEST(AgentPlan, AStateThatTheHeadTrainsWaitsWithIt) {
  const AgentOptions waits{
      .head_forecasts = {{.signal = 0, .steps = 5, .scale = 1}, {.signal = 1, .steps = 3, .scale = 1}}};
  EXPECT_EQ(head_delay(waits), 4U);
  EXPECT_EQ(window_ahead(waits, two()), 0U);
  auto free = waits;
  free.free_units = 1;
  EXPECT_TRUE(head_trains_state(free));
  EXPECT_EQ(window_ahead(free, two()), 4U);
  EXPECT_EQ(head_delay({}), 0U);
}

}  // namespace
}  // namespace gvfn
