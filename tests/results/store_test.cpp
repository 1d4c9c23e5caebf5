#include "gvfn/results/store.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <limits>
#include <numbers>

#include "gvfn/base/invalid_input.hpp"
#include "gvfn/base/version.hpp"
#include "results/sqlite.hpp"
#include "temporary_folder.hpp"

namespace gvfn {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

Config with_seed(std::int64_t seed, std::int64_t truncation = 1) {
  Config config;
  config.run.seed = seed;
  config.agent.truncation = truncation;
  return config;
}

RunResult result_of(const Config& config) {
  return {.seed = config.run.seed,
          .steps = 20,
          .seconds = 1.0 / 3,
          .units = 5,
          .weights = 70,
          .instruction_set = "plain",
          .summary = {.steps = {10, 20},
                      .metrics = {{"rmsve", std::numbers::pi, {1.0 / 7, std::numeric_limits<double>::quiet_NaN()}},
                                  {"accuracy", 0.5, {0, 1}}}}};
}

void add(Store& store, const Config& config, Purpose purpose = Purpose::choose) {
  store.add(config, purpose, result_of(config));
}

std::string refusal(const std::filesystem::path& path, Store::Access access) {
  try {
    const Store store(path, access);
  } catch (const InvalidInput& error) {
    return error.what();
  }
  return "not refused";
}

class StoreTest : public testing::Test {
 protected:
  TemporaryFolder folder_;
  std::filesystem::path path_ = folder_ / "x.db";
};

TEST_F(StoreTest, ARunComesBackToTheBit) {
  const auto config = with_seed(3, 4);
  Store(path_, Store::Access::write).add(config, Purpose::report, result_of(config));
  const auto runs = Store(path_, Store::Access::read).runs();
  ASSERT_EQ(runs.size(), 1U);
  const auto& [text, files, purpose, result, by, finished] = runs[0];
  EXPECT_EQ(text, to_toml(config));
  EXPECT_THAT(text, HasSubstr("\nagent.truncation = 4\n"));
  EXPECT_EQ(files, "");
  EXPECT_EQ(purpose, Purpose::report);
  EXPECT_EQ(by, version());
  EXPECT_THAT(finished, testing::MatchesRegex("20..-..-..T..:..:..Z"));
  EXPECT_EQ(result.seed, 3);
  EXPECT_EQ(result.steps, 20);
  EXPECT_EQ(result.seconds, 1.0 / 3);
  EXPECT_EQ(result.units, 5U);
  EXPECT_EQ(result.weights, 70U);
  EXPECT_EQ(result.instruction_set, "plain");
  EXPECT_FALSE(result.diverged());
  EXPECT_EQ(result.summary.steps, (std::vector<std::int64_t>{10, 20}));
  EXPECT_EQ(result.summary["rmsve"], std::numbers::pi);
  EXPECT_EQ(result.summary.find("rmsve")->curve[0], 1.0 / 7);
  EXPECT_TRUE(std::isnan(result.summary.find("rmsve")->curve[1]));
  EXPECT_EQ(result.summary.find("accuracy")->curve, (std::vector<double>{0, 1}));
}

TEST_F(StoreTest, ARunThatDivergedHasNoValue) {
  const auto config = with_seed(1);
  auto result = result_of(config);
  result.divergence = "diverged at step 20";
  Store store(path_, Store::Access::write);
  store.add(config, Purpose::choose, result);
  const auto read = store.runs().at(0).result;
  EXPECT_EQ(read.divergence, "diverged at step 20");
  EXPECT_TRUE(std::isnan(read.summary["rmsve"]));
}

TEST_F(StoreTest, RunsAreKnownByConfigurationAndSeed) {
  Store store(path_, Store::Access::write);
  add(store, with_seed(1), Purpose::report);
  EXPECT_TRUE(store.contains(with_seed(1)));
  EXPECT_EQ(store.purpose(name_of(with_seed(1))), Purpose::report);
  EXPECT_FALSE(store.contains(with_seed(2)));
  EXPECT_FALSE(store.contains(with_seed(1, 2)));
  EXPECT_FALSE(store.purpose(name_of(with_seed(2))));
  EXPECT_EQ(store.size(), 1U);
}

TEST_F(StoreTest, AnEditedQuestionFileIsAnotherRun) {
  auto config = with_seed(1);
  config.agent.questions = folder_ / "q.toml";
  std::ofstream(config.agent.questions) << "one";
  Store store(path_, Store::Access::write);
  add(store, config);
  EXPECT_TRUE(store.contains(config));
  std::ofstream(config.agent.questions) << "two";
  EXPECT_FALSE(store.contains(config));
  add(store, config);
  const auto runs = store.runs();
  ASSERT_EQ(runs.size(), 2U);
  EXPECT_EQ(runs[0].config, runs[1].config);
  EXPECT_NE(runs[0].files, runs[1].files);
}

TEST_F(StoreTest, ARunIsStoredOnce) {
  Store store(path_, Store::Access::write);
  add(store, with_seed(1));
  EXPECT_THAT([&] { add(store, with_seed(1)); },
              ThrowsMessage<InvalidInput>(HasSubstr("has the run with seed 1 of this configuration already")));
  EXPECT_EQ(store.size(), 1U);
}

TEST_F(StoreTest, TheOrderIsThatOfConfigurationAndSeed) {
  Store store(path_, Store::Access::write);
  for (const auto& config : {with_seed(10, 3), with_seed(2, 3), with_seed(5, 2), with_seed(1, 3)}) add(store, config);
  std::vector<std::pair<std::string, std::int64_t>> order;
  for (const auto& run : store.runs()) order.emplace_back(run.config, run.result.seed);
  const auto two = to_toml(with_seed(1, 2));
  const auto three = to_toml(with_seed(1, 3));
  EXPECT_EQ(order, (std::vector<std::pair<std::string, std::int64_t>>{{two, 5}, {three, 1}, {three, 2}, {three, 10}}));
}

TEST_F(StoreTest, MergingTakesWhatIsMissing) {
  Store into(path_, Store::Access::write);
  add(into, with_seed(1));
  add(into, with_seed(2));
  const auto from = folder_ / "from.db";
  {
    Store store(from, Store::Access::write);
    add(store, with_seed(2));
    add(store, with_seed(3), Purpose::report);
  }
  EXPECT_THAT(into.merge({from, from}), ElementsAre(1, 0));
  EXPECT_EQ(into.size(), 3U);
  EXPECT_EQ(into.purpose(name_of(with_seed(3))), Purpose::report);
  EXPECT_EQ(into.runs()[2].result.summary["rmsve"], std::numbers::pi);
}

TEST_F(StoreTest, MergingTakesNothingWhereARunWouldBeForBothPurposes) {
  Store into(path_, Store::Access::write);
  add(into, with_seed(2), Purpose::choose);
  const auto good = folder_ / "good.db";
  const auto conflicting = folder_ / "conflicting.db";
  {
    Store store(good, Store::Access::write);
    add(store, with_seed(1));
    Store other(conflicting, Store::Access::write);
    add(other, with_seed(2), Purpose::report);
  }
  EXPECT_THAT(
      [&] {
        into.merge({good, conflicting});
      },
      ThrowsMessage<InvalidInput>(
          HasSubstr("have seed 2 of the same configuration, one to choose by and one to report")));
  EXPECT_EQ(into.size(), 1U) << "nor what came before it";
  EXPECT_FALSE(into.contains(with_seed(1)));
  EXPECT_THAT(into.merge({good}), ElementsAre(1));
}

TEST_F(StoreTest, NamesThatSqliteGivesAnotherMeaningAreFiles) {
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(folder_ / "");
  for (const auto* name : {":memory:", "file:x.db", "file:x?mode=memory"}) {
    {
      Store store(name, Store::Access::write);
      add(store, with_seed(1));
    }
    EXPECT_EQ(Store(name, Store::Access::read).size(), 1U) << name;
  }
  std::filesystem::current_path(before);
}

TEST_F(StoreTest, ARowThatMakesNoSenseIsNamed) {
  const auto made = folder_ / "made.db";
  {
    Store store(made, Store::Access::write);
    add(store, with_seed(1));
    add(store, with_seed(2));
  }
  for (const auto* change :
       {"config = 'abc'", "config = char(10)", "config = 'a = 1'", "config = 'a = ' || char(10)",
        "config = 'a = x' || char(10)", "config = replace(config, 'agent.truncation = 1', 'agent.truncation = \"1\"')",
        "config = ''", "format = 7", "measures = ''", "measures = '{}'", "curve = '{}'", "questions = '5'"}) {
    std::filesystem::copy_file(made, path_, std::filesystem::copy_options::overwrite_existing);
    Database(path_, Database::Access::write).execute(fmt::format("UPDATE runs SET {} WHERE seed = 2", change).c_str());
    EXPECT_THAT([&] { Store(path_, Store::Access::read).runs(); },
                ThrowsMessage<InvalidInput>(HasSubstr("x.db\" is damaged in its row 2: ")))
        << change;
    Store into(folder_ / "into.db", Store::Access::write);
    EXPECT_THAT([&] { into.merge({path_}); }, ThrowsMessage<InvalidInput>(HasSubstr("is damaged in its row")))
        << change;
    EXPECT_EQ(into.size(), 0U);
  }
}

TEST_F(StoreTest, ADamagedRowIsNoticedBeforeRunsAreAdded) {
  {
    Store store(path_, Store::Access::write);
    add(store, with_seed(1));
  }
  Database(path_, Database::Access::write).execute("UPDATE runs SET config = 'a = ' || char(10)");
  Store store(path_, Store::Access::write);
  for (int i = 0; i < 2; ++i)
    EXPECT_THAT([&] { add(store, with_seed(2)); }, ThrowsMessage<InvalidInput>(HasSubstr("is damaged in its row 1: ")));
}

TEST_F(StoreTest, AStoreHasAName) {
  EXPECT_THAT(refusal("", Store::Access::write), HasSubstr("the name of the result store is empty"));
}

TEST_F(StoreTest, APathThatSqliteCannotTakeIsRefusedBeforeAFileIsMade) {
  constexpr std::size_t most = 504;
  auto folder = std::filesystem::canonical(folder_ / "");
  while (folder.native().size() + 100 < most) folder /= std::string(80, 'd');
  std::filesystem::create_directories(folder);
  const auto of_length = [&](std::size_t length) {
    return folder / std::string(length - folder.native().size() - 1, 'x');
  };
  EXPECT_EQ(refusal(of_length(most), Store::Access::write), "not refused");
  EXPECT_THAT(refusal(of_length(most + 1), Store::Access::write),
              HasSubstr("has a path of 505 bytes, and that of a result store may have 504"));
  EXPECT_FALSE(std::filesystem::exists(of_length(most + 1)));
  const auto link = folder_ / "link";
  std::filesystem::create_directory_symlink(folder, link);
  EXPECT_THAT(refusal(link / of_length(most + 1).filename(), Store::Access::write), HasSubstr("a path of 505 bytes"));
}

TEST_F(StoreTest, WithoutItsTableItIsDamaged) {
  Store(path_, Store::Access::write);
  Database(path_, Database::Access::write).execute("ALTER TABLE runs DROP COLUMN curve");
  EXPECT_THAT(refusal(path_, Store::Access::read), HasSubstr("its table of runs has 15 columns"));
  Database(path_, Database::Access::write).execute("DROP TABLE runs");
  EXPECT_THAT(refusal(path_, Store::Access::write), HasSubstr("its table of runs has 0 columns"));
}

TEST_F(StoreTest, WhatAWriterThatDiedLeftOfANewStoreIsUndoneAndMadeAnew) {
  std::ofstream(path_).close();
  const auto died = folder_ / "died.db";
  {
    Database dying(path_, Database::Access::write);
    dying.execute("PRAGMA cache_size = 1");
    dying.execute("BEGIN IMMEDIATE");
    dying.execute("CREATE TABLE filler (x)");
    dying.execute("INSERT INTO filler VALUES (zeroblob(1000000))");  // more than the cache holds: it reaches the file
    std::filesystem::copy_file(path_, died);
    std::filesystem::copy_file(path_.string() + "-journal", died.string() + "-journal");
  }
  ASSERT_GT(std::filesystem::file_size(died), 0U);
  EXPECT_THAT(refusal(died, Store::Access::read), HasSubstr("is empty, and no result store yet"));
  EXPECT_EQ(Store(died, Store::Access::write).size(), 0U);
}

TEST_F(StoreTest, AFileOfOneLetterIsNoStore) {
  std::ofstream(path_) << "x";
  EXPECT_THAT(refusal(path_, Store::Access::write), HasSubstr("is no result store"));
  EXPECT_EQ(std::filesystem::file_size(path_), 1U);
}

TEST_F(StoreTest, ThereIsOneWriterAndManyReaders) {
  Store writer(path_, Store::Access::write);
  EXPECT_THAT(refusal(path_, Store::Access::write), HasSubstr("another process is writing to"));
  const Store reader(path_, Store::Access::read);
  add(writer, with_seed(1));
  EXPECT_EQ(reader.size(), 1U);
  EXPECT_EQ(Store(path_, Store::Access::read).size(), 1U);
}

TEST_F(StoreTest, AReaderNeedsAStore) {
  EXPECT_THAT(refusal(path_, Store::Access::read), HasSubstr("there is no result store"));
  std::ofstream(path_).close();
  EXPECT_THAT(refusal(path_, Store::Access::read), HasSubstr("is empty"));
  EXPECT_EQ(refusal(path_, Store::Access::write), "not refused");
  EXPECT_EQ(Store(path_, Store::Access::read).size(), 0U);
}

TEST_F(StoreTest, WhatIsNoStoreIsRefused) {
  std::ofstream(path_) << "some text, no store, and long enough to have a header";
  for (const auto access : {Store::Access::read, Store::Access::write}) {
    EXPECT_THAT(refusal(path_, access), HasSubstr("is no result store"));
    EXPECT_THAT(refusal(folder_ / "", access), HasSubstr("is no file"));
  }
  EXPECT_THAT(refusal(folder_ / "none/x.db", Store::Access::write), HasSubstr("no such folder"));
}

/// Writes four bytes of the header of an SQLite file.
void patch(const std::filesystem::path& path, std::streamoff offset, std::uint8_t last_byte) {
  std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
  file.seekp(offset);
  const char bytes[] = {0, 0, 0, static_cast<char>(last_byte)};
  file.write(bytes, 4);
}

TEST_F(StoreTest, StoresOfOtherProgramsAndVersionsAreRefused) {
  constexpr std::streamoff user_version = 60;
  constexpr std::streamoff application_id = 68;
  Store(path_, Store::Access::write);
  patch(path_, user_version, 3);
  EXPECT_THAT(refusal(path_, Store::Access::read), HasSubstr("has the format 3 of another version"));
  EXPECT_THAT(refusal(path_, Store::Access::write), HasSubstr("has the format 3 of another version"));
  patch(path_, user_version, 2);
  EXPECT_EQ(refusal(path_, Store::Access::read), "not refused");
  patch(path_, application_id, 0);
  EXPECT_THAT(refusal(path_, Store::Access::read), HasSubstr("an SQLite file of another program"));
}

TEST_F(StoreTest, ADamagedStoreIsRefused) {
  {
    Store store(path_, Store::Access::write);
    for (int seed = 0; seed < 100; ++seed) add(store, with_seed(seed));
  }
  std::filesystem::resize_file(path_, std::filesystem::file_size(path_) / 2);
  EXPECT_THAT([&] { Store(path_, Store::Access::read).runs(); },
              ThrowsMessage<InvalidInput>(HasSubstr("is damaged (")));
}

}  // namespace
}  // namespace gvfn
