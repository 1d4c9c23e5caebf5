#include "gvfn/results/store.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <chrono>
#include <limits>

#include "experiment/question_files.hpp"
#include "gvfn/base/invalid_input.hpp"
#include "gvfn/base/version.hpp"
#include "results/file_lock.hpp"
#include "results/sqlite.hpp"
#include "results/summary_text.hpp"

namespace gvfn {
namespace {

constexpr std::int64_t application_id = 0x6776666e;  // "gvfn"
constexpr std::int64_t schema_version = 1;

constexpr const char* create_table =
    "CREATE TABLE runs ("
    "config TEXT NOT NULL, files TEXT NOT NULL, seed INTEGER NOT NULL, "
    "purpose TEXT NOT NULL CHECK (purpose IN ('choose', 'report')), "
    "version TEXT NOT NULL, instruction_set TEXT NOT NULL, finished TEXT NOT NULL, seconds REAL NOT NULL, "
    "steps INTEGER NOT NULL, units INTEGER NOT NULL, weights INTEGER NOT NULL, divergence TEXT, "
    "measures TEXT NOT NULL, curve TEXT NOT NULL, "
    "UNIQUE (config, files, seed))";

constexpr const char* all_columns =
    "config, files, seed, purpose, version, instruction_set, finished, seconds, steps, units, weights, divergence, "
    "measures, curve";
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
  column_count
};

constexpr const char* insert_run =
    "INSERT INTO runs VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (config, files, seed) DO NOTHING";
constexpr const char* find_run = "SELECT purpose FROM runs WHERE config = ? AND files = ? AND seed = ?";

Purpose purpose_of(std::string_view name) { return static_cast<Purpose>(index_of("purpose", name, purpose_names)); }

std::string now() {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}",
                     fmt::gmtime(std::chrono::system_clock::to_time_t(std::chrono::system_clock::now())));
}

/// What can be seen without opening the file.
void check_place(const std::filesystem::path& path, Store::Access access) {
  std::error_code ignored;
  const auto status = std::filesystem::status(path, ignored);
  if (std::filesystem::exists(status)) {
    require(std::filesystem::is_regular_file(status),
            fmt::format("\"{}\" is no file, and a result store is one", path.string()));
    return;
  }
  require(access == Store::Access::write, fmt::format("there is no result store \"{}\"", path.string()));
  const auto folder = path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
  require(path.has_filename() && std::filesystem::is_directory(folder, ignored),
          fmt::format("\"{}\" is no place for a result store: there is no such folder", path.string()));
}

void make_schema(Database& database) {
  Transaction transaction(database);
  database.execute(fmt::format("PRAGMA application_id = {}", application_id).c_str());
  database.execute(fmt::format("PRAGMA user_version = {}", schema_version).c_str());
  database.execute(create_table);
  transaction.commit();
}

/// Asked of SQLite first, which undoes what a writer that died left unfinished: its size counts only then.
bool is_empty(const Database& database, const std::filesystem::path& path) {
  return database.number("PRAGMA page_count") == 0 && std::filesystem::file_size(path) == 0;
}

void check_schema(const Database& database, const std::filesystem::path& path) {
  require(!is_empty(database, path), fmt::format("\"{}\" is empty, and no result store yet", path.string()));
  require(database.number("PRAGMA application_id") == application_id,
          fmt::format("\"{}\" is no result store, but an SQLite file of another program", path.string()));
  const auto found = database.number("PRAGMA user_version");
  require(
      found == schema_version,
      fmt::format("\"{}\" has the format {} of another version of gvfn, and this one, {}, reads format {}: use that "
                  "version, or another file",
                  path.string(), found, version(), schema_version));
  const auto columns = database.number("SELECT count(*) FROM pragma_table_info('runs')");
  require(columns == column_count, fmt::format("\"{}\" is damaged: its table of runs has {} columns, not {}",
                                               path.string(), columns, static_cast<int>(column_count)));
}

/// As to_toml writes it: `key = value` in every line.
void check_config_text(std::string_view text) {
  while (!text.empty()) {
    const auto line = text.substr(0, text.find('\n'));
    const auto equals = line.find(" = ");
    require(line.size() < text.size() && equals != 0 && equals != std::string_view::npos,
            fmt::format("a configuration has the line \"{}\"", line.substr(0, 100)));
    text.remove_prefix(line.size() + 1);
  }
}

StoredRun run_in(const Statement& row) {
  StoredRun run;
  run.config = row.text(config_column);
  check_config_text(run.config);
  run.files = row.text(files_column);
  run.purpose = purpose_of(row.text(purpose_column));
  run.version = row.text(version_column);
  run.finished = row.text(finished_column);
  run.result = {.seed = row.whole(seed_column),
                .steps = row.whole(steps_column),
                .seconds = row.real(seconds_column),
                .units = static_cast<std::size_t>(row.whole(units_column)),
                .weights = static_cast<std::size_t>(row.whole(weights_column)),
                .instruction_set = std::string(row.text(instruction_set_column)),
                .summary = read_summary(row.text(metrics_column), row.text(curve_column))};
  require(!run.result.summary.metrics.empty(), "a result has no metrics");
  if (!row.is_null(divergence_column)) run.result.divergence = row.text(divergence_column);
  return run;
}

}  // namespace

