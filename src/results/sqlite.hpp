#pragma once
// SQLite, as far as the store needs it: a connection, statements and transactions, whose failures are thrown.

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "gvfn/base/invalid_input.hpp"

struct sqlite3;
struct sqlite3_stmt;

namespace gvfn {

/// A file that SQLite cannot make sense of.
struct DamagedFile : InvalidInput {
  using InvalidInput::InvalidInput;
};

/// Throws InvalidInput where a path is too long for SQLite.
void check_path_length(const std::filesystem::path& path);

/// A connection to a file that is there. Failures are InvalidInput where the file is no SQLite file, damaged or not to
/// be opened, and std::runtime_error where the disk is full or fails.
class Database {
 public:
  enum class Access { read, write };

  Database(std::filesystem::path path, Access access);

  void execute(const char* sql);
  /// The first column of the first row: for a PRAGMA or a count.
  std::int64_t number(const char* sql) const;

  /// How many rows the last INSERT added.
  int changed() const;

  sqlite3* handle() const { return handle_.get(); }
  [[noreturn]] void fail(int code) const;

 private:
  struct Close {
    void operator()(sqlite3* handle) const;
  };
  std::filesystem::path path_;
  std::unique_ptr<sqlite3, Close> handle_;
};

/// Columns and parameters are counted from 0, and parameters are bound in the order of the statement.
class Statement {
 public:
  Statement(const Database& database, std::string_view sql);

  Statement& bind(std::int64_t value);
  Statement& bind(double value);
  Statement& bind(std::string_view value);
  Statement& bind_or_null(const std::optional<std::string>& value);
  /// A column of the row at which another statement is.
  Statement& bind(const Statement& other, int column);

  /// Goes to the next row; false if there is none.
  bool step();
  /// Executes a statement that has no rows; then it can be bound anew.
  void run();
  /// To be bound and stepped anew; until then a statement that has not come to its last row keeps others from writing.
  void reset();

  std::int64_t whole(int column) const;
  double real(int column) const;
  std::string_view text(int column) const;  // until the next step
  bool is_null(int column) const;

 private:
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const;
  };
  Statement& bound(int code);

  const Database* database_;
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
  int bound_ = 0;
};

/// All or nothing: what is not committed by the end of its life is rolled back.
class Transaction {
 public:
  explicit Transaction(Database& database);
  ~Transaction();
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;

  void commit();

 private:
  Database* database_;
};

}  // namespace gvfn
