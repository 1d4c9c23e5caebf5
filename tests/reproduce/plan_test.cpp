#include "reproduce/plan.hpp"

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
  Figure figure = find_figure("ring-world");
  figure.lines[0].name = "Nobody";
  figure.lines[0].set.emplace_back("agent.questions=ring-tests");
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

TEST(Plan, WhatAFigureCosts) {
  Figure figure = find_figure("ring-world");
  figure.lines[0].name = "Nobody";
  figure.lines[0].set.emplace_back("agent.questions=ring-tests");
  const auto cost = cost_of(figure, 3, 1000);
  EXPECT_EQ(cost.settings, 4U);
  EXPECT_EQ(cost.runs, 12U);
  EXPECT_EQ(cost.sweep_runs, (15U + 15 + 17) * 2 * 5 + 6 * 3);
  EXPECT_GT(cost.seconds, 0);
  EXPECT_GT(cost.sweep_seconds, cost.seconds);
}

}  // namespace
}  // namespace gvfn
