#include "gvfn/agent/agent_options.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "gvfn/base/invalid_input.hpp"

namespace gvfn {
namespace {

const Vocabulary vocabulary{{{"x"}, {"y"}}, {"left", "right", "on"}};

QuestionNetwork two() {
  return {vocabulary,
          {{"x", SignalCumulant{"x"}, Discount{0.5}, Always{"on"}}, {"y", SignalCumulant{"y"}, Discount{0.9}}}};
}

TEST(AgentOptions, LayersAreBelowWithTheQuestionsAndBeside) {
  const auto one = plan_layers({.complement = true}, two());
  ASSERT_EQ(one.size(), 1U);
  EXPECT_EQ(one[0].shape.inputs, 4U);  // x, y, and their complements
  EXPECT_EQ(one[0].shape.blocks, 3U);

  const auto three = plan_layers(
      {.cell = {.action_conditional = false}, .free_units = 3, .below = {.units = 4}, .beside = {.units = 5}}, two());
  ASSERT_EQ(three.size(), 3U);
  EXPECT_EQ(three[0].shape.inputs, 5U);  // x, y and the three actions
  EXPECT_EQ(three[1].shape.inputs, 4U);
  EXPECT_EQ(three[1].shape.units, 5U);
  EXPECT_TRUE(three[1].reads_below);
  EXPECT_EQ(three[2].shape.units, 5U);
  EXPECT_FALSE(three[2].reads_below);
}

TEST(AgentOptions, NumbersOutOfRangeAreRefused) {
  const auto refused = [](const AgentOptions& options) { EXPECT_THROW(validate(options, two()), InvalidInput); };
  EXPECT_NO_THROW(validate({}, two()));
  refused({.truncation = 0});
  refused({.free_units = most_units + 1});
  refused({.below = {.units = most_units + 1}});
  refused({.beside = {.units = most_units + 1}});
  refused({.target_weight = -1});
  refused({.target_weight = std::numeric_limits<double>::infinity()});
  refused({.head_hidden = {0}});
  refused({.truncation = 50'000, .below = {.units = 60'000}});
}

}  // namespace
}  // namespace gvfn
