#include "learn/learner.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gvfn/base/invalid_input.hpp"
#include "one_unit.hpp"

namespace gvfn {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

TEST(Learner, EveryRuleMakesItsLearner) {
  const auto layers = one_unit();
  const auto questions = one_question().network();
  const QuestionNetwork ahead(questions.vocabulary(), forecast_questions({"x"}, 3));
  const auto made = [&](RuleKind rule, const QuestionNetwork& asked) {
    return make_learner<double>({.rule = rule}, 1, layers, asked, 1);
  };
  EXPECT_TRUE((std::holds_alternative<RecurrentTd<double, Bptt<double>>>(made(RuleKind::rtd, questions))));
  EXPECT_TRUE(std::holds_alternative<RecurrentGtd<double>>(made(RuleKind::rgtd, questions)));
  EXPECT_TRUE(std::holds_alternative<TdLambda<double>>(made(RuleKind::td_lambda, questions)));
  EXPECT_TRUE(std::holds_alternative<TargetLoss<double>>(made(RuleKind::target, ahead)));
}

TEST(Learner, AForecastNeedsALongerWindow) {
  const auto vocabulary = one_question().network().vocabulary();
  const QuestionNetwork ahead(vocabulary, forecast_questions({"x"}, 3));
  EXPECT_EQ(inputs_ahead({.rule = RuleKind::rtd}, ahead), 0U);
  EXPECT_EQ(inputs_ahead({.rule = RuleKind::target}, ahead), 2U);
}

TEST(Learner, WhatDoesNotGoTogetherIsRefused) {
  const auto expect_refused = [](const LearnerOptions& options, std::size_t truncation, const std::string& says) {
    EXPECT_THAT([&] { validate(options, truncation); }, ThrowsMessage<InvalidInput>(HasSubstr(says)));
  };
  EXPECT_NO_THROW(validate(LearnerOptions{}, 8));
  EXPECT_NO_THROW(validate({.sensitivity = SensitivityKind::rtrl}, 1));
  expect_refused({.sensitivity = SensitivityKind::rtrl}, 2,
                 "learner.sensitivity rtrl carries the whole past along, so agent.truncation is 1, not 2");
  expect_refused({.rule = RuleKind::rgtd, .sensitivity = SensitivityKind::uoro}, 1,
                 "learner.rule rgtd is built on the window: it goes with learner.sensitivity bptt, not uoro");
  expect_refused(
      {.rule = RuleKind::td_lambda, .sensitivity = SensitivityKind::snap1}, 1,
      "learner.rule td-lambda has traces in place of a sensitivity: leave learner.sensitivity at bptt, not snap-1");
  expect_refused({.rule = RuleKind::td_lambda}, 2, "so agent.truncation is 1, not 2");
  expect_refused({.lambda = 1.1}, 1, "learner.lambda = 1.1 is not from 0 to 1");
  expect_refused({.gtd = {.second_step_size = -1}}, 1, "learner.second_step_size = -1 is not from 0 to ");
}

}  // namespace
}  // namespace gvfn
