#include "gvfn/results/statistics.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "gvfn/base/random.hpp"

namespace gvfn {
namespace {

using testing::DoubleEq;
using testing::ElementsAre;
using testing::IsNan;

constexpr double nothing = std::numeric_limits<double>::quiet_NaN();
constexpr double endless = std::numeric_limits<double>::infinity();

Statistics of(const std::vector<double>& values) { return statistics(values); }

TEST(Statistics, OfAnOddNumberByHand) {
  const auto s = of({7, 1, 4});  // deviations 3, -3, 0: variance 18 / 2
  EXPECT_EQ(s.runs, 3U);
  EXPECT_EQ(s.diverged, 0U);
  EXPECT_DOUBLE_EQ(s.mean, 4);
  EXPECT_DOUBLE_EQ(s.standard_error, std::sqrt(9.0 / 3));
  EXPECT_DOUBLE_EQ(s.median, 4);
}

TEST(Statistics, OfAnEvenNumberByHand) {
  const auto s = of({10, 1, 2, 3});  // deviations 6, -3, -2, -1: variance 50 / 3
  EXPECT_DOUBLE_EQ(s.mean, 4);
  EXPECT_DOUBLE_EQ(s.standard_error, std::sqrt(50.0 / 3 / 4));
  EXPECT_DOUBLE_EQ(s.median, 2.5);
}

TEST(Statistics, WhatDivergedOrHasNoScoreIsCountedAndLeftOut) {
  const std::vector<double> values{nothing, 1, endless, 3, -endless};
  const auto s = statistics(values, 2);
  const auto finite = of({1, 3});
  EXPECT_EQ(s.runs, 7U);
  EXPECT_EQ(s.diverged, 2U);
  EXPECT_EQ(s.unscored, 3U);
  EXPECT_EQ(s.scored(), 2U);
  EXPECT_DOUBLE_EQ(s.mean, 2);
  EXPECT_DOUBLE_EQ(s.standard_error, 1);
  EXPECT_DOUBLE_EQ(s.median, 2);
  EXPECT_EQ(s.low, finite.low);
  EXPECT_EQ(s.high, finite.high);
}

TEST(Statistics, OfOneRunAreThatRunWithAnErrorThatIsUnknown) {
  const auto s = of({0.3});
  EXPECT_EQ(s.mean, 0.3);
  EXPECT_EQ(s.median, 0.3);
  for (const double number : {s.standard_error, s.low, s.high}) EXPECT_TRUE(std::isnan(number));
}

TEST(Statistics, OfNoRunThatHasAScoreAreNoNumbers) {
  for (const auto& values : {std::vector<double>{}, {nothing, endless}}) {
    const auto s = statistics(values, 1);
    EXPECT_EQ(s.runs, values.size() + 1);
    EXPECT_EQ(s.scored(), 0U);
    for (const double number : {s.mean, s.standard_error, s.median, s.low, s.high}) EXPECT_TRUE(std::isnan(number));
  }
}

TEST(Statistics, TheIntervalIsTheSameEveryTimeAndHasTheMeanInIt) {
  const std::vector<double> values{0.1, 0.5, 0.2, 0.9, 0.4};
  const auto s = of(values);
  EXPECT_EQ(s.low, of(values).low);
  EXPECT_EQ(s.high, of(values).high);
  EXPECT_LT(s.low, s.mean);
  EXPECT_GT(s.high, s.mean);
  EXPECT_GE(s.low, 0.1);
  EXPECT_LE(s.high, 0.9);
}

TEST(Statistics, TheIntervalOfALargeSampleIsTheNormalOne) {
  Random random(5);
  std::vector<double> values(1'000);
  for (auto& value : values) value = 3 + 2 * random.normal();
  const auto s = of(values);
  EXPECT_NEAR(s.low, s.mean - 1.96 * s.standard_error, 0.15 * s.standard_error);
  EXPECT_NEAR(s.high, s.mean + 1.96 * s.standard_error, 0.15 * s.standard_error);
}

TEST(Statistics, TheIntervalHasTheTrueMeanInItNineteenTimesInTwenty) {
  Random random(7);
  int covered = 0;
  for (int sample = 0; sample < 400; ++sample) {
    std::vector<double> values(40);
    for (auto& value : values) value = random.normal();
    const auto s = of(values);
    covered += s.low <= 0 && 0 <= s.high ? 1 : 0;
  }
  EXPECT_NEAR(covered / 400.0, 0.95, 0.03);
}

TEST(Statistics, OneMoreWithoutAScoreIsWorseThanAnyError) {
  const auto whole = of({1e6, 1e6, 1e6});
  EXPECT_TRUE(is_better(whole, statistics(std::vector{0.1, 0.1}, 1)));
  const auto broken = of({0.1, 0.1, nothing});
  EXPECT_TRUE(is_better(whole, broken));
  EXPECT_FALSE(is_better(broken, whole));
  EXPECT_TRUE(is_better(broken, of({0.01, nothing, nothing})));
  EXPECT_TRUE(is_better(of({5, 5, 5, 5, nothing}), of({1, nothing})));  // by the share, where they are not as many
}

TEST(Statistics, AmongAsManyWithoutAScoreTheLowerMeanIsBetter) {
  EXPECT_TRUE(is_better(of({1, 2}), of({2, 3})));
  EXPECT_FALSE(is_better(of({2, 3}), of({1, 2})));
  EXPECT_FALSE(is_better(of({1, 2}), of({1, 2})));
  EXPECT_TRUE(is_better(of({1, nothing}), of({2, nothing})));
}

TEST(Statistics, WhereNoneHasAScoreNothingIsWon) {
  for (const auto& values : {std::vector<double>{}, {nothing, nothing}}) {
    EXPECT_FALSE(is_better(of(values), of({1e300, nothing})));
    EXPECT_TRUE(is_better(of({1e300, nothing}), of(values)));
    EXPECT_FALSE(is_better(of(values), of({nothing})));
  }
}

TEST(Statistics, AMeanCurveByHand) {
  const std::vector<double> a{1, 5};
  const std::vector<double> b{3, 5};
  const std::vector<double> c{8, 5};  // deviations -3, -1, 4: variance 26 / 2
  const auto curve = mean_curve({a, b, c});
  EXPECT_THAT(curve.mean, ElementsAre(DoubleEq(4), DoubleEq(5)));
  EXPECT_THAT(curve.standard_error, ElementsAre(DoubleEq(std::sqrt(13.0 / 3)), DoubleEq(0)));
}

TEST(Statistics, AMeanCurveGoesAsFarAsAllOfThemGo) {
  const std::vector<double> longer{1, 2, 100};
  const std::vector<double> shorter{3, 6};
  EXPECT_THAT(mean_curve({longer, shorter}).mean, ElementsAre(2, 4));
  EXPECT_THAT(mean_curve({shorter}).standard_error, ElementsAre(IsNan(), IsNan()));
  EXPECT_TRUE(mean_curve({longer, {}}).mean.empty());
  EXPECT_TRUE(mean_curve({}).mean.empty());
}

}  // namespace
}  // namespace gvfn
