#include "gvfn/results/run_stored.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "gvfn/base/invalid_input.hpp"
#include "temporary_folder.hpp"

namespace gvfn {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

std::vector<Config> seeds(std::int64_t first, std::int64_t last) {
  std::vector<Config> configs;
  for (auto seed = first; seed <= last; ++seed) {
    auto& config = configs.emplace_back(load_config("cycle-world"));
    config.run.steps = 3'000;
    config.run.seed = seed;
  }
  return configs;
}

class RunStored : public testing::Test {
 protected:
  TemporaryFolder folder_;
  Store store_{folder_ / "x.db", Store::Access::write};
};

TEST_F(RunStored, TheNumberOfJobsChangesNothingInTheStore) {
  Store other(folder_ / "y.db", Store::Access::write);
  EXPECT_TRUE(run_stored(seeds(1, 6), store_, {.jobs = 1}));
  EXPECT_TRUE(run_stored(seeds(1, 6), other, {.jobs = 3}));
  const auto alone = store_.runs();
  const auto together = other.runs();
  ASSERT_EQ(alone.size(), 6U);
  ASSERT_EQ(together.size(), 6U);
  for (std::size_t i = 0; i < alone.size(); ++i) {
    EXPECT_EQ(alone[i].result.seed, together[i].result.seed);
    EXPECT_EQ(alone[i].result.summary["rmsve"], together[i].result.summary["rmsve"]);
    EXPECT_EQ(alone[i].result.summary.find("rmsve")->curve, together[i].result.summary.find("rmsve")->curve);
  }
}

/// Its signal leaves its range.
struct Leaves {
  float x = 0;
  Vocabulary vocabulary() const { return {{{"x", 0, 5}}, {}}; }
  void reset(Random&) {}
  Outcome act(std::size_t, Random&) {
    x += 1;
    return Outcome::goes_on;
  }
  std::span<const float> observation() const { return {&x, 1}; }
};

TEST_F(RunStored, ARunThatCannotGoOnIsNamed) {
  Worlds worlds;
  worlds.add("leaves", [] { return AnyWorld(Leaves()); });
  std::vector<Config> configs;
  for (const std::string steps : {"4", "100"})
    configs.push_back(parse_config("world.name = \"leaves\"\nagent.questions = \"" + (folder_ / "q.toml").string() +
                                       "\"\nrun.window = 2\nrun.seed = 3\nrun.steps = " + steps,
                                   "c.toml", worlds));
  std::ofstream(folder_ / "q.toml")
      << "signals = { x = [0, 5] }\n[[question]]\nname = \"n\"\ncumulant = \"x\"\ncontinuation = \"myopic\"\n";
  EXPECT_THAT([&] { run_stored(configs, store_, {}); },
              ThrowsMessage<InvalidInput>("the run with seed 3 and run.steps = 100: step 6: signal \"x\" is 6, "
                                          "outside its declared range, 0 to 5"));
}

TEST_F(RunStored, StoresWhatRunGives) {
  run_stored(seeds(4, 4), store_, {});
  const auto stored = store_.runs().at(0).result;
  const auto direct = run(seeds(4, 4)[0]);
  EXPECT_EQ(stored.seed, direct.seed);
  EXPECT_EQ(stored.steps, direct.steps);
  EXPECT_EQ(stored.units, direct.units);
  EXPECT_EQ(stored.weights, direct.weights);
  EXPECT_EQ(stored.instruction_set, direct.instruction_set);
  EXPECT_EQ(stored.summary["rmsve"], direct.summary["rmsve"]);
  EXPECT_EQ(stored.summary.steps, direct.summary.steps);
}

TEST_F(RunStored, WhatIsStoredIsNotRunAgain) {
  run_stored(seeds(1, 2), store_, {});
  SweepProgress last;
  const auto keep = [&](const SweepProgress& progress) { last = progress; };
  EXPECT_TRUE(run_stored(seeds(1, 5), store_, {.on_progress = keep}));
  EXPECT_EQ(last.begun_with, 2U);
  EXPECT_EQ(last.done, 5U);
  EXPECT_EQ(last.total, 5U);
  EXPECT_EQ(last.steps_done, 3 * 3'000);
  EXPECT_EQ(last.steps_left, 0);
  EXPECT_EQ(store_.size(), 5U);
}

TEST_F(RunStored, ALongRunThatIsStoppedGoesOnFromItsCheckpoint) {
  auto config = seeds(3, 3)[0];
  config.run.steps = 200'000;
  const auto folder = folder_ / "checkpoints";
  int asked = 0;
  StoredRunOptions options{
      .should_stop = [&] { return ++asked > 8; }, .checkpoint_folder = folder, .checkpoint_seconds = 0};
  EXPECT_FALSE(run_stored({config}, store_, options));
  EXPECT_EQ(store_.size(), 0U);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder), {}), 1);
  double first_seen = -1;
  options.should_stop = {};
  options.on_progress = [&](const SweepProgress& progress) {
    if (first_seen < 0) first_seen = progress.steps_left;
  };
  EXPECT_TRUE(run_stored({config}, store_, options));
  EXPECT_LT(first_seen, 200'000 - 32);
  const auto stored = store_.runs().at(0).result;
  const auto direct = run(config);
  EXPECT_EQ(stored.summary["rmsve"], direct.summary["rmsve"]);
  EXPECT_EQ(stored.summary.find("rmsve")->curve, direct.summary.find("rmsve")->curve);
  EXPECT_FALSE(std::filesystem::exists(folder)) << "a stored run needs no checkpoint";
}