struct Store::Connection {
  Connection(const std::filesystem::path& place, Access access)
      : path(place),
        lock(access == Access::write ? std::make_unique<FileLock>(place) : nullptr),
        database(place, access == Access::write ? Database::Access::write : Database::Access::read) {
    if (access == Access::write && is_empty(database, place)) make_schema(database);
    check_schema(database, place);
    find.emplace(database, find_run);
  }

  std::filesystem::path path;
  std::unique_ptr<FileLock> lock;  // outlives the database: closing a file drops the locks that SQLite has on it
  Database database;
  std::optional<Statement> find;
};

Store::Store(const std::filesystem::path& path, Access access) {
  check_place(path, access);
  connection_ = std::make_unique<Connection>(path, access);
}

Store::~Store() = default;
Store::Store(Store&&) noexcept = default;
Store& Store::operator=(Store&&) noexcept = default;

std::optional<Purpose> Store::purpose(const Config& config) const {
  auto& find = *connection_->find;
  find.bind(to_toml(config)).bind(fingerprint_of_files(config)).bind(config.run.seed);
  const auto found = find.step() ? std::optional(purpose_of(find.text(0))) : std::nullopt;
  find.reset();
  return found;
}

void Store::add(const Config& config, Purpose purpose, const RunResult& result) {
  auto summary = result.summary;
  if (result.diverged())
    for (auto& metric : summary.metrics) metric.value = std::numeric_limits<double>::quiet_NaN();
  const auto text = to_toml(config);
  auto& database = connection_->database;
  Statement insert(database, insert_run);
  insert.bind(text).bind(fingerprint_of_files(config)).bind(config.run.seed).bind(purpose_name(purpose));
  insert.bind(version()).bind(result.instruction_set).bind(now()).bind(result.seconds).bind(result.steps);
  insert.bind(static_cast<std::int64_t>(result.units)).bind(static_cast<std::int64_t>(result.weights));
  insert.bind_or_null(result.divergence).bind(metrics_text(summary)).bind(curve_text(summary));
  insert.run();
  require(database.changed() == 1,
          fmt::format("\"{}\" has this run already: seed {} of {}", connection_->path.string(), config.run.seed, text));
}

std::vector<StoredRun> Store::runs() const {
  std::vector<StoredRun> all;
  all.reserve(size());
  Statement rows(connection_->database, fmt::format("SELECT {} FROM runs ORDER BY config, files, seed", all_columns));
  try {
    while (rows.step()) all.push_back(run_in(rows));
  } catch (const InvalidInput& error) {
    throw InvalidInput(
        fmt::format("\"{}\" is damaged in its row {}: {}; give a copy of it from before, or another file",
                    connection_->path.string(), all.size() + 1, error.what()));
  }
  return all;
}

std::size_t Store::size() const {
  return static_cast<std::size_t>(connection_->database.number("SELECT count(*) FROM runs"));
}

std::optional<Purpose> check_purpose(const Config& config, Purpose purpose, const Store& store) {
  const auto found = store.purpose(config);
  require(!found || *found == purpose,
          fmt::format("seed {} is stored {}: a result must not be reported on the seeds that it was chosen by; give "
                      "other seeds, or another store",
                      config.run.seed,
                      purpose == Purpose::report ? "as a run to choose by, and asked for to be reported"
                                                 : "as a run that is reported, and asked for to choose by"));
  return found;
}

std::vector<std::size_t> Store::merge(const std::vector<std::filesystem::path>& others) {
  Transaction transaction(connection_->database);
  std::vector<std::size_t> taken;
  for (const auto& path : others) taken.push_back(take(Store(path, Access::read)));
  transaction.commit();
  return taken;
}

std::size_t Store::take(const Store& other) {
  auto& database = connection_->database;
  other.runs();  // throws where one cannot be read
  Statement insert(database, insert_run);
  Statement rows(other.connection_->database, fmt::format("SELECT {} FROM runs ORDER BY rowid", all_columns));
  std::size_t taken = 0;
  while (rows.step()) {
    for (int column = 0; column < column_count; ++column) insert.bind(rows, column);
    insert.run();
    if (database.changed() == 1) {
      ++taken;
      continue;
    }
    auto& find = *connection_->find;
    find.bind(rows, config_column).bind(rows, files_column).bind(rows, seed_column);
    find.step();
    const bool same = find.text(0) == rows.text(purpose_column);
    find.reset();
    require(same, fmt::format("\"{}\" and \"{}\" have seed {} of the same configuration, one to choose by and one to "
                              "report: a result must not be reported on the seeds that it was chosen by",
                              connection_->path.string(), other.connection_->path.string(), rows.whole(seed_column)));
  }
  return taken;
}

}  // namespace gvfn
