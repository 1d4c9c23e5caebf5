#include "agent/matrix_names.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "compass_agents.hpp"

namespace gvfn {
namespace {

using testing::ElementsAre;

QuestionNetwork one_signal(std::vector<Question> questions) {
  return {{{{"x"}}, {"stay", "go"}}, std::move(questions)};
}

std::vector<MatrixNames> names_of(const AgentOptions& options, const QuestionNetwork& head_questions) {
  const auto questions = one_signal({{"x next", SignalCumulant{"x"}}});
  return matrix_names(AgentCore<float>::of(Agent<float>(options, questions, head_questions, 1)));
}

std::vector<std::string> titles(const std::vector<MatrixNames>& all) {
  std::vector<std::string> titles;
  for (const auto& matrix : all) titles.push_back(matrix.name);
  return titles;
}

TEST(MatrixNames, AnActionConditionalCellHasAMatrixForEachAction) {
  const auto all = names_of({.free_units = 1, .constant_input = true, .head_hidden = {2}},
                            one_signal({{"x soon", SignalCumulant{"x"}, Discount{0.5}}}));
  ASSERT_THAT(titles(all), ElementsAre("state after stay", "state after go", "head 1", "head 2"));
  EXPECT_THAT(all[0].rows, ElementsAre("x", "1 - x", "1", "bias", "x next", "free 1"));
  EXPECT_THAT(all[0].columns, ElementsAre("x next", "free 1"));
  EXPECT_THAT(all[2].rows, ElementsAre("bias", "x next", "free 1"));
  EXPECT_THAT(all[2].columns, ElementsAre("hidden 1 1", "hidden 1 2"));
  EXPECT_THAT(all[3].rows, ElementsAre("bias", "hidden 1 1", "hidden 1 2"));
  EXPECT_THAT(all[3].columns, ElementsAre("x soon"));
}

TEST(MatrixNames, TracesAreNamedByTheirSteps) {
  const auto all = names_of({.traces = {4, 16}, .complement = false}, one_signal({}));
  EXPECT_THAT(all[0].rows, ElementsAre("x", "x over 4", "x over 16", "bias", "x next"));
}

TEST(MatrixNames, GatesAndLayersAreNamed) {
  const auto all =
      names_of({.cell = {.kind = CellKind::gru},
                .complement = false,
                .below = {.units = 2, .cell = {.kind = CellKind::lstm}},
                .beside = {.units = 1, .cell = {.activation = Activation::tanh, .action_conditional = false}},
                .head_forecasts = {{.signal = 0, .steps = 3, .scale = 1}}},
               one_signal({}));
  ASSERT_THAT(titles(all), ElementsAre("below", "state from input", "state from state", "beside", "head 1"));
  EXPECT_THAT(all[0].rows, ElementsAre("x", "action stay", "action go", "bias", "below 1", "below 2"));
  EXPECT_THAT(all[0].columns,
              ElementsAre("input of below 1", "input of below 2", "forget of below 1", "forget of below 2",
                          "memory of below 1", "memory of below 2", "output of below 1", "output of below 2"));
  EXPECT_THAT(all[1].rows, ElementsAre("below 1", "below 2", "bias"));
  EXPECT_THAT(all[2].rows, ElementsAre("x next"));
  EXPECT_THAT(all[2].columns, ElementsAre("reset of x next", "update of x next", "candidate of x next"));
  EXPECT_THAT(all[3].rows, ElementsAre("x", "action stay", "action go", "bias", "beside 1"));
  EXPECT_THAT(all[4].rows, ElementsAre("bias", "x next", "beside 1"));
  EXPECT_THAT(all[4].columns, ElementsAre("x in 3"));
}

}  // namespace
}  // namespace gvfn