/// Short runs end while long ones are being saved.
TEST_F(RunStored, RunsOfDifferentLengthsShareTheFolderOfCheckpoints) {
  auto configs = seeds(1, 12);
  for (std::size_t i = 0; i < configs.size(); i += 2) configs[i].run.steps = 20'000;
  const auto folder = folder_ / "checkpoints";
  EXPECT_TRUE(run_stored(configs, store_, {.jobs = 4, .checkpoint_folder = folder, .checkpoint_seconds = 0.001}));
  EXPECT_EQ(store_.size(), configs.size());
  EXPECT_FALSE(std::filesystem::exists(folder));
}

TEST_F(RunStored, ACheckpointThatCannotBeReadIsNoHindrance) {
  const auto folder = folder_ / "checkpoints";
  StoredRunOptions options{.checkpoint_folder = folder, .checkpoint_seconds = 0};
  int asked = 0;
  options.should_stop = [&] { return ++asked > 4; };
  EXPECT_FALSE(run_stored(seeds(1, 1), store_, options));
  for (const auto& entry : std::filesystem::directory_iterator(folder)) std::ofstream(entry.path()) << "damaged";
  options.should_stop = {};
  EXPECT_TRUE(run_stored(seeds(1, 1), store_, options));
  EXPECT_EQ(store_.runs().at(0).result.summary["rmsve"], run(seeds(1, 1)[0]).summary["rmsve"]);
}

TEST_F(RunStored, ARunThatIsAskedForTwiceIsRunOnce) {
  auto configs = seeds(1, 2);
  configs.push_back(configs[0]);
  SweepProgress last;
  EXPECT_TRUE(run_stored(configs, store_, {.on_progress = [&](const SweepProgress& progress) { last = progress; }}));
  EXPECT_EQ(last.total, 2U);
  EXPECT_EQ(store_.size(), 2U);
}

TEST_F(RunStored, ItEndsWhenAskedToAndGoesOnLater) {
  const auto stop_after_two = [&] { return store_.size() >= 2; };
  EXPECT_FALSE(run_stored(seeds(1, 5), store_, {.jobs = 1, .should_stop = stop_after_two}));
  EXPECT_EQ(store_.size(), 2U);
  EXPECT_TRUE(run_stored(seeds(1, 5), store_, {}));
  EXPECT_EQ(store_.size(), 5U);
}

TEST_F(RunStored, ARunUnderWayIsDroppedWhenAskedTo) {
  int asked = 0;
  const auto stop_within_the_run = [&] { return ++asked > 3; };  // asked for the list, for the run, and within it
  EXPECT_FALSE(run_stored(seeds(1, 1), store_, {.should_stop = stop_within_the_run}));
  EXPECT_EQ(store_.size(), 0U);
}

