#include "gvfn/experiment/any_world.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gvfn/experiment/run.hpp"
#include "gvfn/world/ring_world.hpp"
#include "gvfn/world/series_world.hpp"

namespace gvfn {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

/// Always forward; it has no list of its fields.
struct Forward {
  Action choose(std::span<const float>, Random&) { return {0, 1}; }
};

/// A world that asks nothing.
struct Mute {
  std::array<float, 1> seen{};
  Vocabulary vocabulary() const { return {{{"x"}}, {}}; }
  void reset(Random&) {}
  Outcome act(std::size_t, Random&) { return Outcome::goes_on; }
  std::span<const float> observation() const { return seen; }
};

/// Plays so many steps in it, always the same ones.
void play(AnyWorld& world, std::int64_t steps) {
  const auto config = load_config("ring-world");
  auto agent = make_agent(config, world);
  auto score = make_score(config, world, agent);
  Random random(1);
  world.begin(agent, score, random);
  world.play(agent, score, random, steps);
}

Records saved(const AnyWorld& world) {
  RecordWriter writer;
  world.save(writer);
  return writer.records();
}

TEST(AnyWorld, ACopyGoesItsOwnWay) {
  AnyWorld world(RingWorld{});
  play(world, 9);
  const auto place = world.state();
  auto copy = world;
  AnyWorld assigned(RingWorld({.size = 2}));
  assigned = world;
  for (auto* other : {&copy, &assigned}) {
    EXPECT_EQ(other->state(), place);
    EXPECT_EQ(other->state_count(), 6U);
    for (std::int64_t steps = 1; other->state() == place; ++steps) play(*other, steps);
    EXPECT_EQ(world.state(), place);
  }
  auto& itself = assigned;
  assigned = itself;
  EXPECT_EQ(assigned.state_count(), 6U);
}

TEST(AnyWorld, WithoutABehaviourItTakesEveryActionAlike) {
  const auto model = AnyWorld(RingWorld{}).finite_model();
  ASSERT_TRUE(model);
  ASSERT_EQ(model->possible_actions_of(0).size(), 2U);
  for (const auto& possible : model->possible_actions_of(0)) EXPECT_EQ(possible.prob, 0.5);
}

TEST(AnyWorld, SaysWhatIsKnownOfIt) {
  const AnyWorld ring(RingWorld{});
  EXPECT_TRUE(ring.knows_truth());
  EXPECT_EQ(ring.evaluation().questions.size(), 2U);
  EXPECT_TRUE(ring.finite_model());
  const AnyWorld series(SeriesWorld<Mso>{});
  EXPECT_TRUE(series.knows_truth());
  EXPECT_EQ(series.evaluation().forecasts.size(), 1U);
  EXPECT_FALSE(series.finite_model());
  EXPECT_EQ(series.state_count(), 0U);
  const AnyWorld mute(Mute{});
  EXPECT_FALSE(mute.knows_truth());
  EXPECT_EQ(mute.evaluation().size(), 0U);
  const AnyWorld forward(RingWorld{}, Forward{});
  EXPECT_FALSE(forward.finite_model()) << "what its behaviour may do is not known";
}

TEST(AnyWorld, GoesOnAfterItWasSavedAndLoaded) {
  AnyWorld world(RingWorld{});
  play(world, 10);
  const auto records = saved(world);
  AnyWorld other(RingWorld{});
  RecordReader reader(records);
  other.load(reader);
  reader.expect_end();
  EXPECT_EQ(other.state(), world.state());
  AnyWorld smaller(RingWorld({.size = 2}));
  for (std::int64_t steps = 1; world.state() < 2; ++steps) play(world, steps);
  const auto too_far = saved(world);
  RecordReader wrong(too_far);
  EXPECT_THAT([&] { smaller.load(wrong); }, ThrowsMessage<InvalidInput>(HasSubstr("which is not in [0, 2)")));
}

TEST(AnyWorld, WhatHasNoListOfItsFieldsIsNotSaved) {
  const AnyWorld mute(Mute{});
  EXPECT_FALSE(mute.can_be_saved());
  EXPECT_THAT([&] { saved(mute); }, ThrowsMessage<InvalidInput>(HasSubstr("the world has no list of its fields")));
  const AnyWorld forward(RingWorld{}, Forward{});
  EXPECT_FALSE(forward.can_be_saved());
  EXPECT_THAT([&] { saved(forward); },
              ThrowsMessage<InvalidInput>(HasSubstr("its behaviour has no list of its fields")));
  EXPECT_TRUE(AnyWorld(RingWorld{}).can_be_saved());
}

}  // namespace
}  // namespace gvfn
