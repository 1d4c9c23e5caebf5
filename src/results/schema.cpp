#include "results/schema.hpp"

#include <fmt/format.h>

#include <array>

#include "gvfn/base/version.hpp"

namespace gvfn {
namespace {

constexpr std::int64_t application_id = 0x6776666e;  // "gvfn"

constexpr const char* create_table =
    "CREATE TABLE runs ("
    "config TEXT NOT NULL, files TEXT NOT NULL, seed INTEGER NOT NULL, "
    "purpose TEXT NOT NULL CHECK (purpose IN ('choose', 'report')), "
    "version TEXT NOT NULL, instruction_set TEXT NOT NULL, finished TEXT NOT NULL, seconds REAL NOT NULL, "
    "steps INTEGER NOT NULL, units INTEGER NOT NULL, weights INTEGER NOT NULL, divergence TEXT, "
    "measures TEXT NOT NULL, curve TEXT NOT NULL, "
    "format INTEGER NOT NULL DEFAULT 1, questions TEXT NOT NULL DEFAULT '', "
    "UNIQUE (config, files, seed))";

constexpr std::array upgrades{"ALTER TABLE runs ADD COLUMN format INTEGER NOT NULL DEFAULT 1",
                              "ALTER TABLE runs ADD COLUMN questions TEXT NOT NULL DEFAULT ''"};

constexpr std::array all_columns{
    "config, files, seed, purpose, version, instruction_set, finished, seconds, steps, units, weights, divergence, "
    "measures, curve, 1, ''",
    "config, files, seed, purpose, version, instruction_set, finished, seconds, steps, units, weights, divergence, "
    "measures, curve, format, questions"};

}  // namespace

const char* column_list(std::int64_t schema) { return all_columns.at(static_cast<std::size_t>(schema - 1)); }

void make_schema(Database& database) {
  Transaction transaction(database);
  database.execute(fmt::format("PRAGMA application_id = {}", application_id).c_str());
  database.execute(fmt::format("PRAGMA user_version = {}", schema_version).c_str());
  database.execute(create_table);
  transaction.commit();
}

bool is_empty(const Database& database, const std::filesystem::path& path) {
  return database.number("PRAGMA page_count") == 0 && std::filesystem::file_size(path) == 0;
}

void upgrade_schema(Database& database) {
  Transaction transaction(database);
  for (const auto* upgrade : upgrades) database.execute(upgrade);
  database.execute(fmt::format("PRAGMA user_version = {}", schema_version).c_str());
  transaction.commit();
}

std::int64_t check_schema(const Database& database, const std::filesystem::path& path) {
  require(!is_empty(database, path), fmt::format("\"{}\" is empty, and no result store yet", path.string()));
  require(database.number("PRAGMA application_id") == application_id,
          fmt::format("\"{}\" is no result store, but an SQLite file of another program", path.string()));
  const auto found = database.number("PRAGMA user_version");
  require(found >= 1 && found <= schema_version,
          fmt::format(
              "\"{}\" has the format {} of another version of gvfn, and this one, {}, reads formats 1 to {}: use that "
              "version, or another file",
              path.string(), found, version(), schema_version));
  const auto columns = database.number("SELECT count(*) FROM pragma_table_info('runs')");
  const auto added = found == schema_version ? 0 : static_cast<std::int64_t>(upgrades.size());
  const auto expected = column_count - added;
  require(columns == expected,
          fmt::format("\"{}\" is damaged: its table of runs has {} columns, not {}", path.string(), columns, expected));
  return found;
}

}  // namespace gvfn
