#include "gvfn/world/table_world.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gvfn/world/conformance.hpp"

namespace gvfn {
namespace {

/// A lamp that goes out now and then; where it has gone out for good, the episode ends.
std::shared_ptr<const WorldTables> lamp() {
  WorldTables tables{.vocabulary = {{{"light", 0, 1}}, {"wait", "push"}}, .states = {"on", "off", "broken"}};
  tables.observations = {{1}, {0}, {0}};
  tables.to = {{{{0, 0.75}, {1, 0.25}}, {{1}}}, {{{1}}, {{0, 0.9}, {2, 0.1, true}}}, {{{2}}, {{2}}}};
  tables.start_probs = {0.5, 0.5, 0};
  tables.action_probs = {0.25, 0.75};
  return std::make_shared<const WorldTables>(tables);
}

TEST(TableWorld, ConformsAndIsItsOwnModel) {
  EXPECT_THAT(world_faults(TableWorld(lamp()), FixedBehaviour({0.25, 0.75})), testing::IsEmpty());
  const auto model = model_of(TableWorld(lamp()), FixedBehaviour({0.25, 0.75}));
  EXPECT_EQ(model.world_states, 3U);
  EXPECT_EQ(model.branches_of(1, 1)[1].next, 2U);
  EXPECT_TRUE(model.branches_of(1, 1)[1].ends);
  EXPECT_EQ(model.possible_actions_of(0)[1].prob, 0.75);
}

TEST(TableWorld, GoesWhereItsTablesSay) {
  TableWorld world(lamp());
  Random random(1);
  int off = 0;
  int ended = 0;
  constexpr int draws = 20'000;
  for (int i = 0; i < draws; ++i) {
    world.set_state(0);
    world.act(0, random);
    off += world.state() == 1 ? 1 : 0;
    world.set_state(1);
    ended += world.act(1, random) == Outcome::episode_ends ? 1 : 0;
  }
  EXPECT_NEAR(off, 0.25 * draws, 5 * std::sqrt(draws * 0.25 * 0.75));
  EXPECT_NEAR(ended, 0.1 * draws, 5 * std::sqrt(draws * 0.1 * 0.9));
}

}  // namespace
}  // namespace gvfn
