#include "gvfn/world/compass_world.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

#include "gvfn/base/invalid_input.hpp"

namespace gvfn {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

enum Colour { orange, yellow, red, blue, green, white };

std::size_t seen(const CompassWorld& world) {
  const auto observation = world.observation();
  return static_cast<std::size_t>(std::ranges::find(observation, 1.0F) - observation.begin());
}

TEST(CompassWorld, EachWallHasItsColour) {
  CompassWorld world;
  world.place(0, 3, CompassWorld::north);
  EXPECT_EQ(seen(world), orange);
  world.place(4, 7, CompassWorld::east);
  EXPECT_EQ(seen(world), yellow);
  world.place(7, 2, CompassWorld::south);
  EXPECT_EQ(seen(world), red);
  world.place(1, 0, CompassWorld::west);
  EXPECT_EQ(seen(world), blue);
  world.place(0, 0, CompassWorld::west);
  EXPECT_EQ(seen(world), green);
}

TEST(CompassWorld, SomethingIsSeenBeforeTheFirstStep) { EXPECT_EQ(seen(CompassWorld()), orange); }

TEST(CompassWorld, AWallIsSeenOnlyFromBesideItAndFacingIt) {
  CompassWorld world;
  world.place(1, 3, CompassWorld::north);
  EXPECT_EQ(seen(world), white);
  world.place(0, 3, CompassWorld::south);
  EXPECT_EQ(seen(world), white);
}

TEST(CompassWorld, Moves) {
  CompassWorld world;
  Random random(1);
  world.place(1, 1, CompassWorld::north);
  world.act(CompassWorld::forward, random);
  EXPECT_EQ(seen(world), orange);
  world.act(CompassWorld::forward, random);  // into the wall: nothing moves
  EXPECT_EQ(seen(world), orange);
  world.act(CompassWorld::left, random);
  EXPECT_EQ(seen(world), white);  // facing west in column 1
  world.act(CompassWorld::forward, random);
  EXPECT_EQ(seen(world), green);
  world.act(CompassWorld::right, random);
  EXPECT_EQ(seen(world), orange);
}

TEST(CompassWorld, KnowsWhichWallItFaces) {
  CompassWorld world;
  std::array<float, 5> answers{};
  world.place(5, 5, CompassWorld::west);
  world.true_answers(answers);
  EXPECT_EQ(answers, (std::array<float, 5>{0, 0, 0, 1, 0}));
  world.place(0, 5, CompassWorld::west);
  world.true_answers(answers);
  EXPECT_EQ(answers, (std::array<float, 5>{0, 0, 0, 0, 1}));
}

TEST(CompassWorld, LeapsForwardUntilAWallIsSeen) {
  CompassWorld world;
  CompassBehaviour behaviour({.leap = 1});
  world.place(7, 3, CompassWorld::north);
  Random random(1);
  for (int i = 0; i < 7; ++i) {
    const auto action = behaviour.choose(world.observation(), random);
    EXPECT_EQ(action.index, CompassWorld::forward);
    EXPECT_EQ(action.prob, 1);
    world.act(action.index, random);
  }
  EXPECT_EQ(seen(world), orange);
  EXPECT_LT(behaviour.choose(world.observation(), random).prob, 1);
}

TEST(CompassWorld, WandersUniformly) {
  const CompassWorld world;
  CompassBehaviour behaviour({.leap = 0, .wander = 1'000, .wander_prob = 1});
  Random random(1);
  for (int i = 0; i < 1'000; ++i) EXPECT_NEAR(behaviour.choose(world.observation(), random).prob, 1.0 / 3, 1e-12);
}

TEST(CompassWorld, OptionsOutOfRangeAreRefused) {
  EXPECT_THAT([&] { CompassWorld({.size = 1}); },
              ThrowsMessage<InvalidInput>(HasSubstr("world.size = 1 is not from 2 to 10000")));
  EXPECT_THAT([&] { CompassWorld({.leap = -0.1}); },
              ThrowsMessage<InvalidInput>(HasSubstr("world.leap = -0.1 is not from 0 to 1")));
  EXPECT_THAT([&] { CompassBehaviour({.leap = -0.1}); },
              ThrowsMessage<InvalidInput>(HasSubstr("world.leap = -0.1 is not from 0 to 1")));
  EXPECT_THAT([&] { CompassBehaviour({.leap = 0.7, .wander_prob = 0.7}); },
              ThrowsMessage<InvalidInput>(HasSubstr("world.leap + world.wander_prob = 1.4 is not from 0 to 1")));
}

}  // namespace
}  // namespace gvfn
