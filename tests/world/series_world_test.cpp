#include "gvfn/world/series_world.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "gvfn/base/invalid_input.hpp"

namespace gvfn {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

template <class Series>
std::vector<double> first(std::size_t count) {
  Series series;
  std::vector<double> values;
  for (std::size_t t = 0; t < count; ++t) {
    values.push_back(series.value());
    series.advance();
  }
  return values;
}

TEST(MackeyGlass, TheFirstValuesByHand) {
  // For 170 Euler steps the delayed value is 0, and y shrinks by 1 % a step; then y(0) = 1.2 comes back.
  const auto y = first<MackeyGlass>(19);
  for (std::size_t t = 0; t <= 17; ++t) EXPECT_NEAR(y[t], 1.2 * std::pow(0.99, 10.0 * static_cast<double>(t)), 1e-12);
  double expected = 1.2 * std::pow(0.99, 170);
  for (int i = 0; i < 10; ++i) {
    const double delayed = 1.2 * std::pow(0.99, i);
    expected += 0.1 * (0.2 * delayed / (1 + std::pow(delayed, 10)) - 0.1 * expected);
  }
  EXPECT_NEAR(y[18], expected, 1e-12);
}

TEST(MackeyGlass, StaysInItsKnownRange) {
  const auto y = first<MackeyGlass>(20'000);
  double low = 10;
  double high = 0;
  for (std::size_t t = 1'000; t < y.size(); ++t) {
    low = std::min(low, y[t]);
    high = std::max(high, y[t]);
  }
  EXPECT_NEAR(low, 0.42, 0.03);
  EXPECT_NEAR(high, 1.32, 0.03);
}

TEST(Mso, IsTheSumOfFourSinesFromOneOn) {
  const auto y = first<Mso>(3);
  for (std::size_t i = 0; i < y.size(); ++i) {
    const auto t = static_cast<double>(i + 1);
    EXPECT_DOUBLE_EQ(y[i], std::sin(0.2 * t) + std::sin(0.311 * t) + std::sin(0.42 * t) + std::sin(0.51 * t));
  }
}

TEST(SeriesWorld, TheTrueAnswerIsSeenAtTheHorizon) {
  for (const std::size_t horizon : {1, 12}) {
    SeriesWorld<Mso> world({.horizon = horizon});
    Random random(1);
    const auto y = first<Mso>(100);
    for (std::size_t t = 0; t + horizon < y.size(); ++t) {
      std::array<float, 1> answer{};
      world.true_answers(answer);
      ASSERT_EQ(answer[0], static_cast<float>(y[t + horizon])) << "at " << t;
      ASSERT_EQ(world.observation()[0], static_cast<float>(y[t]));
      world.act(0, random);
    }
    EXPECT_EQ(world.evaluation().forecasts.at(0).steps, horizon);
  }
}

TEST(SeriesWorld, BeginsAnew) {
  SeriesWorld<MackeyGlass> world;
  Random random(1);
  for (int t = 0; t < 50; ++t) world.act(0, random);
  world.reset(random);
  EXPECT_EQ(world.observation()[0], 1.2F);
}

TEST(SeriesWorld, AHorizonOutOfRangeIsRefused) {
  EXPECT_THAT([&] { SeriesWorld<Mso>({.horizon = 0}); },
              ThrowsMessage<InvalidInput>(HasSubstr("world.horizon = 0 is not from 1 to 10000")));
  EXPECT_THAT([&] { SeriesWorld<Mso>({.horizon = 10'001}); },
              ThrowsMessage<InvalidInput>(HasSubstr("world.horizon = 10001 is not from 1 to 10000")));
}

}  // namespace
}  // namespace gvfn
