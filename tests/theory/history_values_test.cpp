// Answers after histories, and their gradients by the weights.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "agent/agent_core.hpp"
#include "finite_difference.hpp"
#include "gvfn/base/invalid_input.hpp"
#include "gvfn/theory/mspbne.hpp"
#include "gvfn/world/ring_world.hpp"

namespace gvfn {
namespace {

QuestionNetwork two_questions(const Vocabulary& vocabulary) {
  return {vocabulary,
          {{"bit", SignalCumulant{"bit"}, Discount{0.5}, Always{"forward"}}, {"next", SignalCumulant{"bit"}}}};
}

Agent<double> agent_for(AgentOptions options, const Vocabulary& vocabulary) {
  options.inputs = InputScaling::raw;
  return Agent<double>(options, two_questions(vocabulary), two_questions(vocabulary), 2);
}

/// The window of an agent that has just started is full of copies of its first input.
TEST(HistoryValues, AreTheAnswersOfAnAgentThatHasSeenThem) {
  const auto model = model_of(RingWorld({.size = 3}), RandomBehaviour(2));
  const auto histories = histories_of(model, 2);
  auto agent = agent_for({.truncation = 2}, model.vocabulary);
  const auto found = history_values(agent, histories);
  ASSERT_EQ(found.v.rows(), static_cast<Eigen::Index>(histories.size()));
  int compared = 0;
  for (std::size_t h = 0; h < histories.size(); ++h) {
    const auto inputs = histories[h];
    const auto seen = histories.model.observation(inputs[0].seen);
    if (inputs[0].action != 0 || inputs[1].action != 0 || seen[0] != histories.model.observation(inputs[1].seen)[0])
      continue;
    agent.start(seen);
    for (std::size_t j = 0; j < 2; ++j)
      EXPECT_NEAR(found.v(static_cast<Eigen::Index>(h), static_cast<Eigen::Index>(j)), agent.answers()[j], 1e-12);
    ++compared;
  }
  EXPECT_GT(compared, 1);
}

TEST(HistoryValues, GradientsAgreeWithFiniteDifferences) {
  const auto model = model_of(RingWorld({.size = 3}), RandomBehaviour(2));
  const auto histories = histories_of(model, 3);
  const std::vector<AgentOptions> all{{},
                                      {.free_units = 1},
                                      {.cell = {.kind = CellKind::gru}},
                                      {.cell = {.kind = CellKind::lstm}, .below = {.units = 2}}};
  for (const auto& options : all) {
    auto agent = agent_for(options, model.vocabulary);
    const auto found = history_values(agent, histories);
    Eigen::Index column = 0;
    for (auto& layer : const_cast<Layers<double>&>(AgentCore<double>::of(agent).layers()))
      for (auto& matrix : layer.cell.weights)
        for (std::size_t row = 0; row < matrix.rows; ++row)
          for (std::size_t gate = 0; gate < matrix.gates; ++gate)
            for (std::size_t unit = 0; unit < matrix.units; ++unit, ++column)
              for (const Eigen::Index h : {Eigen::Index{0}, found.v.rows() - 1})
                for (std::size_t j = 0; j < 2; ++j)
                  expect_derivative(found.gradients[j](h, column), central_difference(matrix.at(row, unit, gate), [&] {
                                      return history_values(agent, histories).v(h, static_cast<Eigen::Index>(j));
                                    }));
    EXPECT_EQ(column, found.gradients[0].cols());
  }
}

TEST(HistoryValues, GradientsThatAreTooManyAreRefused) {
  const auto model = model_of(RingWorld({.size = 3}), RandomBehaviour(2));
  const auto histories = histories_of(model, 12);
  const auto agent = agent_for({.free_units = 300}, model.vocabulary);
  EXPECT_THAT([&] { history_values(agent, histories); },
              testing::ThrowsMessage<InvalidInput>(
                  testing::HasSubstr("histories are too many numbers; shorter histories are fewer")));
}

}  // namespace
}  // namespace gvfn
