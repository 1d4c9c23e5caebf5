#include "gvfn/experiment/metrics.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace gvfn {
namespace {

const std::array<float, 2> truth{1, 0};

TEST(Metrics, TheErrorOfAStepIsARootMeanSquare) {
  Metrics metrics(10, 5, true);
  EXPECT_DOUBLE_EQ(metrics.add(std::array{4.0F, 4.0F}, truth), std::sqrt((9 + 16) / 2.0));
}

TEST(Metrics, TheCurveHasOnePointAWindow) {
  Metrics metrics(10, 5, true);
  for (int t = 0; t < 10; ++t) metrics.add(t < 5 ? std::array{1.0F, 0.0F} : std::array{0.0F, 1.0F}, truth);
  ASSERT_EQ(metrics.curve().size(), 2U);
  EXPECT_EQ(metrics.curve()[0].step, 5);
  EXPECT_EQ(metrics.curve()[0].rmsve, 0);
  EXPECT_EQ(metrics.curve()[0].accuracy, 1);
  EXPECT_EQ(metrics.curve()[1].rmsve, 1);
  EXPECT_EQ(metrics.curve()[1].accuracy, 0);
}

TEST(Metrics, TheSummaryIsOfTheLastFifth) {
  Metrics metrics(10, 5, true);
  for (int t = 0; t < 10; ++t)
    metrics.add(t < 8 ? std::array{9.0F, 9.0F} : std::array{1.0F, t == 8 ? 0.0F : 2.0F}, truth);
  const auto summary = metrics.summary();
  EXPECT_DOUBLE_EQ(summary.rmsve, (0 + std::sqrt(2.0)) / 2);
  EXPECT_DOUBLE_EQ(summary.accuracy.value(), 0.5);
}

TEST(Metrics, AccuracyIsLeftOutWhereAnswersDoNotExcludeEachOther) {
  Metrics metrics(1, 5, false);
  metrics.add(std::array{1.0F, 0.0F}, truth);
  EXPECT_FALSE(metrics.summary().accuracy.has_value());
}

TEST(Metrics, OneStepIsItsOwnLastFifth) {
  Metrics metrics(1, 5, true);
  metrics.add(std::array{2.0F, 1.0F}, truth);
  EXPECT_DOUBLE_EQ(metrics.summary().rmsve, 1);
}

}  // namespace
}  // namespace gvfn
