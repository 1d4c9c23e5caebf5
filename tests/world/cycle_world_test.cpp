#include "gvfn/world/cycle_world.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "gvfn/base/invalid_input.hpp"

namespace gvfn {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

TEST(CycleWorld, KnowsTheDiscountedSum) {
  CycleWorld world;
  Random random(1);
  world.reset(random);
  while (world.observation()[0] == 0) world.act(0, random);
  std::array<float, 2> answers{};
  world.true_answers(answers);  // the bit was just seen: six steps to go
  EXPECT_EQ(answers[0], 0);
  EXPECT_NEAR(answers[1], std::pow(0.9, 5) / (1 - std::pow(0.9, 6)), 1e-6);
  for (int i = 0; i < 5; ++i) world.act(0, random);
  world.true_answers(answers);
  EXPECT_EQ(answers[0], 1);
  EXPECT_NEAR(answers[1], 1 / (1 - std::pow(0.9, 6)), 1e-6);
}

TEST(CycleWorld, ACycleOfOneIsRefused) {
  EXPECT_THAT([&] { CycleWorld({.size = 1}); },
              ThrowsMessage<InvalidInput>(HasSubstr("world.size = 1 is not from 2 to 1000000")));
}

}  // namespace
}  // namespace gvfn
