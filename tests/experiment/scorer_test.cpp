#include "experiment/scorer.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "gvfn/base/invalid_input.hpp"

namespace gvfn {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

const std::array<float, 2> truth{1, 0};

TEST(Scorer, TheErrorOfAStepIsARootMeanSquare) {
  Scorer metrics(10, 5, Score::choices);
  EXPECT_DOUBLE_EQ(metrics.add(std::array{4.0F, 4.0F}, truth), std::sqrt((9 + 16) / 2.0));
}

TEST(Scorer, TheCurveHasOnePointAWindow) {
  Scorer metrics(10, 5, Score::choices);
  for (int t = 0; t < 10; ++t) metrics.add(t < 5 ? std::array{1.0F, 0.0F} : std::array{0.0F, 1.0F}, truth);
  const auto summary = metrics.summary();
  EXPECT_EQ(summary.steps, (std::vector<std::int64_t>{5, 10}));
  EXPECT_EQ(summary.find("rmsve")->curve, (std::vector<double>{0, 1}));
  EXPECT_EQ(summary.find("accuracy")->curve, (std::vector<double>{1, 0}));
}

TEST(Scorer, TheSummaryIsOfTheLastFifth) {
  Scorer metrics(10, 5, Score::choices);
  for (int t = 0; t < 10; ++t)
    metrics.add(t < 8 ? std::array{9.0F, 9.0F} : std::array{1.0F, t == 8 ? 0.0F : 2.0F}, truth);
  const auto summary = metrics.summary();
  EXPECT_DOUBLE_EQ(summary["rmsve"], (0 + std::sqrt(2.0)) / 2);
  EXPECT_DOUBLE_EQ(summary["accuracy"], 0.5);
}

TEST(Scorer, AccuracyIsLeftOutWhereAnswersDoNotExcludeEachOther) {
  Scorer metrics(1, 5, Score::values);
  metrics.add(std::array{1.0F, 0.0F}, truth);
  EXPECT_FALSE(metrics.summary().find("accuracy"));
}

TEST(Scorer, OneStepIsItsOwnLastFifth) {
  Scorer metrics(1, 5, Score::choices);
  metrics.add(std::array{2.0F, 1.0F}, truth);
  EXPECT_DOUBLE_EQ(metrics.summary()["rmsve"], 1);
}

TEST(Scorer, TheErrorOfASeriesIsRelativeToItsVarianceInEachWindow) {
  // Truths 1, 2, 3, 4: variance 1.25. Errors of 1 and 2: mean squares 1 and 4.
  Scorer metrics(8, 4, Score::series);
  for (int t = 0; t < 8; ++t) {
    const auto y = static_cast<float>(1 + t % 4);
    metrics.add(std::array{t < 4 ? y + 1 : y - 2}, std::array{y});
  }
  const auto nrmse = metrics.summary().metrics.front();
  EXPECT_EQ(nrmse.name, "nrmse");
  ASSERT_EQ(nrmse.curve.size(), 2U);
  EXPECT_DOUBLE_EQ(nrmse.curve[0], std::sqrt(1 / 1.25));
  EXPECT_DOUBLE_EQ(nrmse.curve[1], std::sqrt(4 / 1.25));
  EXPECT_EQ(nrmse.value, nrmse.curve[1]);
}

TEST(Scorer, ASeriesShorterThanAWindowIsOneWindow) {
  Scorer metrics(2, 100, Score::series);
  metrics.add(std::array{1.0F}, std::array{0.0F});
  metrics.add(std::array{2.0F}, std::array{2.0F});
  EXPECT_DOUBLE_EQ(metrics.summary()["nrmse"], std::sqrt(0.5 / 1));
}

TEST(Scorer, AWindowWithoutVarianceIsRefused) {
  EXPECT_THAT([&] { Scorer(100, 1, Score::series); },
              ThrowsMessage<InvalidInput>(HasSubstr("run.window and run.steps are 2 or more")));
  EXPECT_NO_THROW(Scorer(100, 1, Score::values));
}

}  // namespace
}  // namespace gvfn
