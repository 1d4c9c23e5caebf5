#include "gvfn/results/store.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <limits>
#include <map>
#include <tuple>

#include "experiment/run_files.hpp"
#include "gvfn/base/invalid_input.hpp"
#include "gvfn/base/version.hpp"
#include "results/file_lock.hpp"
#include "results/sqlite.hpp"
#include "results/stored_config.hpp"
#include "results/summary_text.hpp"

namespace gvfn {
namespace {

constexpr std::int64_t application_id = 0x6776666e;  // "gvfn"
constexpr std::int64_t schema_version = 2;

constexpr const char* create_table =
    "CREATE TABLE runs ("
    "config TEXT NOT NULL, files TEXT NOT NULL, seed INTEGER NOT NULL, "
    "purpose TEXT NOT NULL CHECK (purpose IN ('choose', 'report')), "
    "version TEXT NOT NULL, instruction_set TEXT NOT NULL, finished TEXT NOT NULL, seconds REAL NOT NULL, "
    "steps INTEGER NOT NULL, units INTEGER NOT NULL, weights INTEGER NOT NULL, divergence TEXT, "
    "measures TEXT NOT NULL, curve TEXT NOT NULL, "
    "format INTEGER NOT NULL DEFAULT 1, questions TEXT NOT NULL DEFAULT '', "
    "UNIQUE (config, files, seed))";

/// A store of schema 1 becomes one of schema 2. Its rows stay as they are.
constexpr std::array upgrades{"ALTER TABLE runs ADD COLUMN format INTEGER NOT NULL DEFAULT 1",
                              "ALTER TABLE runs ADD COLUMN questions TEXT NOT NULL DEFAULT ''"};

constexpr std::array all_columns{
    "config, files, seed, purpose, version, instruction_set, finished, seconds, steps, units, weights, divergence, "
    "measures, curve, 1, ''",
    "config, files, seed, purpose, version, instruction_set, finished, seconds, steps, units, weights, divergence, "
    "measures, curve, format, questions"};
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
  column_count
};

constexpr const char* insert_run = "INSERT INTO runs VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

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

void upgrade_schema(Database& database) {
  Transaction transaction(database);
  for (const auto* upgrade : upgrades) database.execute(upgrade);
  database.execute(fmt::format("PRAGMA user_version = {}", schema_version).c_str());
  transaction.commit();
}

/// Returns the number of the schema, which is one that this version reads.
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

/// Texts of configurations, made whole once each.
class WholeTexts {
 public:
  const std::string& whole(const std::string& text, std::int64_t format) {
    auto& found = known_[{text, format}];
    if (found.empty()) found = whole_config(text, format);
    return found;
  }

 private:
  std::map<std::pair<std::string, std::int64_t>, std::string> known_;
};

StoredRun stored_run(const Statement& row, WholeTexts& texts) {
  StoredRun run;
  run.config = row.text(config_column);
  check_config_text(run.config);
  run.config = texts.whole(run.config, row.whole(format_column));
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
  run.result.summary.questions = read_questions(row.text(questions_column));
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
    const auto schema = check_schema(database, place);
    if (access == Access::write && schema < schema_version) upgrade_schema(database);
    columns = all_columns.at(static_cast<std::size_t>(access == Access::write ? schema_version : schema) - 1);
  }

  Statement all_rows(const char* order) {
    return Statement(database, fmt::format("SELECT {} FROM runs ORDER BY {}", columns, order));
  }

  /// The purpose of every stored run; read when it is first asked for.
  std::map<RunName, Purpose>& index() {
    if (!index_) {
      index_.emplace();
      auto rows = all_rows("rowid");
      while (rows.step()) index_->emplace(name_in(rows), purpose_of(rows.text(purpose_column)));
    }
    return *index_;
  }
  void forget_index() { index_.reset(); }

  RunName name_in(const Statement& row) {
    return {texts.whole(std::string(row.text(config_column)), row.whole(format_column)),
            std::string(row.text(files_column)), row.whole(seed_column)};
  }

  std::filesystem::path path;
  std::unique_ptr<FileLock> lock;  // outlives the database: closing a file drops the locks that SQLite has on it
  Database database;
  const char* columns = nullptr;
  WholeTexts texts;

 private:
  std::optional<std::map<RunName, Purpose>> index_;
};

Store::Store(const std::filesystem::path& path, Access access) {
  check_place(path, access);
  connection_ = std::make_unique<Connection>(path, access);
}

