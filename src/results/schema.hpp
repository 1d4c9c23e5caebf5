#pragma once
// The table of a result store. Schema 2 is made, and schema 1 read, too.

#include <cstdint>
#include <filesystem>

#include "results/sqlite.hpp"

namespace gvfn {

inline constexpr std::int64_t schema_version = 2;

enum Column {
  config_column,
  files_column,
  seed_column,
  purpose_column,
  version_column,
  instruction_set_column,
  finished_column,
  seconds_column,
  steps_column,
  units_column,
  weights_column,
  divergence_column,
  metrics_column,
  curve_column,
  format_column,
  questions_column,
  column_count,
  rowid_column = column_count  // behind those of the table
};

/// In this order; those that a schema has not are at their defaults.
const char* column_list(std::int64_t schema);

inline constexpr const char* insert_run = "INSERT INTO runs VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

/// Of a file without anything in it. Asked of SQLite first, which undoes what a writer that died left unfinished: its
/// size counts only then.
bool is_empty(const Database& database, const std::filesystem::path& path);

void make_schema(Database& database);

/// A store of schema 1 becomes one of schema 2. Its rows stay as they are.
void upgrade_schema(Database& database);

/// Returns the number of the schema, which is one that this version reads. Throws InvalidInput for another file.
std::int64_t check_schema(const Database& database, const std::filesystem::path& path);

}  // namespace gvfn
