#include "question/answer_scaling.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "gvfn/base/random.hpp"

namespace gvfn {
namespace {

constexpr auto by_bounds = AnswerScaling::By::bounds;
constexpr Range unknown{-INFINITY, INFINITY};

TEST(AnswerScaling, BoundsAreMappedToWhatAUnitGives) {
  const auto ends = [](Range bound, Activation activation) {
    const AnswerScaling scaling({bound}, activation, by_bounds);
    const auto memory = scaling.memory();
    return std::array{scaling.output(0, bound.low, memory), scaling.output(0, bound.high, memory)};
  };
  EXPECT_EQ(ends({0, 500}, Activation::sigmoid), (std::array<double, 2>{0, 1}));
  EXPECT_EQ(ends({-20, 60}, Activation::sigmoid), (std::array<double, 2>{0, 1}));
  EXPECT_EQ(ends({-20, 60}, Activation::tanh), (std::array<double, 2>{-1, 1}));
  EXPECT_EQ(ends({-20, 60}, Activation::linear), (std::array<double, 2>{-1, 1}));
  EXPECT_EQ(ends({-20, 60}, Activation::relu), (std::array<double, 2>{0, 1}));
  EXPECT_TRUE(AnswerScaling({{0, 1}, {0, 1}}, Activation::sigmoid, by_bounds).is_identity());
  EXPECT_TRUE(AnswerScaling({{0, 1}, {-1, 1}}, Activation::linear, by_bounds).is_identity());
  EXPECT_FALSE(AnswerScaling({{0, 1}, unknown}, Activation::sigmoid, by_bounds).is_identity());
  const QuestionNetwork within({{{"bit", 0, 1}}, {}}, {{"bit next", SignalCumulant{"bit"}}});
  EXPECT_TRUE(AnswerScaling(within, Activation::sigmoid, by_bounds).is_identity());
}

TEST(AnswerScaling, AnswersAndOutputsAreTheInverseOfEachOther) {
  const AnswerScaling scaling({{-20, 60}, {0, 500}}, Activation::sigmoid, by_bounds);
  const auto memory = scaling.memory();
  for (const double answer : {-20.0, 3.25, 60.0})
    EXPECT_DOUBLE_EQ(scaling.answer(0, scaling.output(0, answer, memory), memory), answer);
  EXPECT_DOUBLE_EQ(scaling.rate(0, 1, memory), 500.0 / 80);
}

/// v_t = C + gamma v_{t+1} holds for answers exactly where it holds for outputs.
TEST(AnswerScaling, TheEquationOfAReturnHoldsForOutputs) {
  const AnswerScaling scaling({{-20, 60}}, Activation::tanh, by_bounds);
  auto memory = scaling.memory();
  for (const double gamma : {0.0, 0.5, 1.0}) {
    const double next = 11;
    double cumulant = -3;
    const double answer = cumulant + gamma * next;
    scaling.scale(memory, &cumulant, &gamma);
    EXPECT_NEAR(scaling.output(0, answer, memory), cumulant + gamma * scaling.output(0, next, memory), 1e-12);
  }
}

TEST(AnswerScaling, WithoutBoundsItIsByMeanAndDeviationOfTheReturn) {
  const AnswerScaling scaling({unknown}, Activation::sigmoid, by_bounds);
  auto memory = scaling.memory();
  Random random(1);
  const double gamma = 0.75;  // a horizon of 4 steps
  for (int t = 0; t < 20'000; ++t) {
    double cumulant = 10 + random.normal();
    scaling.follow(memory, &cumulant, &gamma);
    scaling.scale(memory, &cumulant, &gamma);
  }
  // 4 * (10 +- 3 * 1)
  EXPECT_NEAR(scaling.answer(0, 0.5, memory), 40, 0.2);
  EXPECT_NEAR(scaling.answer(0, 0.0, memory), 28, 0.5);
  EXPECT_NEAR(scaling.answer(0, 1.0, memory), 52, 0.5);
}

TEST(AnswerScaling, ALongHorizonIsLimited) {
  const AnswerScaling scaling({unknown}, Activation::linear, by_bounds);
  auto memory = scaling.memory();
  const double gamma = 1;
  for (int t = 0; t < 100; ++t) {
    double cumulant = 2;
    scaling.follow(memory, &cumulant, &gamma);
    scaling.scale(memory, &cumulant, &gamma);
    EXPECT_TRUE(std::isfinite(cumulant));
  }
  EXPECT_NEAR(scaling.answer(0, 0.0, memory), 2'000, 1e-6);
}

TEST(AnswerScaling, WhatCountsIsHowLongReturnsAre) {
  // Steps to the end of an episode of ten: the cumulant is always 1, and returns are 10, 9, ..., 1.
  const AnswerScaling scaling({unknown}, Activation::sigmoid, by_bounds);
  auto memory = scaling.memory();
  for (int t = 1; t <= 50'000; ++t) {
    const double cumulant = 1;
    const double continuation = t % 10 == 0 ? 0 : 1;
    scaling.follow(memory, &cumulant, &continuation);
  }
  const double deviation = std::sqrt((100 - 1) / 12.0);
  EXPECT_NEAR(scaling.answer(0, 0.5, memory), 5.5, 0.1);
  EXPECT_NEAR(scaling.answer(0, 1.0, memory), 5.5 + 3 * deviation, 0.1);
}

TEST(RunningHorizon, IsTheMeanAndDeviationOfReturnsOfOnes) {
  constexpr std::size_t counted = 9'000;  // of which all have the same weight
  Random random(4);
  std::vector<double> continuations(10'000);
  for (auto& gamma : continuations) gamma = random.below(7) == 0 ? 0 : 0.5 + 0.4 * random.uniform();
  RunningHorizon horizon;
  double steps = 0;
  double sum = 0;
  double squares = 0;
  for (std::size_t t = continuations.size(); t-- > 0;) {
    steps = 1 + continuations[t] * steps;
    sum += t < counted ? steps : 0;
    squares += t < counted ? steps * steps : 0;
  }
  for (std::size_t t = 0; t < counted; ++t) horizon.add(continuations[t]);
  const double mean = sum / static_cast<double>(counted);
  EXPECT_NEAR(horizon.steps(), mean, 1e-3 * mean);
  EXPECT_NEAR(horizon.deviation(), std::sqrt(squares / static_cast<double>(counted) - mean * mean), 1e-2);
}

TEST(AnswerScaling, AnAnswerMadeOfOthersIsMappedAsTheyAre) {
  const QuestionNetwork chain({{{"y"}}, {}}, {{"in 3", PredictionCumulant{{{"in 2", -2}}}},
                                              {"in 1", SignalCumulant{"y"}},
                                              {"in 2", PredictionCumulant{{{"in 1", 1}}}}});
  const AnswerScaling scaling(chain, Activation::tanh, by_bounds);
  auto memory = scaling.memory();
  Random random(1);
  for (int t = 0; t < 9'000; ++t) {
    // What the chain answers is nonsense, and does not count.
    const std::array<double, 3> cumulants{1e9 * random.normal(), 5 + random.normal(), -1e6};
    const std::array<double, 3> continuations{};
    scaling.follow(memory, cumulants.data(), continuations.data());
  }
  for (const std::size_t j : {1, 2}) {
    EXPECT_NEAR(scaling.answer(j, 0.0, memory), 5, 0.1) << j;
    EXPECT_NEAR(scaling.answer(j, 1.0, memory), 8, 0.2) << j;
  }
  EXPECT_NEAR(scaling.answer(0, 0.0, memory), -10, 0.2);
  EXPECT_NEAR(scaling.answer(0, 1.0, memory), -4, 0.3);
}

/// Where its condition does not hold, it is 0.
TEST(AnswerScaling, AnAnswerThatCountsAtTimesIsMappedWithZero) {
  const Vocabulary vocabulary{{{"y"}}, {}};
  const SignalCondition high{"y", {Threshold::Side::above, 5}};
  const AnswerScaling scaling(
      QuestionNetwork(vocabulary, {{"in 1", SignalCumulant{"y"}}, {"in 2", PredictionCumulant{{{"in 1", 1}}, high}}}),
      Activation::tanh, by_bounds);
  auto memory = scaling.memory();
  Random random(1);
  for (int t = 0; t < 9'000; ++t) {
    const std::array<double, 2> cumulants{5 + random.normal(), 0};
    const std::array<double, 2> continuations{};
    scaling.follow(memory, cumulants.data(), continuations.data());
  }
  EXPECT_NEAR(scaling.answer(0, -1.0, memory), 2, 0.2);
  EXPECT_NEAR(scaling.answer(1, -1.0, memory), 0, 0.2);
  EXPECT_NEAR(scaling.answer(1, 1.0, memory), 8, 0.2);
}

TEST(AnswerScaling, FitsWhereAUnitCanGiveTheAnswers) {
  const auto asks = [](double gamma) {
    return QuestionNetwork({{{"y", 0, 1}}, {}}, {{"sum", SignalCumulant{"y"}, Discount{gamma}}});
  };
  EXPECT_EQ(scaling_for(InputScaling::automatic, asks(0), Activation::sigmoid), InputScaling::raw);
  EXPECT_EQ(scaling_for(InputScaling::automatic, asks(0.9), Activation::sigmoid), InputScaling::range);
  EXPECT_EQ(scaling_for(InputScaling::automatic, asks(0.9), Activation::relu), InputScaling::raw);
  EXPECT_EQ(scaling_for(InputScaling::automatic, asks(1), Activation::clipped_linear), InputScaling::range);
  EXPECT_EQ(scaling_for(InputScaling::raw, asks(1), Activation::sigmoid), InputScaling::raw);
}

}  // namespace
}  // namespace gvfn
