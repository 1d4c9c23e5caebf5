// A store that others remove, replace, change or damage while runs are written to it.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "gvfn/results/run_stored.hpp"
#include "results/sqlite.hpp"
#include "temporary_folder.hpp"

namespace gvfn {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::ThrowsMessage;

Config with_seed(std::int64_t seed) {
  auto config = load_config("cycle-world");
  config.run.steps = 2'000;
  config.run.seed = seed;
  return config;
}

void add(Store& store, std::int64_t seed) {
  const std::vector<double> curve(500, 1.0 / 3);  // so that a few runs take many pages
  const std::vector<std::int64_t> steps(curve.size(), 1);
  store.add(with_seed(seed), Purpose::choose,
            {.seed = seed, .steps = 2'000, .summary = {.steps = steps, .metrics = {{"rmsve", 0.5, curve}}}});
}

void write(const std::filesystem::path& path, const std::string& text) {
  std::ofstream(path, std::ios::binary | std::ios::trunc) << text;
}

std::string text_of(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

class StoreKept : public testing::Test {
 protected:
  StoreKept() {
    for (std::int64_t seed = 1; seed <= 10; ++seed) add(store_, seed);
    Store other(other_, Store::Access::write);
    for (std::int64_t seed = 100; seed <= 102; ++seed) add(other, seed);
  }

  /// No wrong input: it was sound when it was opened.
  void expect_refused(const std::string& reason) {
    const auto says_why =
        ThrowsMessage<std::runtime_error>(AllOf(HasSubstr(path_.string() + "\" was " + reason), HasSubstr("put ")));
    EXPECT_THAT([&] { add(store_, 11); }, says_why) << "at the next write";
    EXPECT_THAT([&] { add(store_, 11); }, says_why) << "and at every one after it";
    EXPECT_THAT([&] { store_.merge({other_}); }, says_why);
    EXPECT_THAT([&] { store_.check_kept(); }, says_why);
  }

  static constexpr const char* changed = "changed or damaged while runs were written to it, and may have lost some";

  TemporaryFolder folder_;
  std::filesystem::path path_ = folder_ / "x.db";
  std::filesystem::path other_ = folder_ / "other.db";
  Store store_{path_, Store::Access::write};
};

TEST_F(StoreKept, RemovedOrMoved) {
  const auto elsewhere = folder_ / "elsewhere.db";
  std::filesystem::rename(path_, elsewhere);
  expect_refused("removed or moved while runs were written to it, and the runs in it went with it");
  EXPECT_FALSE(std::filesystem::exists(path_));
  std::filesystem::rename(elsewhere, path_);
  EXPECT_NO_THROW(add(store_, 11)) << "it is back in its place";
  EXPECT_EQ(store_.runs().size(), 11U);
}

TEST_F(StoreKept, Replaced) {
  const auto before = text_of(other_);
  std::filesystem::rename(other_, path_);
  Store(other_, Store::Access::write);
  expect_refused("replaced by another file while runs were written to it, and the runs in it went with it");
  EXPECT_EQ(text_of(path_), before) << "the other one is left alone";
}

TEST_F(StoreKept, Emptied) {
  write(path_, "");
  expect_refused(changed);
}

TEST_F(StoreKept, Cut) {
  write(path_, text_of(path_).substr(0, 20'000));
  expect_refused(changed);
}

TEST_F(StoreKept, OverwrittenByAText) {
  write(path_, std::string(100'000, 'x'));
  expect_refused(changed);
}

TEST_F(StoreKept, OverwrittenByAnotherStore) {
  const auto before = text_of(other_);
  write(path_, before);
  expect_refused(changed);
  EXPECT_EQ(text_of(path_), before) << "nothing is written into it";
}

TEST_F(StoreKept, ChangedByAnotherProgram) {
  Database(path_, Database::Access::write).execute("DELETE FROM runs WHERE seed = 3");
  expect_refused(changed);
}

/// As where a file is cut while SQLite writes the pages behind the cut.
TEST_F(StoreKept, PagesThatAreLostInTheMidstOfATransaction) {
  EXPECT_NO_THROW(store_.check_whole());
  {
    std::fstream file(path_, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(20 * 4096);
    file << std::string(4 * 4096, '\0');
  }
  EXPECT_NO_THROW(store_.check_kept()) << "its head is as it was left";
  EXPECT_THAT([&] { store_.check_whole(); }, ThrowsMessage<std::runtime_error>(HasSubstr(changed)));
  EXPECT_THAT([&] { run_stored({with_seed(20)}, store_, {}); }, ThrowsMessage<std::runtime_error>(HasSubstr(changed)));
}

TEST_F(StoreKept, WhatReadersDoIsNoChange) {
  for (std::int64_t seed = 11; seed <= 13; ++seed) {
    EXPECT_EQ(Store(path_, Store::Access::read).runs().size(), static_cast<std::size_t>(seed - 1));
    EXPECT_NO_THROW(add(store_, seed));
  }
  EXPECT_NO_THROW(store_.merge({other_}));
  EXPECT_NO_THROW(store_.check_kept());
  EXPECT_NO_THROW(Store(path_, Store::Access::read).check_kept()) << "which is about writers";
}

TEST_F(StoreKept, ASweepTellsNobodyOfRunsThatAreGone) {
  const auto remove_at_the_end = [&](const SweepProgress& progress) {
    if (progress.done == progress.total) std::filesystem::remove(path_);
  };
  EXPECT_THAT(
      [&] {
        run_stored({with_seed(20), with_seed(21)}, store_, {.on_progress = remove_at_the_end});
      },
      ThrowsMessage<std::runtime_error>(HasSubstr("was removed or moved")));
}

}  // namespace
}  // namespace gvfn
