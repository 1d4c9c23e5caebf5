#include "learn/learner.hpp"

#include <gtest/gtest.h>

#include "gvfn/base/invalid_input.hpp"
#include "one_unit.hpp"

namespace gvfn {
namespace {

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
  EXPECT_NO_THROW(validate(LearnerOptions{}, 8));
  EXPECT_NO_THROW(validate({.sensitivity = SensitivityKind::rtrl}, 1));
  EXPECT_THROW(validate({.sensitivity = SensitivityKind::rtrl}, 2), InvalidInput);
  EXPECT_THROW(validate({.rule = RuleKind::rgtd, .sensitivity = SensitivityKind::uoro}, 1), InvalidInput);
  EXPECT_THROW(validate({.rule = RuleKind::td_lambda, .sensitivity = SensitivityKind::snap1}, 1), InvalidInput);
  EXPECT_THROW(validate({.rule = RuleKind::td_lambda}, 2), InvalidInput);
  EXPECT_THROW(validate({.lambda = 1.1}, 1), InvalidInput);
  EXPECT_THROW(validate({.gtd = {.second_step_size = -1}}, 1), InvalidInput);
}

}  // namespace
}  // namespace gvfn
