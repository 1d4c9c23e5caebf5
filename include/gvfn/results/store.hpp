#pragma once
// The result store: one SQLite file with every finished run. A run is identified by its configuration and seed; it is
// stored once, in a transaction of its own, so that a store is whole whenever its writer dies.

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gvfn/experiment/run.hpp"

namespace gvfn {

/// Which runs a setting may be chosen by, and which it is reported by: never the same.
enum class Purpose { choose, report };
inline constexpr std::array<std::string_view, 2> purpose_names{"choose", "report"};
inline std::string_view purpose_name(Purpose purpose) { return purpose_names.at(static_cast<std::size_t>(purpose)); }

/// What a run is known by.
struct RunName {
  std::string config;  // to_toml of its configuration: whole, without the seed
  std::string files;   // fingerprints of the user's question files: another content, another run; else empty
  std::int64_t seed;

  auto operator<=>(const RunName&) const = default;
};
RunName name_of(const Config& config);

struct StoredRun {
  std::string config;  // as in its name
  std::string files;
  Purpose purpose = Purpose::choose;
  RunResult result;      // with the seed; metrics of a run that diverged are NaN
  std::string version;   // of the program
  std::string finished;  // when, UTC: 2026-01-31T12:00:00Z
};

/// Opening throws InvalidInput, with what to do, for a file that is no store, that a newer version wrote, or, for
/// writing, that another process is writing to; std::runtime_error where the disk is full or cannot be written.
class Store {
 public:
  enum class Access { read, write };

  /// For writing, a store that is not there is made.
  Store(const std::filesystem::path& path, Access access);
  ~Store();
  Store(Store&&) noexcept;
  Store& operator=(Store&&) noexcept;

  bool contains(const Config& config) const { return purpose(name_of(config)).has_value(); }
  /// Of the run that is stored; nothing if it is not.
  std::optional<Purpose> purpose(const RunName& name) const;

  /// Throws InvalidInput if it is stored already; std::runtime_error where it cannot be written, or as check_kept.
  void add(const Config& config, Purpose purpose, const RunResult& result);

  /// Throws std::runtime_error where the file, opened for writing, was removed, replaced or changed by others since.
  void check_kept() const;
  /// The same, also where they did it while a run was being stored: reads the whole file, a gigabyte in some seconds.
  void check_whole() const;

  /// In the order of configuration and seed, whatever the order in which they were added.
  std::vector<StoredRun> runs() const;
  std::size_t size() const;

  /// Takes the runs of other stores that are not here yet; returns how many of each. Throws InvalidInput, and takes
  /// none, where one cannot be read, or a run is for choosing in one and for reporting in another.
  std::vector<std::size_t> merge(const std::vector<std::filesystem::path>& others);

 private:
  std::size_t take(const Store& other);

  struct Connection;
  std::unique_ptr<Connection> connection_;
};

/// Throws InvalidInput where the run is stored for the other purpose. Returns what it is stored for, if it is.
std::optional<Purpose> check_purpose(const RunName& name, Purpose purpose, const Store& store);

}  // namespace gvfn
