#include "gvfn/results/store.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <map>
#include <tuple>

#include "experiment/run_files.hpp"
#include "gvfn/base/invalid_input.hpp"
#include "gvfn/base/version.hpp"
#include "results/config_text.hpp"
#include "results/file_lock.hpp"
#include "results/schema.hpp"
#include "results/sqlite.hpp"
#include "results/stored_config.hpp"
#include "results/summary_text.hpp"

namespace gvfn {
namespace {

Purpose purpose_of(std::string_view name) { return static_cast<Purpose>(index_of("purpose", name, purpose_names)); }

std::string now() {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}",
                     fmt::gmtime(std::chrono::system_clock::to_time_t(std::chrono::system_clock::now())));
}

/// What can be seen without opening the file.
void check_place(const std::filesystem::path& path, Store::Access access) {
  require(!path.empty(), "the name of the result store is empty");
  check_path_length(path);
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

/// Texts of configurations, checked and made whole once each.
class WholeTexts {
 public:
  const std::string& whole(const std::string& text, std::int64_t format) {
    auto& found = known_[{text, format}];
    if (!found.empty()) return found;
    check_config_text(text);
    require(format >= 1 && format <= config_format, fmt::format("its configuration has the format {}", format));
    found = whole_config(text, format);
    require(!found.empty(), "its configuration is empty");
    return found;
  }

 private:
  std::map<std::pair<std::string, std::int64_t>, std::string> known_;
};

StoredRun stored_run(const Statement& row, WholeTexts& texts) {
  StoredRun run;
  run.config = texts.whole(std::string(row.text(config_column)), row.whole(format_column));
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
    columns = column_list(access == Access::write ? schema_version : schema);
    data_version_ = data_version();
  }

  Statement all_rows(const char* order) {
    return Statement(database, fmt::format("SELECT {}, rowid FROM runs ORDER BY {}", columns, order));
  }

  /// Calls read(row) for each. Where it finds a row damaged, it is said which one.
  template <class Read>
  void for_each_row(const char* order, Read read) {
    auto rows = all_rows(order);
    while (rows.step()) {
      try {
        read(rows);
      } catch (const InvalidInput& error) {
        throw InvalidInput(
            fmt::format("\"{}\" is damaged in its row {}: {}; give a copy of it from before, or another file",
                        path.string(), rows.whole(rowid_column), error.what()));
      }
    }
  }

  /// The purpose of every stored run; read when it is first asked for.
  std::map<RunName, Purpose>& index() {
    if (!index_) {
      std::map<RunName, Purpose> found;
      for_each_row("rowid",
                   [&](const Statement& row) { found.emplace(name_in(row), purpose_of(row.text(purpose_column))); });
      index_ = std::move(found);
    }
    return *index_;
  }
  void forget_index() { index_.reset(); }

  /// Throws std::runtime_error where the file that is written to is no longer the store, or not as it was left: since
  /// it was sound when it was opened, that is no wrong input. SQLite would go on writing to a file that has no name.
  void check_kept() const {
    if (!lock) return;
    lock->check_kept();
    try {
      if (data_version() == data_version_) return;
    } catch (const DamagedFile&) {  // NOLINT(bugprone-empty-catch): it is said below
    }
    throw_changed();
  }

  /// The same, by reading all of the file: somebody may have changed it in the midst of a transaction, after which it
  /// looks as if SQLite had done that.
  void check_whole() const {
    check_kept();
    try {
      const Database anew(path, Database::Access::read);  // which has nothing of it in its memory
      Statement check(anew, "PRAGMA integrity_check(1)");
      if (check.step() && check.text(0) == "ok") return;
    } catch (const DamagedFile&) {  // NOLINT(bugprone-empty-catch): it is said below
    }
    throw_changed();
  }

  /// A transaction. Where it fails, a file that others have changed is the better reason.
  template <class Write>
  void write(Write insert) {
    check_kept();
    try {
      Transaction transaction(database);
      check_kept();
      insert();
      transaction.commit();
    } catch (const DamagedFile&) {
      check_kept();
      throw_changed();
    } catch (const InvalidInput& error) {  // the input was right when the store was opened
      check_kept();
      throw std::runtime_error(error.what());
    } catch (...) {
      check_kept();
      throw;
    }
  }

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
  /// SQLite's, which changes where anybody else has changed the file.
  std::int64_t data_version() const { return database.number("PRAGMA data_version"); }

  [[noreturn]] void throw_changed() const {
    throw std::runtime_error(fmt::format(
        "\"{}\" was changed or damaged while runs were written to it, and may have lost some: where gvfn show can read "
        "it, the same command runs what is missing; else put a copy of it from before in its place, or remove it",
        path.string()));
  }

  std::int64_t data_version_ = 0;
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
  connection_->write([&] {
    Statement insert(connection_->database, insert_run);
    insert.bind(name.config).bind(name.files).bind(name.seed).bind(purpose_name(purpose));
    insert.bind(version()).bind(result.instruction_set).bind(now()).bind(result.seconds).bind(result.steps);
    insert.bind(static_cast<std::int64_t>(result.units)).bind(static_cast<std::int64_t>(result.weights));
    insert.bind_or_null(result.divergence).bind(metrics_text(summary)).bind(curve_text(summary)).bind(config_format);
    insert.bind(questions_text(summary.questions));
    insert.run();
  });
  index.emplace(name, purpose);
}

void Store::check_kept() const { connection_->check_kept(); }
void Store::check_whole() const { connection_->check_whole(); }

std::vector<StoredRun> Store::runs() const {
  std::vector<StoredRun> all;
  all.reserve(size());
  connection_->for_each_row("config, files, seed",
                            [&](const Statement& row) { all.push_back(stored_run(row, connection_->texts)); });
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
  check_kept();
  try {
    Transaction transaction(connection_->database);
    check_kept();
    for (const auto& path : others) taken.push_back(take(Store(path, Access::read)));
    transaction.commit();
    check_kept();
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
