#include "gvfn/experiment/fresh_runs.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <functional>

#include "temporary_folder.hpp"

namespace gvfn {
namespace {

RunResult result_of(const Config& config, double value, const std::string& measure) {
  return {.seed = config.run.seed, .summary = {.steps = {10}, .measures = {{measure, value, {value}}}}};
}

TEST(FreshRunsOfChoices, AreWhatWasChosenWithEachSeed) {
  Config config;
  config.agent.questions = "a \"b\".toml";
  config.agent.truncation = 4;
  config.head.hidden = {8};
  Config rnn;
  rnn.agent.kind = "rnn";
  std::vector<StoredRun> runs(2);
  runs[0].config = to_toml(config);
  runs[1].config = to_toml(rnn);
  const auto settings = settings_of(runs);
  const auto configs = fresh_runs(choose(settings, "rmsve"), {11, 12});
  ASSERT_EQ(configs.size(), 4U);
  EXPECT_EQ(configs[0].agent.questions, "a \"b\".toml");
  EXPECT_EQ(configs[0].agent.truncation, 4);
  EXPECT_EQ(configs[0].head.hidden, (std::vector<std::int64_t>{8}));
  EXPECT_EQ(configs[0].run.seed, 11);
  EXPECT_EQ(configs[1].run.seed, 12);
  EXPECT_EQ(to_toml(configs[1]), to_toml(configs[0]));
  EXPECT_EQ(configs[3].agent.kind, "rnn");
}

class FreshRuns : public testing::Test {
 protected:
  static Sweep sweep_of(const std::string& grid) {
    return parse_sweep("base = \"ring-world\"\nseeds = \"1-2\"\nfresh_seeds = \"11-13\"\n[grid]\n" + grid, "s.toml");
  }

  /// Stores its runs, but for the last `missing`, with a value for each configuration.
  void store_runs(const Sweep& sweep, const std::function<double(const Config&)>& value, std::size_t missing = 0,
                  const std::string& measure = "rmsve") {
    for (std::size_t i = 0; i + missing < sweep.size(); ++i) {
      const auto config = sweep.config(i);
      if (!store_.contains(config)) store_.add(config, Purpose::choose, result_of(config, value(config), measure));
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

}  // namespace
}  // namespace gvfn
