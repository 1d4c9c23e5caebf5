// Numbers that are too large are noticed.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gvfn/agent/agent.hpp"
#include "gvfn/base/invalid_input.hpp"

namespace gvfn {
namespace {

/// A question about the first of two actions, learned with a ratio or a cumulant that makes squares of gradients
/// infinite, but neither gradients nor weights.
template <class T>
Agent<T> agent_with(OptimizerKind optimizer, double scale, const std::string& instruction_set) {
  const QuestionNetwork questions({{{"x"}}, {"a", "b"}}, {{"q", SignalCumulant{"x", scale}, Discount{}, Always{"a"}}});
  Agent<T> agent({.truncation = 1, .inputs = InputScaling::raw, .optimizer = {.name = optimizer, .step_size = 0.001}},
                 questions, {questions.vocabulary(), {}}, 1, instruction_set);
  agent.start(std::vector<float>{1});
  return agent;
}

template <class T>
void expect_noticed(double scale, double prob) {
  for (const auto* instruction_set : {"plain", "auto"})
    for (const auto optimizer : {OptimizerKind::rmsprop, OptimizerKind::adam}) {
      SCOPED_TRACE(instruction_set);
      auto agent = agent_with<T>(optimizer, scale, instruction_set);
      for (int t = 0; t < 20; ++t) agent.step(0, 0.5, std::vector<float>{1});
      EXPECT_EQ(agent.is_finite(), scale == 1);
      agent.step(0, prob, std::vector<float>{1});
      EXPECT_FALSE(agent.is_finite());
    }
}

TEST(Divergence, SquaresOfGradientsThatAreInfiniteAreNoticed) {
  expect_noticed<float>(1, 1e-25);
  expect_noticed<float>(1e25, 0.5);
  expect_noticed<double>(1e200, 0.5);
}

TEST(Divergence, AProbabilityWhoseRatioIsNoFloatIsRefused) {
  auto agent = agent_with<float>(OptimizerKind::sgd, 1, "auto");
  constexpr auto says = "action 0 was taken with probability 5e-324; that must be from 1e-30 to 1";
  EXPECT_THAT([&] { agent.step(0, 5e-324, std::vector<float>{1}); }, testing::ThrowsMessage<InvalidInput>(says));
  for (const double prob : {0.0, 1e-31, 1.1, -0.5, std::nan("")})
    EXPECT_THROW(agent.step(0, prob, std::vector<float>{1}), InvalidInput) << prob;
  EXPECT_NO_THROW(agent.step(1, 1e-30, std::vector<float>{1}));
  EXPECT_TRUE(agent.is_finite());
}

}  // namespace
}  // namespace gvfn
