#include "stream/season_finder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>

#include "gvfn/base/random.hpp"

namespace gvfn {
namespace {

std::size_t season_of(int steps, const std::function<double(int)>& value) {
  SeasonFinder finder;
  for (int t = 0; t < steps; ++t) finder.add(value(t));
  return finder.season();
}

double wave(int t, double period) { return std::sin(2 * std::numbers::pi * t / period); }

TEST(SeasonFinder, FindsThePeriodBeneathNoiseAndTrend) {
  Random random(1);
  for (const int period : {7, 24, 96})
    EXPECT_EQ(season_of(4'096, [&](int t) { return 50 + 0.001 * t + 2 * wave(t, period) + 0.5 * random.normal(); }),
              static_cast<std::size_t>(period));
}

TEST(SeasonFinder, OfAWeekOfDifferentDaysTheSeasonIsTheWeek) {
  Random random(2);
  const auto load = [&](int t) { return wave(t, 24) * (t / 24 % 7 < 5 ? 1 : 0.2) + 0.05 * random.normal(); };
  EXPECT_EQ(season_of(64, load), 0U) << "three days have not been seen";
  EXPECT_EQ(season_of(1'024, load), 168U);
}

TEST(SeasonFinder, ThreeSeasonsMustHaveBeenSeen) {
  EXPECT_EQ(season_of(256, [](int t) { return wave(t, 100); }), 0U);
  EXPECT_NEAR(static_cast<double>(season_of(512, [](int t) { return wave(t, 100); })), 100, 1)
      << "after five seasons it is known to a step";
}

TEST(SeasonFinder, WhereThereIsNoneNoneIsFound) {
  Random random(3);
  double walk = 0;
  EXPECT_EQ(season_of(4'096, [&](int) { return random.normal(); }), 0U);
  EXPECT_EQ(season_of(4'096, [&](int) { return walk += random.normal(); }), 0U);
  EXPECT_EQ(season_of(4'096, [](int) { return 3.0; }), 0U);
}

TEST(SeasonFinder, FollowsAChange) {
  EXPECT_EQ(season_of(131'072, [](int t) { return wave(t, t < 8'192 ? 24 : 60); }), 60U);
}

}  // namespace
}  // namespace gvfn
