// Runs that were stored by their differences from the defaults of then are found again by their whole configuration.

#include "results/stored_config.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "gvfn/base/invalid_input.hpp"
#include "gvfn/experiment/config.hpp"
#include "gvfn/results/store.hpp"
#include "results/sqlite.hpp"
#include "temporary_folder.hpp"

namespace gvfn {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::ThrowsMessage;

/// As format 1 wrote the shipped configuration of Ring World, and an RNN in it.
const std::string ring_world =
    "world.name = \"ring-world\"\nagent.questions = \"ring-chains\"\nagent.units = 10\nagent.truncation = 2\n"
    "optimizer.step_size = 0.5\nrun.steps = 300000\nrun.window = 1000\n";
const std::string rnn =
    "world.name = \"ring-world\"\nagent.kind = \"rnn\"\nagent.questions = \"ring-chains\"\nagent.units = 10\n"
    "agent.truncation = 2\noptimizer.step_size = 0.225\nrun.steps = 300000\nrun.window = 1000\n";

TEST(StoredConfig, OfFormat1IsCompletedByTheDefaultsOfThen) {
  EXPECT_EQ(whole_config(ring_world, 1), to_toml(load_config("ring-world")));
  auto config = load_config("ring-world");
  set_keys(config, {"agent.kind=rnn", "agent.units=10", "optimizer.step_size=0.225"});
  EXPECT_EQ(whole_config(rnn, 1), to_toml(config));
  const auto plain = whole_config("", 1);
  EXPECT_THAT(plain, HasSubstr("world.name = \"compass-world\"\nworld.size = 8\nworld.leap = 0.1\n"));
  EXPECT_THAT(plain, HasSubstr("\noptimizer.step_size = 0.01\n"));
  EXPECT_THAT(whole_config("agent.kind = \"rnn\"\n", 1), HasSubstr("\nagent.units = 40\n"));
}

TEST(StoredConfig, OfFormat1LosesWhatHadNoEffect) {
  const auto whole = whole_config(ring_world + "world.leap = 0.5\nlearner.lambda = 0.1\n", 1);
  EXPECT_EQ(whole, to_toml(load_config("ring-world")));
}

/// Keys that came later are no part of a name where they are what was done before.
TEST(StoredConfig, AKeyThatCameLaterRenamesNothing) {
  auto config = load_config("ring-world");
  EXPECT_THAT(to_toml(config), Not(HasSubstr("head.lambda")));
  set_key(config, "head.lambda=0.5");
  EXPECT_THAT(to_toml(config), HasSubstr("head.lambda = 0.5\n"));
  EXPECT_EQ(to_toml(parse_config(to_toml(config), "text")), to_toml(config));
}

TEST(StoredConfig, WhatIsWholeOrCannotBeReadStaysAsItIs) {
  EXPECT_EQ(whole_config("a = 1\n", config_format), "a = 1\n");
  EXPECT_EQ(whole_config("agent.telepathy = 1\n", 1), "agent.telepathy = 1\n");
}

/// A store as schema 1 had it, with one run of Ring World.
class OldStore : public testing::Test {
 protected:
  OldStore() {
    std::ofstream{path_};
    Database database(path_, Database::Access::write);
    database.execute("PRAGMA application_id = 1735812718");
    database.execute("PRAGMA user_version = 1");
    database.execute(
        "CREATE TABLE runs (config TEXT NOT NULL, files TEXT NOT NULL, seed INTEGER NOT NULL, purpose TEXT NOT NULL "
        "CHECK (purpose IN ('choose', 'report')), version TEXT NOT NULL, instruction_set TEXT NOT NULL, finished TEXT "
        "NOT NULL, seconds REAL NOT NULL, steps INTEGER NOT NULL, units INTEGER NOT NULL, weights INTEGER NOT NULL, "
        "divergence TEXT, measures TEXT NOT NULL, curve TEXT NOT NULL, UNIQUE (config, files, seed))");
    insert(database, ring_world);
  }

  static void insert(Database& database, const std::string& config) {
    Statement(database,
              "INSERT INTO runs VALUES (?, '', 1, 'choose', '0.1.0', 'plain', '2026-01-31T12:00:00Z', 0.5, "
              "300000, 6, 108, NULL, '{\"rmsve\":0.25}', '{\"step\":[10],\"rmsve\":[0.5]}')")
        .bind(config)
        .run();
  }

  TemporaryFolder folder_;
  std::filesystem::path path_ = folder_ / "old.db";
};

TEST_F(OldStore, IsReadAsItIs) {
  const Store store(path_, Store::Access::read);
  ASSERT_EQ(store.runs().size(), 1U);
  EXPECT_EQ(store.runs()[0].config, to_toml(load_config("ring-world")));
  EXPECT_EQ(store.runs()[0].result.summary["rmsve"], 0.25);
  EXPECT_TRUE(store.contains(load_config("ring-world")));
  EXPECT_EQ(Database(path_, Database::Access::read).number("PRAGMA user_version"), 1);
}

TEST_F(OldStore, TakesNewRunsAndKeepsItsOwn) {
  auto config = load_config("ring-world");
  {
    Store store(path_, Store::Access::write);
    EXPECT_EQ(store.purpose(name_of(config)), Purpose::choose);
    EXPECT_THAT([&] { store.add(config, Purpose::choose, {.seed = 1}); },
                ThrowsMessage<InvalidInput>(HasSubstr("has the run with seed 1 of this configuration already")));
    config.run.seed = 2;
    store.add(config, Purpose::choose, {.seed = 2, .summary = {.steps = {}, .metrics = {{"rmsve", 0.5, {}}}}});
  }
  const Store store(path_, Store::Access::read);
  ASSERT_EQ(store.runs().size(), 2U);
  EXPECT_EQ(store.runs()[0].config, store.runs()[1].config);
  EXPECT_EQ(store.runs()[0].result.seed, 1);
}

TEST_F(OldStore, ARunThatItHasTwiceCountsOnce) {
  {
    Database database(path_, Database::Access::write);
    insert(database, ring_world + std::string("agent.horizon = 3\n"));  // no effect, and taken by format 1
  }
  EXPECT_EQ(Store(path_, Store::Access::read).runs().size(), 1U);
}

TEST_F(OldStore, IsMergedOnce) {
  Store store(folder_ / "new.db", Store::Access::write);
  const auto config = load_config("ring-world");
  EXPECT_EQ(store.merge({path_})[0], 1U);
  EXPECT_EQ(store.merge({path_})[0], 0U);
  EXPECT_TRUE(store.contains(config));
}

}  // namespace
}  // namespace gvfn
