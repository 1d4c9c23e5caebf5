#include "gvfn/reproduce/plan.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gvfn {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Plan, FreshSeedsAreOthersThanThoseForChoosing) {
  EXPECT_THAT(fresh_seeds(3), ElementsAre(11, 12, 13));
  EXPECT_LT(choosing_seeds, first_fresh_seed);
}

TEST(Plan, ShippedSettingsAreRunAtEveryTruncation) {
  const auto& ring = find_figure("ring-world");
  const auto configs = shipped_configs_of(ring);
  ASSERT_EQ(configs.size(), 6U);
  EXPECT_THAT(left_out(ring), IsEmpty());
  for (const auto& config : configs) EXPECT_EQ(config.run.steps, 300'000);
}

TEST(Plan, ALineWithoutShippedSettingsIsLeftOutByName) {
  Figure figure{"made up", "", find_figure("ring-world").lines};
  figure.lines[0].name = "Nobody";
  EXPECT_THAT(left_out(figure), ElementsAre("Ring World Nobody"));
  EXPECT_EQ(shipped_configs_of(figure).size(), 4U);
}

TEST(Plan, ShorterRunsHaveShorterWindows) {
  for (const auto& config : shipped_configs_of(find_figure("ring-world"), 500)) {
    EXPECT_EQ(config.run.steps, 500);
    EXPECT_EQ(config.run.window, 50);
  }
}

TEST(Plan, EverySweepHasItsSeedsAndFreshOnes) {
  const auto sweeps = sweeps_of(find_figure("ring-world"), 2, 100);
  ASSERT_EQ(sweeps.size(), 3U);
  EXPECT_THAT(sweeps[0].seeds, ElementsAre(1, 2, 3, 4, 5));
  EXPECT_THAT(sweeps[0].fresh_seeds, ElementsAre(11, 12));
  EXPECT_EQ(runs_of(sweeps).size(), (15U + 15 + 17) * 2 * 5);
}

TEST(Plan, WithSeedsIsEveryConfigurationWithEverySeed) {
  Config a;
  Config b;
  b.agent.truncation = 2;
  const auto all = with_seeds({a, b}, {7, 8});
  ASSERT_EQ(all.size(), 4U);
  EXPECT_EQ(all[1].run.seed, 8);
  EXPECT_EQ(all[2].agent.truncation, 2);
}

}  // namespace
}  // namespace gvfn
