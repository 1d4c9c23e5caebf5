#include "gvfn/world/ring_world.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

#include "gvfn/base/invalid_input.hpp"

namespace gvfn {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

TEST(RingWorld, TheBitComesRoundEverySixSteps) {
  RingWorld world;
  Random random(1);
  world.reset(random);
  while (world.observation()[0] == 0) world.act(0, random);
  for (int round = 0; round < 3; ++round) {
    for (int i = 1; i < 6; ++i) {
      world.act(0, random);
      EXPECT_EQ(world.observation()[0], 0);
    }
    world.act(0, random);
    EXPECT_EQ(world.observation()[0], 1);
  }
}

TEST(RingWorld, BackwardUndoesForward) {
  RingWorld world;
  Random random(1);
  world.reset(random);
  while (world.observation()[0] == 0) world.act(1, random);
  std::array<float, 2> answers{};
  world.act(0, random);
  world.true_answers(answers);
  EXPECT_EQ(answers, (std::array<float, 2>{0, 1}));
  world.act(1, random);
  EXPECT_EQ(world.observation()[0], 1);
}

TEST(RingWorld, ARingOfOneIsRefused) {
  EXPECT_THAT([&] { RingWorld({.size = 1}); },
              ThrowsMessage<InvalidInput>(HasSubstr("world.size = 1 is not from 2 to 1000000")));
}

}  // namespace
}  // namespace gvfn
