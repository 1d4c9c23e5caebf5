#include "gvfn/question/path_return.hpp"

#include <gtest/gtest.h>

#include <array>

namespace gvfn {
namespace {

const QuestionNetwork questions(
    {{{"x"}}, {"go"}},
    {{"sum", SignalCumulant{"x"}, Discount{0.5}},
     {"until 9", SignalCumulant{"x", 2},
      Discount{1, Event{{{Condition::On::next_observation, "x", {Threshold::Side::above, 8}}}}, 0.25}},
     {"next", SignalCumulant{"x"}}});

/// A path on which these numbers are seen, one after the other.
PathReturn along(std::size_t question, const std::vector<float>& seen, bool ends = false) {
  PathReturn path(questions, question);
  float before = 0;
  for (const float& x : seen) {
    path.add({{&before, 1}, 0, 1, {&x, 1}, ends && &x == &seen.back()});
    before = x;
  }
  return path;
}

TEST(PathReturn, OfNoStepIsNothingYet) {
  EXPECT_EQ(along(0, {}).value(), 0);
  EXPECT_EQ(along(0, {}).weight(), 1);
}

TEST(PathReturn, IsTheDiscountedSum) {
  const auto path = along(0, {3, 1, 4});
  EXPECT_EQ(path.value(), 3 + 0.5 * 1 + 0.25 * 4);
  EXPECT_EQ(path.weight(), 0.125);
}

TEST(PathReturn, GoesOnWithTheContinuationOfEachStep) {
  const auto path = along(1, {3, 9, 4});
  EXPECT_EQ(path.value(), 2 * (3 + 9 + 0.25 * 4));
  EXPECT_EQ(path.weight(), 0.25);
}

TEST(PathReturn, HasEndedWhereNothingIsLeft) {
  EXPECT_EQ(along(2, {3, 1, 4}).value(), 3);
  EXPECT_EQ(along(2, {3, 1, 4}).weight(), 0);
  EXPECT_EQ(along(0, {3, 1}, true).value(), 3.5);
  EXPECT_EQ(along(0, {3, 1}, true).weight(), 0) << "the episode has ended";
}

TEST(PathReturn, GoesOnWhereItWasMovedTo) {
  auto path = along(0, {3});
  auto moved = std::move(path);
  const float x = 8;
  moved.add({{&x, 1}, 0, 1, {&x, 1}});
  EXPECT_EQ(moved.value(), 7);
}

}  // namespace
}  // namespace gvfn
