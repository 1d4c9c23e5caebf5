#include "network/input_traces.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

namespace gvfn {
namespace {

using testing::ElementsAre;
using testing::FloatEq;

std::array<float, 6> followed(InputTraces& traces, float a, float b) {
  std::array<float, 6> inputs{a, b};
  traces.follow(inputs);
  return inputs;
}

TEST(InputTraces, ByHand) {
  InputTraces traces(2, {2, 4});
  EXPECT_THAT(followed(traces, 1, -4), ElementsAre(1, -4, 1, -4, 1, -4));
  EXPECT_THAT(followed(traces, 0, 4), ElementsAre(0, 4, 0.5F, 0, 0.75F, -2));
  EXPECT_THAT(followed(traces, 0, 0), ElementsAre(0, 0, 0.25F, 0, FloatEq(0.5625F), -1.5F));
}

TEST(InputTraces, AfterARestartTheFirstValueIsAsIfItHadAlwaysBeenThere) {
  InputTraces traces(2, {2, 4});
  followed(traces, 1, -4);
  traces.restart();
  EXPECT_THAT(followed(traces, 3, 5), ElementsAre(3, 5, 3, 5, 3, 5));
}

TEST(InputTraces, WithoutAnyNothingIsWritten) {
  InputTraces none(2, {});
  EXPECT_TRUE(none.empty());
  EXPECT_THAT(followed(none, 1, 2), ElementsAre(1, 2, 0, 0, 0, 0));
}

}  // namespace
}  // namespace gvfn
