#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "question/question_table.hpp"

namespace gvfn {
namespace {

const Vocabulary vocabulary{{{"x"}, {"y"}}, {"left", "right", "ahead"}};

/// C, gamma and rho of one question for a transition.
struct Values {
  double cumulant;
  double continuation;
  double rho;
};

class EvaluateTest : public testing::Test {
 protected:
  Values evaluate(const Question& question) {
    const QuestionTable<double> table(
        {vocabulary, {question, {"helper", SignalCumulant{"x"}}, {"other", SignalCumulant{"x"}}}});
    auto memory = table.memory(1);
    Targets<double> targets(table.size());
    table.evaluate(transition_, predictions_t_.data(), predictions_tp1_.data(), memory, targets);
    return {targets.cumulant[0], targets.continuation[0], targets.rho[0]};
  }
  Values evaluate(Cumulant cumulant) { return evaluate({"q", std::move(cumulant)}); }
  Values evaluate(Continuation continuation) { return evaluate({"q", SignalCumulant{"x"}, std::move(continuation)}); }
  Values evaluate(Policy policy) { return evaluate({"q", SignalCumulant{"x"}, Discount{}, std::move(policy)}); }

  std::array<float, 2> observation_t_{1, 0};
  std::array<float, 2> observation_tp1_{0.5, -3};
  Transition transition_{observation_t_, 1, 0.25, observation_tp1_};
  std::array<double, 3> predictions_t_{0, 0.7, 0};
  std::array<double, 3> predictions_tp1_{0, 10, 100};
};

TEST_F(EvaluateTest, Cumulants) {
  EXPECT_EQ(evaluate(SignalCumulant{"y"}).cumulant, -3);
  EXPECT_EQ(evaluate(SignalCumulant{"y", 2}).cumulant, -6);
  EXPECT_EQ(evaluate(SignalCumulant{"y", 2, false, Threshold{Threshold::Side::below, 0}}).cumulant, 2);
  EXPECT_EQ(evaluate(SignalCumulant{"y", 2, false, Threshold{Threshold::Side::above, 0}}).cumulant, 0);
  EXPECT_EQ(evaluate(PredictionCumulant{{{"helper", 2.0}, {"other", -0.5}}}).cumulant, -30);
  EXPECT_EQ(
      evaluate(Cumulant{[](const Transition& t) { return t.observation_t[0] + 10.0 * double(t.action); }}).cumulant,
      11);
}

TEST_F(EvaluateTest, ACumulantOfAnEventIsItsScaleWhereTheEventHappens) {
  const auto cumulant = [&](std::vector<Condition> conditions) {
    return evaluate(EventCumulant{{std::move(conditions)}, 2}).cumulant;
  };
  const Condition x_goes{Condition::On::next_observation, "x", {Threshold::Side::below, 0.75}};
  EXPECT_EQ(cumulant({x_goes}), 2);
  EXPECT_EQ(cumulant({x_goes, {Condition::On::observation, "x", {Threshold::Side::above, 0.75}}}), 2);
  EXPECT_EQ(cumulant({x_goes, {Condition::On::observation, "x", {Threshold::Side::below, 0.75}}}), 0);
  EXPECT_EQ(cumulant({x_goes, {Condition::On::action, "right", {}}}), 2);
  EXPECT_EQ(cumulant({x_goes, {Condition::On::action, "left", {}}}), 0);
}

TEST_F(EvaluateTest, AnEventCanBeBothACumulantAndAnEnd) {
  const Event event{{{Condition::On::action, "right", {}}}};
  const auto values = evaluate({"q", EventCumulant{event}, Discount{0.9, event, 0.25}});
  EXPECT_EQ(values.cumulant, 1);
  EXPECT_EQ(values.continuation, 0.25);
}

TEST_F(EvaluateTest, AGatedCumulantIsZeroWhereItsConditionDoesNotHold) {
  const auto cumulant = [&](Threshold when) {
    return evaluate(PredictionCumulant{{{"helper", 2.0}, {"other", -0.5}}, SignalCondition{"x", when}}).cumulant;
  };
  // Of the next observation, where x is 0.5; before, it was 1.
  EXPECT_EQ(cumulant({Threshold::Side::above, 0.25}), -30);
  EXPECT_EQ(cumulant({Threshold::Side::above, 0.75}), 0);
  EXPECT_EQ(cumulant({Threshold::Side::below, 0.75}), -30);
  EXPECT_EQ(cumulant({Threshold::Side::below, 0.25}), 0);
}

TEST_F(EvaluateTest, NormalisedCumulantsAreDividedByTheLargestSoFarAndOne) {
  const QuestionTable<double> table({vocabulary, {{"q", SignalCumulant{"x", 3, true}}}});
  auto memory = table.memory();
  Targets<double> targets(1);
  const auto cumulant = [&](float x) {
    const std::array<float, 2> next{x, 0};
    table.evaluate({observation_t_, 0, 1, next}, predictions_t_.data(), predictions_tp1_.data(), memory, targets);
    return targets.cumulant[0];
  };
  EXPECT_EQ(cumulant(0.5F), 1.5);
  EXPECT_EQ(cumulant(4), 3);
  EXPECT_EQ(cumulant(2), 1.5);
}

TEST_F(EvaluateTest, NoiseHasItsDeviation) {
  const QuestionTable<double> table({vocabulary, {{"q", NoiseCumulant{3}}}});
  auto memory = table.memory(5);
  Targets<double> targets(1);
  double squares = 0;
  for (int i = 0; i < 20'000; ++i) {
    table.evaluate(transition_, predictions_t_.data(), predictions_tp1_.data(), memory, targets);
    squares += targets.cumulant[0] * targets.cumulant[0];
  }
  EXPECT_NEAR(std::sqrt(squares / 20'000), 3, 0.05);
}

TEST_F(EvaluateTest, Continuations) {
  const auto event = [](Condition::On on, const char* name, Threshold threshold) {
    return Event{{{on, name, threshold}}};
  };
  const Threshold below_zero{Threshold::Side::below, 0};
  const Threshold above_zero{Threshold::Side::above, 0};
  EXPECT_EQ(evaluate(Discount{0.9}).continuation, 0.9);
  EXPECT_EQ(evaluate(Discount{0.9, event(Condition::On::next_observation, "y", below_zero)}).continuation, 0);
  EXPECT_EQ(evaluate(Discount{0.9, event(Condition::On::next_observation, "y", below_zero), 0.5}).continuation, 0.5);
  EXPECT_EQ(evaluate(Discount{0.9, event(Condition::On::next_observation, "y", above_zero)}).continuation, 0.9);
  EXPECT_EQ(evaluate(Discount{0.9, event(Condition::On::observation, "x", above_zero)}).continuation, 0);
  EXPECT_EQ(evaluate(Discount{0.9, event(Condition::On::action, "right", {})}).continuation, 0);
  EXPECT_EQ(evaluate(Discount{0.9, event(Condition::On::action, "left", {})}).continuation, 0.9);
  EXPECT_EQ(evaluate(Continuation{[](const Transition&) { return 0.25; }}).continuation, 0.25);
}

TEST_F(EvaluateTest, AnEventNeedsAllItsConditions) {
  const Condition holds{Condition::On::action, "right", {}};
  const Condition fails{Condition::On::action, "left", {}};
  EXPECT_EQ(evaluate(Discount{0.9, Event{{holds, holds}}}).continuation, 0);
  EXPECT_EQ(evaluate(Discount{0.9, Event{{holds, fails}}}).continuation, 0.9);
}

TEST_F(EvaluateTest, Ratios) {
  EXPECT_EQ(evaluate(Policy{SameAsBehaviour{}}).rho, 1);
  EXPECT_EQ(evaluate(Policy{Always{"right"}}).rho, 4);
  EXPECT_EQ(evaluate(Policy{Always{"left"}}).rho, 0);
  EXPECT_NEAR(evaluate(Policy{UniformlyRandom{}}).rho, 4.0 / 3, 1e-15);
  EXPECT_EQ(evaluate(Policy{Probabilities{{{"left", 0.5}, {"right", 0.5}}}}).rho, 2);
  EXPECT_EQ(evaluate(Policy{PolicyFunction{[](auto, std::size_t action) { return action == 1 ? 0.5 : 0; }}}).rho, 2);
}

TEST_F(EvaluateTest, AConditionalPolicyLooksAtThePredictionBefore) {
  const auto rho = [&](double level) {
    return evaluate(Policy{Conditional{"helper", {Threshold::Side::above, level}, Always{"right"}, SameAsBehaviour{}}})
        .rho;
  };
  EXPECT_EQ(rho(0.5), 4);
  EXPECT_EQ(rho(0.9), 1);
}

TEST_F(EvaluateTest, QuestionsThatShareAnEventEachHaveTheirOwnContinuation) {
  const Event event{{{Condition::On::action, "right", {}}}};
  const QuestionTable<double> table({vocabulary,
                                     {{"a", SignalCumulant{"x"}, Discount{0.9, event, 0.1}},
                                      {"b", SignalCumulant{"x"}, Discount{0.8, event, 0.2}},
                                      {"c", SignalCumulant{"x"}, Discount{0.7}}}});
  auto memory = table.memory();
  Targets<double> targets(3);
  table.evaluate(transition_, predictions_t_.data(), predictions_tp1_.data(), memory, targets);
  EXPECT_EQ(targets.continuation[0], 0.1);
  EXPECT_EQ(targets.continuation[1], 0.2);
  EXPECT_EQ(targets.continuation[2], 0.7);
}

}  // namespace
}  // namespace gvfn
