#include "gvfn/results/fresh_runs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <functional>

#include "gvfn/base/invalid_input.hpp"
#include "temporary_folder.hpp"

namespace gvfn {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

RunResult result_of(const Config& config, double value, const std::string& metric) {
  return {.seed = config.run.seed, .summary = {.steps = {10}, .metrics = {{metric, value, {value}}}}};
}

TEST(WithSeeds, IsEveryConfigurationWithEverySeed) {
  Config a;
  Config b;
  b.agent.truncation = 2;
  const auto all = with_seeds({a, b}, {7, 8});
  ASSERT_EQ(all.size(), 4U);
  EXPECT_EQ(all[1].run.seed, 8);
  EXPECT_EQ(all[2].agent.truncation, 2);
}

class FreshRuns : public testing::Test {
 protected:
  static Sweep sweep_of(const std::string& grid) {
    return parse_sweep("base = \"ring-world\"\nseeds = \"1-2\"\nfresh_seeds = \"11-13\"\n[grid]\n" + grid, "s.toml");
  }

  /// Stores its runs, but for the last `missing`, with a value for each configuration.
  void store_runs(const Sweep& sweep, const std::function<double(const Config&)>& value, std::size_t missing = 0,
                  const std::string& metric = "rmsve") {
    for (std::size_t i = 0; i + missing < sweep.size(); ++i) {
      const auto config = sweep.config(i);
      if (!store_.contains(config)) store_.add(config, Purpose::choose, result_of(config, value(config), metric));
    }
  }

  TemporaryFolder folder_;
  Store store_{folder_ / "x.db", Store::Access::write};
};

double step_size(const Config& config) { return config.optimizer.step_size; }

TEST_F(FreshRuns, TheFreshSeedsWaitUntilAllIsStored) {
  const auto sweep = sweep_of("optimizer.step_size = [0.5, 0.25]\nagent.truncation = [1, 2]");
  store_runs(sweep, step_size, 1);
  EXPECT_TRUE(fresh_runs(sweep, store_).empty());
  store_runs(sweep, step_size);
  const auto configs = fresh_runs(sweep, store_);
  ASSERT_EQ(configs.size(), 6U);
  for (const auto& config : configs) EXPECT_EQ(config.optimizer.step_size, 0.25);
  EXPECT_EQ(configs[0].run.seed, 11);
  EXPECT_EQ(configs[5].agent.truncation, 2);
}

TEST_F(FreshRuns, AreWhatWasChosenToTheLastKey) {
  const auto sweep = sweep_of("agent.kind = [\"gvfn\", \"rnn\"]\nagent.truncation = [4]\nhead.hidden = [[8]]");
  store_runs(sweep, step_size);
  const auto configs = fresh_runs(sweep, store_);
  ASSERT_EQ(configs.size(), 6U);
  EXPECT_EQ(to_toml(configs[0]), to_toml(sweep.config(0))) << "in the order of the store";
  EXPECT_EQ(to_toml(configs[5]), to_toml(sweep.config(2)));
  EXPECT_EQ(configs[5].run.seed, 13);
}

TEST_F(FreshRuns, SeedsOfAnotherSweepDoNotChoose) {
  const auto sweep = sweep_of("optimizer.step_size = [0.5, 0.25]");
  store_runs(sweep, step_size);
  auto other = sweep;
  other.seeds = {3, 4, 5};
  store_runs(other, [](const Config& config) { return 1 / config.optimizer.step_size; });
  EXPECT_EQ(fresh_runs(sweep, store_).at(0).optimizer.step_size, 0.25);
  EXPECT_EQ(fresh_runs(other, store_).at(0).optimizer.step_size, 0.5);
}

TEST_F(FreshRuns, WhatElseIsStoredIsNoCandidate) {
  store_runs(sweep_of("optimizer.step_size = [0.125]"), step_size);
  const auto sweep = sweep_of("optimizer.step_size = [0.5, 0.25]");
  store_runs(sweep, step_size);
  EXPECT_EQ(fresh_runs(sweep, store_).at(0).optimizer.step_size, 0.25);
}

TEST_F(FreshRuns, NorAreRunsWithQuestionsAsTheyWereBefore) {
  const auto file = folder_ / "q.toml";
  const auto sweep = sweep_of("optimizer.step_size = [0.5, 0.25]\nagent.questions = [\"" + file.string() + "\"]");
  std::ofstream(file) << "one";
  store_runs(sweep, [](const Config& config) { return config.optimizer.step_size / 100; });
  std::ofstream(file) << "two";
  store_runs(sweep, [](const Config& config) { return -config.optimizer.step_size + 9; });
  const auto configs = fresh_runs(sweep, store_);
  ASSERT_EQ(configs.size(), 3U);
  EXPECT_EQ(configs[0].optimizer.step_size, 0.5);
}

TEST_F(FreshRuns, EachWorldHasItsOwnMetric) {
  const std::string steps = "optimizer.step_size = [0.5, 0.25]\nworld.name = ";
  const auto inverse = [](const Config& config) { return 1 / config.optimizer.step_size; };
  store_runs(sweep_of(steps + "[\"mso\"]"), inverse, 0, "nrmse");
  store_runs(sweep_of(steps + "[\"ring-world\"]"), inverse);
  const auto configs = fresh_runs(sweep_of(steps + "[\"ring-world\", \"mso\"]"), store_);
  ASSERT_EQ(configs.size(), 6U);
  for (const auto& config : configs) EXPECT_EQ(config.optimizer.step_size, 0.5) << config.world.name;
}

TEST_F(FreshRuns, SeedsThatAreStoredForTheOtherPurposeAreRefusedBeforeAnythingIsRun) {
  const auto sweep = sweep_of("optimizer.step_size = [0.5, 0.25]");
  EXPECT_NO_THROW(check_purposes(sweep, store_));
  auto config = sweep.config(2);
  config.run.seed = 13;
  store_.add(config, Purpose::choose, result_of(config, 1, "rmsve"));
  EXPECT_THAT(
      [&] { check_purposes(sweep, store_); },
      ThrowsMessage<InvalidInput>(HasSubstr("seed 13 is stored as a run to choose by, and asked for to be reported")));
  auto other = sweep;
  other.fresh_seeds = {};
  EXPECT_NO_THROW(check_purposes(other, store_));
  config.run.seed = 2;
  store_.add(config, Purpose::report, result_of(config, 1, "rmsve"));
  EXPECT_THAT(
      [&] { check_purposes(other, store_); },
      ThrowsMessage<InvalidInput>(HasSubstr("seed 2 is stored as a run that is reported, and asked for to choose by")));
}

}  // namespace
}  // namespace gvfn
