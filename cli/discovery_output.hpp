#pragma once
// What gvfn discover prints and writes of the questions that a run finds.

#include <filesystem>
#include <optional>
#include <string>

#include "gvfn/experiment/run.hpp"

namespace gvfn::cli {

struct DiscoveryFiles {
  std::string found = "found.toml";
  std::string log;      // none, if empty
  std::string picture;  // none, if empty
};

/// Refuses a run whose questions stay as they are, and files that cannot be written.
void check_discovery(const Run& run, const DiscoveryFiles& files, const std::string& config);

/// A line for what was replaced since the last one, at most a hundred in a run.
class ReplacementLines {
 public:
  explicit ReplacementLines(const Run& run);
  /// Nothing, where nothing was replaced, or too little time has passed.
  std::optional<std::string> next(const Run& run);

 private:
  std::size_t events_seen_;
  std::int64_t next_step_;
};

/// The most useful questions, as a table.
std::string found_table(const Run& run);

void write_discovery(const Run& run, const DiscoveryFiles& files);

}  // namespace gvfn::cli
