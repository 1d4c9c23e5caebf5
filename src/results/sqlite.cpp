#include "results/sqlite.hpp"

#include <fmt/format.h>
#include <sqlite3.h>

#include <cerrno>
#include <system_error>

#include "gvfn/base/invalid_input.hpp"

namespace gvfn {
namespace {

constexpr int seconds_to_wait = 60;  // for a lock: a commit takes milliseconds, and reading many runs a second

/// SQLite gives names such as ":memory:" and "file:x" another meaning.
std::filesystem::path whole(const std::filesystem::path& path) { return std::filesystem::absolute(path); }

}  // namespace

void check_path_length(const std::filesystem::path& path) {
  constexpr std::size_t beside = std::string_view("-journal").size();  // behind the name of the journal's file
  const auto most = static_cast<std::size_t>(sqlite3_vfs_find(nullptr)->mxPathname) - beside;
  std::error_code failure;
  auto resolved = std::filesystem::weakly_canonical(whole(path), failure);  // which is what SQLite opens
  if (failure) resolved = whole(path);
  const auto length = resolved.native().size();
  require(length <= most,
          fmt::format("\"{}\" has a path of {} bytes, and that of a result store may have {}: give one in a folder "
                      "with a shorter name",
                      path.string(), length, most));
}

void Database::Close::operator()(sqlite3* handle) const { sqlite3_close(handle); }

Database::Database(std::filesystem::path path, Access access) : path_(std::move(path)) {
  // Readers, too, open for writing, where they may: only so can they undo what a writer that died left unfinished.
  sqlite3* handle = nullptr;
  const int code = sqlite3_open_v2(whole(path_).c_str(), &handle, SQLITE_OPEN_READWRITE, nullptr);
  handle_.reset(handle);
  if (code != SQLITE_OK) fail(code);
  sqlite3_busy_timeout(handle, 1000 * seconds_to_wait);
  if (access == Access::read) {
    execute("PRAGMA query_only = 1");
  } else {
    execute("PRAGMA synchronous = FULL");
  }
}

void Database::fail(int code) const {
  const int system_code = sqlite3_system_errno(handle());
  const auto reason =
      system_code == 0 ? std::string(sqlite3_errmsg(handle()))
                       : fmt::format("{} ({})", sqlite3_errmsg(handle()), std::generic_category().message(system_code));
  switch (code & 0xff) {  // the rest says more closely what happened
    case SQLITE_NOTADB: throw DamagedFile(fmt::format("\"{}\" is no result store", path_.string()));
    case SQLITE_CORRUPT:
      throw DamagedFile(fmt::format("\"{}\" is damaged ({}); give a copy of it from before, or another file",
                                    path_.string(), reason));
    case SQLITE_CANTOPEN:
    case SQLITE_READONLY:
      if (system_code != ENOSPC)
        throw InvalidInput(
            fmt::format("\"{}\" cannot be used as a store: {}; a file in a folder that can be written "
                        "to would do",
                        path_.string(), reason));
      break;
    case SQLITE_BUSY:
      throw std::runtime_error(fmt::format("\"{}\" is kept locked by another process for more than {} seconds",
                                           path_.string(), seconds_to_wait));
    default: break;
  }
  throw std::runtime_error(
      fmt::format("\"{}\" fails: {}; the runs that were stored before are whole", path_.string(), reason));
}

void Database::execute(const char* sql) {
  const int code = sqlite3_exec(handle(), sql, nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) fail(code);
}

std::int64_t Database::number(const char* sql) const {
  Statement statement(*this, sql);
  statement.step();
  return statement.whole(0);
}

int Database::changed() const { return sqlite3_changes(handle()); }

void Statement::Finalize::operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }

Statement::Statement(const Database& database, std::string_view sql) : database_(&database) {
  sqlite3_stmt* statement = nullptr;
  const int code = sqlite3_prepare_v2(database.handle(), sql.data(), static_cast<int>(sql.size()), &statement, nullptr);
  statement_.reset(statement);
  if (code != SQLITE_OK) database.fail(code);
}

Statement& Statement::bound(int code) {
  if (code != SQLITE_OK) database_->fail(code);
  return *this;
}

Statement& Statement::bind(std::int64_t value) { return bound(sqlite3_bind_int64(statement_.get(), ++bound_, value)); }

Statement& Statement::bind(double value) { return bound(sqlite3_bind_double(statement_.get(), ++bound_, value)); }

Statement& Statement::bind(std::string_view value) {
  // An empty view may point nowhere, which SQLite would take for NULL.
  return bound(sqlite3_bind_text64(statement_.get(), ++bound_, value.empty() ? "" : value.data(), value.size(),
                                   SQLITE_TRANSIENT, SQLITE_UTF8));
}

Statement& Statement::bind_or_null(const std::optional<std::string>& value) {
  return value ? bind(std::string_view(*value)) : bound(sqlite3_bind_null(statement_.get(), ++bound_));
}

Statement& Statement::bind(const Statement& other, int column) {
  return bound(sqlite3_bind_value(statement_.get(), ++bound_, sqlite3_column_value(other.statement_.get(), column)));
}

bool Statement::step() {
  const int code = sqlite3_step(statement_.get());
  if (code != SQLITE_ROW && code != SQLITE_DONE) {
    // Reset first: a statement that failed keeps its transaction open. The error stays that of the connection.
    reset();
    database_->fail(code);
  }
  return code == SQLITE_ROW;
}

void Statement::run() {
  step();
  reset();
}

void Statement::reset() {
  sqlite3_reset(statement_.get());
  bound_ = 0;
}

std::int64_t Statement::whole(int column) const { return sqlite3_column_int64(statement_.get(), column); }

double Statement::real(int column) const { return sqlite3_column_double(statement_.get(), column); }

std::string_view Statement::text(int column) const {
  const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement_.get(), column));
  return text ? std::string_view(text, static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column)))
              : std::string_view();
}

bool Statement::is_null(int column) const { return sqlite3_column_type(statement_.get(), column) == SQLITE_NULL; }

Transaction::Transaction(Database& database) : database_(&database) { database.execute("BEGIN IMMEDIATE"); }

Transaction::~Transaction() {
  // Where SQLite has rolled back by itself, this fails, and nothing is left to do.
  if (database_) sqlite3_exec(database_->handle(), "ROLLBACK", nullptr, nullptr, nullptr);
}

void Transaction::commit() {
  database_->execute("COMMIT");
  database_ = nullptr;
}

}  // namespace gvfn
