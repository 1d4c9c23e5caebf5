#include "question/signal_scaling.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "gvfn/base/invalid_input.hpp"
#include "gvfn/base/random.hpp"

namespace gvfn {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

const Vocabulary plant{{{"temperature", 0, 50}, {"level", -20, 60}, {"knock", 0, 1}}, {}};

std::vector<float> scaled(const SignalScaling& scaling, SignalMemory& memory, const std::vector<float>& observation) {
  std::vector<float> inputs(observation.size());
  scaling.scale(observation, memory, inputs);
  return inputs;
}

TEST(SignalScaling, ARangeIsMappedToZeroAndOneOrToMinusOneAndOne) {
  const SignalScaling scaling(InputScaling::range, plant);
  auto memory = scaling.memory();
  EXPECT_FALSE(scaling.is_identity());
  EXPECT_EQ(scaled(scaling, memory, {0, -20, 0}), (std::vector<float>{0, -1, 0}));
  EXPECT_EQ(scaled(scaling, memory, {25, 20, 0.5F}), (std::vector<float>{0.5F, 0, 0.5F}));
  EXPECT_EQ(scaled(scaling, memory, {50, 60, 1}), (std::vector<float>{1, 1, 1}));
  EXPECT_EQ(scaling.unscaled(1, 0.5), 40);
  EXPECT_TRUE(SignalScaling(InputScaling::range, {{{"a", 0, 1}, {"b", -1, 1}}, {}}).is_identity());
}

TEST(SignalScaling, OnlineIsRelativeToMeanAndDeviation) {
  const SignalScaling scaling(InputScaling::online, {{{"y"}}, {}});
  auto memory = scaling.memory();
  Random random(1);
  double sum = 0;
  double squares = 0;
  for (int t = 0; t < 5'000; ++t) {
    const double y = 1e4 + 200 * random.normal();
    sum += y;
    squares += y * y;
    const float x = scaled(scaling, memory, {static_cast<float>(y)})[0];
    ASSERT_LE(std::abs(x), 1);
  }
  const double mean = sum / 5'000;
  const double deviation = std::sqrt(squares / 5'000 - mean * mean);
  EXPECT_NEAR(memory.signals[0].mean, mean, 1e-2);
  EXPECT_NEAR(memory.signals[0].deviation(), deviation, 1e-2 * deviation);
  EXPECT_NEAR(scaled(scaling, memory, {static_cast<float>(mean + 1.5 * deviation)})[0], 0.5, 0.01);
  EXPECT_EQ(scaled(scaling, memory, {1e9F})[0], 1) << "what lies far out is cut off";
}

TEST(SignalScaling, ASignalThatDoesNotVaryIsZero) {
  const SignalScaling scaling(InputScaling::online, {{{"y"}}, {}});
  auto memory = scaling.memory();
  for (int t = 0; t < 100; ++t) EXPECT_EQ(scaled(scaling, memory, {7})[0], 0);
}

TEST(SignalScaling, AlsoOfVerySmallNumbers) {
  const SignalScaling scaling(InputScaling::online, {{{"ampere"}}, {}});
  auto memory = scaling.memory();
  double squares = 0;
  for (int t = 0; t < 1'000; ++t)
    squares += std::pow(scaled(scaling, memory, {static_cast<float>(2e-9 * std::sin(t))})[0], 2);
  EXPECT_NEAR(squares / 1'000, 1.0 / 9, 0.01) << "three deviations are 1";
}

TEST(SignalScaling, AutomaticLooksAtTheRanges) {
  const auto kind = [](std::vector<SignalInfo> signals) {
    return scaling_for(InputScaling::automatic, {std::move(signals), {}});
  };
  EXPECT_EQ(kind({{"a", 0, 1}, {"b", -1, 0.5}}), InputScaling::raw);
  EXPECT_EQ(kind({{"a", 0, 1}, {"b", 0, 50}}), InputScaling::range);
  EXPECT_EQ(kind({{"a", 0, 1}, {"b"}}), InputScaling::online);
  EXPECT_EQ(kind({}), InputScaling::raw);
}

TEST(SignalScaling, ASignalWhoseRangeIsOneNumberIsZero) {
  const SignalScaling scaling(InputScaling::range, {{{"a", 0, 50}, {"always 7", 7, 7}}, {}});
  auto memory = scaling.memory();
  EXPECT_EQ(scaled(scaling, memory, {10, 7}), (std::vector<float>{0.2F, 0}));
}

TEST(SignalScaling, WhatCannotBeScaledIsRefused) {
  EXPECT_THAT(
      [] {
        SignalScaling(InputScaling::range, {{{"a", 0, 1}, {"b"}}, {}});
      },
      ThrowsMessage<InvalidInput>(HasSubstr("\"b\" has none; \"online\" needs no ranges")));
  EXPECT_THAT(
      [] {
        SignalScaling(InputScaling::raw, {{{"a", 2, 1}}, {}});
      },
      ThrowsMessage<InvalidInput>("the range of signal \"a\" is from 2 to 1: the lower bound comes first"));
}

TEST(SignalScaling, ASignalOutsideItsRangeIsRefused) {
  const Vocabulary vocabulary{{{"tenth", 0, 0.1}, {"any"}}, {}};
  const SignalScaling scaling(InputScaling::raw, vocabulary);
  const auto check = [&](float tenth, float any) {
    const std::vector<float> observation{tenth, any};
    scaling.check(observation, vocabulary);
  };
  EXPECT_NO_THROW(check(0.1F, 3e38F));
  EXPECT_THAT([&] { check(0.2F, 0); },
              ThrowsMessage<InvalidInput>("signal \"tenth\" is 0.2, outside its declared range, 0 to 0.1"));
  EXPECT_THAT([&] { check(0, std::nanf("")); },
              ThrowsMessage<InvalidInput>(HasSubstr("\"any\" is nan; signals must be")));
  EXPECT_THAT([&] { check(0, -INFINITY); }, ThrowsMessage<InvalidInput>(HasSubstr("\"any\" is -inf")));
}

}  // namespace
}  // namespace gvfn