Store::~Store() = default;
Store::Store(Store&&) noexcept = default;
Store& Store::operator=(Store&&) noexcept = default;

RunName name_of(const Config& config) { return {to_toml(config), fingerprint_of_files(config), config.run.seed}; }

std::optional<Purpose> Store::purpose(const RunName& name) const {
  const auto& index = connection_->index();
  const auto found = index.find(name);
  return found == index.end() ? std::nullopt : std::optional(found->second);
}

void Store::add(const Config& config, Purpose purpose, const RunResult& result) {
  auto summary = result.summary;
  if (result.diverged())
    for (auto& metric : summary.metrics) metric.value = std::numeric_limits<double>::quiet_NaN();
  const auto name = name_of(config);
  auto& index = connection_->index();
  require(!index.contains(name),
          fmt::format("\"{}\" has the run with seed {} of this configuration already, and a run is stored once",
                      connection_->path.string(), name.seed));
  auto& database = connection_->database;
  Statement insert(database, insert_run);
  insert.bind(name.config).bind(name.files).bind(name.seed).bind(purpose_name(purpose));
  insert.bind(version()).bind(result.instruction_set).bind(now()).bind(result.seconds).bind(result.steps);
  insert.bind(static_cast<std::int64_t>(result.units)).bind(static_cast<std::int64_t>(result.weights));
  insert.bind_or_null(result.divergence).bind(metrics_text(summary)).bind(curve_text(summary)).bind(config_format);
  insert.bind(questions_text(summary.questions));
  insert.run();
  index.emplace(name, purpose);
}

std::vector<StoredRun> Store::runs() const {
  std::vector<StoredRun> all;
  all.reserve(size());
  auto rows = connection_->all_rows("config, files, seed");
  try {
    while (rows.step()) all.push_back(stored_run(rows, connection_->texts));
  } catch (const InvalidInput& error) {
    throw InvalidInput(
        fmt::format("\"{}\" is damaged in its row {}: {}; give a copy of it from before, or another file",
                    connection_->path.string(), all.size() + 1, error.what()));
  }
  const auto name = [](const StoredRun& run) { return std::tie(run.config, run.files, run.result.seed); };
  std::ranges::stable_sort(all, {}, name);
  // Format 1 took keys that had no effect, and may have stored a run twice.
  const auto again = std::ranges::unique(all, {}, name);
  all.erase(again.begin(), again.end());
  return all;
}

std::size_t Store::size() const {
  return static_cast<std::size_t>(connection_->database.number("SELECT count(*) FROM runs"));
}

std::optional<Purpose> check_purpose(const RunName& name, Purpose purpose, const Store& store) {
  const auto found = store.purpose(name);
  require(!found || *found == purpose,
          fmt::format("seed {} is stored {}: a result must not be reported on the seeds that it was chosen by; give "
                      "other seeds, or another store",
                      name.seed,
                      purpose == Purpose::report ? "as a run to choose by, and asked for to be reported"
                                                 : "as a run that is reported, and asked for to choose by"));
  return found;
}

std::vector<std::size_t> Store::merge(const std::vector<std::filesystem::path>& others) {
  std::vector<std::size_t> taken;
  try {
    Transaction transaction(connection_->database);
    for (const auto& path : others) taken.push_back(take(Store(path, Access::read)));
    transaction.commit();
  } catch (...) {
    connection_->forget_index();
    throw;
  }
  return taken;
}

std::size_t Store::take(const Store& other) {
  auto& database = connection_->database;
  other.runs();  // throws where one cannot be read
  auto& index = connection_->index();
  Statement insert(database, insert_run);
  auto rows = other.connection_->all_rows("rowid");
  std::size_t taken = 0;
  while (rows.step()) {
    const auto purpose = purpose_of(rows.text(purpose_column));
    const auto [found, is_new] = index.emplace(other.connection_->name_in(rows), purpose);
    require(found->second == purpose,
            fmt::format("\"{}\" and \"{}\" have seed {} of the same configuration, one to choose by and one to "
                        "report: a result must not be reported on the seeds that it was chosen by",
                        connection_->path.string(), other.connection_->path.string(), found->first.seed));
    if (!is_new) continue;
    for (int column = 0; column < column_count; ++column) insert.bind(rows, column);
    insert.run();
    ++taken;
  }
  return taken;
}

}  // namespace gvfn
