#include "results/sqlite.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <numbers>

#include "gvfn/base/invalid_input.hpp"
#include "temporary_folder.hpp"

namespace gvfn {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

class Sqlite : public testing::Test {
 protected:
  Sqlite() { std::ofstream(folder_ / "x.db").close(); }

  TemporaryFolder folder_;
  std::filesystem::path path_ = folder_ / "x.db";
};

TEST_F(Sqlite, ValuesComeBackAsTheyWere) {
  Database database(path_, Database::Access::write);
  database.execute("CREATE TABLE t (a, b, c, d, e)");
  Statement(database, "INSERT INTO t VALUES (?, ?, ?, ?, ?)")
      .bind(std::int64_t{-7})
      .bind(std::numbers::pi)
      .bind(std::string_view("a\0b", 3))
      .bind(std::string_view())
      .bind_or_null(std::nullopt)
      .run();
  EXPECT_EQ(database.changed(), 1);
  Statement row(database, "SELECT * FROM t");
  ASSERT_TRUE(row.step());
  EXPECT_EQ(row.whole(0), -7);
  EXPECT_EQ(row.real(1), std::numbers::pi);
  EXPECT_EQ(row.text(2), std::string_view("a\0b", 3));
  EXPECT_EQ(row.text(3), "");
  EXPECT_FALSE(row.is_null(3));
  EXPECT_TRUE(row.is_null(4));
  EXPECT_FALSE(row.step());
}

TEST_F(Sqlite, AStatementIsBoundAnewAfterEachRun) {
  Database database(path_, Database::Access::write);
  database.execute("CREATE TABLE t (a)");
  Statement insert(database, "INSERT INTO t VALUES (?)");
  for (std::int64_t i = 1; i <= 3; ++i) insert.bind(i).run();
  EXPECT_EQ(database.number("SELECT sum(a) FROM t"), 6);
}

TEST_F(Sqlite, ATransactionThatIsNotCommittedLeavesNothing) {
  Database database(path_, Database::Access::write);
  database.execute("CREATE TABLE t (a)");
  {
    const Transaction transaction(database);
    database.execute("INSERT INTO t VALUES (1)");
  }
  EXPECT_EQ(database.number("SELECT count(*) FROM t"), 0);
  Transaction transaction(database);
  database.execute("INSERT INTO t VALUES (1)");
  transaction.commit();
  EXPECT_EQ(database.number("SELECT count(*) FROM t"), 1);
}

TEST_F(Sqlite, AReaderCannotWrite) {
  Database(path_, Database::Access::write).execute("CREATE TABLE t (a)");
  Database reader(path_, Database::Access::read);
  EXPECT_THAT([&] { reader.execute("INSERT INTO t VALUES (1)"); },
              ThrowsMessage<InvalidInput>(HasSubstr("x.db\" cannot be used as a store")));
}

TEST_F(Sqlite, WhatIsNoSqliteFileIsWrongInput) {
  std::ofstream(path_) << "a text that is long enough to be taken for a file of something";
  const Database database(path_, Database::Access::read);
  EXPECT_THAT([&] { database.number("PRAGMA application_id"); },
              ThrowsMessage<InvalidInput>(HasSubstr("x.db\" is no result store")));
  EXPECT_THAT([&] { Database(folder_ / "none.db", Database::Access::read); },
              ThrowsMessage<InvalidInput>(HasSubstr("none.db\" cannot be used as a store")));
}

}  // namespace
}  // namespace gvfn