TEST_F(RunStored, DivergedRunsAreStoredAndTheirStepsAreGone) {
  auto configs = seeds(1, 2);
  for (auto& config : configs) {
    set_key(config, "agent.activation=linear");
    set_key(config, "optimizer.step_size=3");
  }
  SweepProgress last;
  EXPECT_TRUE(run_stored(configs, store_, {.on_progress = [&](const SweepProgress& progress) { last = progress; }}));
  EXPECT_EQ(last.diverged, 2U);
  EXPECT_LT(last.steps_done, 2 * 3'000);
  EXPECT_EQ(last.steps_left, 0);
  EXPECT_TRUE(store_.runs().at(0).result.diverged());
}

TEST_F(RunStored, NothingIsBothChosenByAndReported) {
  const auto refused = [&](const std::vector<Config>& configs, Purpose purpose) {
    try {
      run_stored(configs, store_, {.purpose = purpose});
    } catch (const InvalidInput& error) {
      return std::string(error.what());
    }
    return std::string("not refused");
  };
  run_stored(seeds(1, 1), store_, {.purpose = Purpose::choose});
  run_stored(seeds(2, 2), store_, {.purpose = Purpose::report});
  EXPECT_THAT(refused(seeds(0, 1), Purpose::report), HasSubstr("seed 1 is stored as a run to choose by"));
  EXPECT_THAT(refused(seeds(2, 3), Purpose::choose), HasSubstr("seed 2 is stored as a run that is reported"));
  EXPECT_EQ(store_.size(), 2U);
  EXPECT_EQ(store_.purpose(name_of(seeds(2, 2)[0])), Purpose::report);
}

TEST_F(RunStored, AFailureIsRethrownAndWhatWasStoredStays) {
  auto configs = seeds(1, 3);
  configs[2].agent.cell = "gru";
  configs[2].learner.options.sensitivity = SensitivityKind::rtrl;
  EXPECT_THAT([&] { run_stored(configs, store_, {.jobs = 1}); },
              ThrowsMessage<InvalidInput>(HasSubstr("learner.sensitivity rtrl is built for the simple and the "
                                                    "action-conditional cell, not for a GRU or an LSTM")));
  EXPECT_EQ(store_.size(), 2U);
}

TEST_F(RunStored, WhatCouldNotBeStoredIsRefusedBeforeAnythingIsRun) {
  auto configs = seeds(1, 2);
  configs[1].run.steps = 40'000'000;
  configs[1].run.window = 1;
  EXPECT_THAT([&] { run_stored(configs, store_, {}); },
              testing::ThrowsMessage<InvalidInput>(testing::AllOf(
                  testing::StartsWith("the run with seed 2 and run.steps = 40000000 and run.window = 1: "),
                  testing::HasSubstr("set run.window to 40 or more"))));
  EXPECT_EQ(store_.size(), 0U);
}

TEST_F(RunStored, ALongerCurveThatIsStoredIsReadAsEver) {
  auto config = seeds(1, 1)[0];
  config.run.steps = 40'000'000;
  config.run.window = 1;
  store_.add(config, Purpose::choose, run(seeds(1, 1)[0]));
  EXPECT_TRUE(run_stored({config}, store_, {}));
  EXPECT_EQ(store_.runs().size(), 1U);
}

TEST_F(RunStored, AQuestionFileThatChangesDuringARunIsNoticed) {
  const auto file = folder_ / "q.toml";
  std::filesystem::copy_file(GVFN_SOURCE_DIR "/questions/cycle-chain.toml", file);
  auto configs = seeds(1, 1);
  configs[0].agent.questions = file;
  const auto change = [&](const SweepProgress&) { std::ofstream(file, std::ios::app) << "# more\n"; };
  EXPECT_THAT([&] { run_stored(configs, store_, {.on_progress = change}); },
              ThrowsMessage<InvalidInput>(HasSubstr("a question file was changed while a run used it")));
  EXPECT_EQ(store_.size(), 0U);
}

}  // namespace
}  // namespace gvfn
