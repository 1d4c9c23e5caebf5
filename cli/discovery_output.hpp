#pragma once
// What gvfn discover prints and writes of the questions that a run finds.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "gvfn/experiment/run.hpp"
#include "output_file.hpp"

namespace gvfn::cli {

struct DiscoveryFiles {
  std::string found = "found.toml";
  std::string log;      // none, if empty
  std::string picture;  // none, if empty
};

std::vector<OutputFile> outputs_of(const DiscoveryFiles& files);

/// Refuses a run whose questions stay as they are, and a picture that cannot be drawn.
void check_discovery(const Run& run, const DiscoveryFiles& files);

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

/// What writes each of the files; but no question file where there is no question, or where the run diverged.
std::vector<std::function<void()>> writes_of(const Run& run, const DiscoveryFiles& files);

}  // namespace gvfn::cli
