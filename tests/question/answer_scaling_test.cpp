#include "question/answer_scaling.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "gvfn/base/random.hpp"

namespace gvfn {
namespace {

constexpr Range unknown{-INFINITY, INFINITY};

TEST(AnswerScaling, BoundsAreMappedToWhatAUnitGives) {
  const auto ends = [](Range bound, Activation activation) {
    const AnswerScaling scaling({bound}, activation);
    const auto memory = scaling.memory();
    return std::array{scaling.output(0, bound.low, memory), scaling.output(0, bound.high, memory)};
  };
  EXPECT_EQ(ends({0, 500}, Activation::sigmoid), (std::array<double, 2>{0, 1}));
  EXPECT_EQ(ends({-20, 60}, Activation::sigmoid), (std::array<double, 2>{0, 1}));
  EXPECT_EQ(ends({-20, 60}, Activation::tanh), (std::array<double, 2>{-1, 1}));
  EXPECT_EQ(ends({-20, 60}, Activation::linear), (std::array<double, 2>{-1, 1}));
  EXPECT_EQ(ends({-20, 60}, Activation::relu), (std::array<double, 2>{0, 1}));
  EXPECT_TRUE(AnswerScaling({{0, 1}, {0, 1}}, Activation::sigmoid).is_identity());
  EXPECT_TRUE(AnswerScaling({{0, 1}, {-1, 1}}, Activation::linear).is_identity());
  EXPECT_FALSE(AnswerScaling({{0, 1}, unknown}, Activation::sigmoid).is_identity());
}

TEST(AnswerScaling, AnswersAndOutputsAreTheInverseOfEachOther) {
  const AnswerScaling scaling({{-20, 60}, {0, 500}}, Activation::sigmoid);
  const auto memory = scaling.memory();
  for (const double answer : {-20.0, 3.25, 60.0})
    EXPECT_DOUBLE_EQ(scaling.answer(0, scaling.output(0, answer, memory), memory), answer);
  EXPECT_DOUBLE_EQ(scaling.rate(0, 1, memory), 500.0 / 80);
}

/// v_t = C + gamma v_{t+1} holds for answers exactly where it holds for outputs.
TEST(AnswerScaling, TheEquationOfAReturnHoldsForOutputs) {
  const AnswerScaling scaling({{-20, 60}}, Activation::tanh);
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
  const AnswerScaling scaling({unknown}, Activation::sigmoid);
  auto memory = scaling.memory();
  Random random(1);
  const double gamma = 0.75;  // a horizon of 4 steps
  for (int t = 0; t < 20'000; ++t) {
    double cumulant = 10 + random.normal();
    scaling.scale(memory, &cumulant, &gamma);
  }
  // 4 * (10 +- 3 * 1)
  EXPECT_NEAR(scaling.answer(0, 0.5, memory), 40, 0.2);
  EXPECT_NEAR(scaling.answer(0, 0.0, memory), 28, 0.5);
  EXPECT_NEAR(scaling.answer(0, 1.0, memory), 52, 0.5);
}

TEST(AnswerScaling, ALongHorizonIsLimited) {
  const AnswerScaling scaling({unknown}, Activation::linear);
  auto memory = scaling.memory();
  const double gamma = 1;
  for (int t = 0; t < 100; ++t) {
    double cumulant = 2;
    scaling.scale(memory, &cumulant, &gamma);
    EXPECT_TRUE(std::isfinite(cumulant));
  }
  EXPECT_NEAR(scaling.answer(0, 0.0, memory), 2'000, 1e-6);
}

}  // namespace
}  // namespace gvfn
