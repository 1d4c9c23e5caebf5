#include <gtest/gtest.h>

#include <cmath>

#include "gvfn/question/question_network.hpp"

namespace gvfn {
namespace {

Vocabulary make_vocabulary() {
  Vocabulary vocabulary{one_hot_signals({"red", "blue", "white"}), {"go"}};
  vocabulary.signals.push_back({"level", -2, 3});
  vocabulary.signals.push_back({"any"});
  return vocabulary;
}

Event when(const std::string& signal, Threshold::Side side) {
  return {{{Condition::On::next_observation, signal, {side, 0.5}}}};
}

Range bound(Cumulant cumulant, Continuation continuation) {
  return QuestionNetwork(make_vocabulary(), {{"q", std::move(cumulant), std::move(continuation)}}).bound(0);
}

void expect_range(Range range, double low, double high) {
  EXPECT_NEAR(range.low, low, 1e-9);
  EXPECT_NEAR(range.high, high, 1e-9);
}

TEST(Bounds, AMyopicAnswerIsBoundedByItsSignal) { expect_range(bound(SignalCumulant{"level"}, Discount{0}), -2, 3); }

TEST(Bounds, ADiscountedSumIsBoundedByTheGeometricSeries) {
  expect_range(bound(SignalCumulant{"level"}, Discount{0.9}), -20, 30);
  expect_range(bound(SignalCumulant{"level", -2}, Discount{0.5}), -12, 8);
}

TEST(Bounds, AThresholdedSignalIsZeroOrOne) {
  expect_range(bound(SignalCumulant{.signal = "any", .threshold = Threshold{}}, Discount{0.75}), 0, 4);
}

TEST(Bounds, AnEventCountsItsScale) {
  expect_range(bound(EventCumulant{when("red", Threshold::Side::above), -2}, Discount{0.5}), -4, 0);
}

TEST(Bounds, WithoutARangeThereIsNoBound) {
  EXPECT_TRUE(std::isinf(bound(SignalCumulant{"any"}, Discount{0.5}).high));
  EXPECT_TRUE(std::isinf(bound(NoiseCumulant{}, Discount{0.5}).high));
  EXPECT_TRUE(std::isinf(bound(SignalCumulant{"level"}, Discount{1}).high));
}

TEST(Bounds, WhatEndsTheQuestionIsSeenOnce) {
  // Red is 1 only where white is 0, and there the question ends.
  expect_range(bound(SignalCumulant{"red"}, Discount{1, when("white", Threshold::Side::below)}), 0, 1);
  expect_range(bound(SignalCumulant{"red"}, Discount{1, when("red", Threshold::Side::above)}), 0, 1);
}

TEST(Bounds, WhatDoesNotEndTheQuestionAddsUp) {
  // The question does not end at red.
  EXPECT_TRUE(std::isinf(bound(SignalCumulant{"red"}, Discount{1, when("blue", Threshold::Side::above)}).high));
  expect_range(bound(SignalCumulant{"red"}, Discount{0.5, when("white", Threshold::Side::below), 0.75}), 0, 4);
}

TEST(Bounds, ANegativeCumulantOnlyAddsUpWhereItContinues) {
  // At most -1 at once, at least -1 / (1 - 0.5).
  Vocabulary vocabulary{{{"cost", -1, -1}}, {}};
  const Event event{{{Condition::On::next_observation, "cost", {Threshold::Side::above, 0}}}};
  const QuestionNetwork network(vocabulary, {{"q", SignalCumulant{"cost"}, Discount{0.5, event}}});
  expect_range(network.bound(0), -2, -1);
}

TEST(Bounds, ACompositionTakesItsBoundFromWhatItUses) {
  const QuestionNetwork network(make_vocabulary(),
                                {{"sum", PredictionCumulant{{{"a", 2.0}, {"b", -1.0}}}, Discount{0.5}},
                                 {"a", SignalCumulant{"level"}, Discount{0}},
                                 {"b", SignalCumulant{"red"}, Discount{0}}});
  expect_range(network.bound(0), -10, 12);
}

TEST(Bounds, AGatedCompositionMayBeZero) {
  const QuestionNetwork network(
      {{{"high", 2, 3}, {"low", -3, -2}}, {}},
      {{"a", SignalCumulant{"high"}},
       {"b", SignalCumulant{"low"}},
       {"gated a", PredictionCumulant{{{"a", 1.0}}, SignalCondition{"high", {Threshold::Side::above, 2.5}}}},
       {"gated b", PredictionCumulant{{{"b", 1.0}}, SignalCondition{"high", {Threshold::Side::above, 2.5}}}}});
  expect_range(network.bound(2), 0, 3);
  expect_range(network.bound(3), -3, 0);
}

}  // namespace
}  // namespace gvfn
