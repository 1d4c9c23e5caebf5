#pragma once
// Runs that are interrupted and go on exactly where they were: agent, world, random numbers, metrics and curve.

#include <filesystem>
#include <string_view>

#include "gvfn/experiment/run.hpp"

namespace gvfn {

/// When a run is saved, and where.
struct Checkpoints {
  std::filesystem::path file = {};
  std::int64_t every = 0;    // steps; 0: not by steps
  double every_seconds = 0;  // 0: not by time

  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("every", self.every);
    visit("every_seconds", self.every_seconds);
  }
};

/// Writes a checkpoint: all of it is on the disk afterwards, or the one before stays. Its folder is made if it is not
/// there. Throws std::runtime_error where it fails.
void save(const Run& run, const Checkpoints& checkpoints);

struct ResumedRun {
  Run run;
  Checkpoints checkpoints;
};

/// The run that a checkpoint holds, which goes on with the same numbers; it is saved to the same file. Throws
/// InvalidInput for a file that is damaged, cut short, of another format or version, and where a question file has
/// changed since, with the first difference. `instruction_set`: the one that the run was begun with, if empty.
ResumedRun resume(const std::filesystem::path& file, const std::string& instruction_set = "",
                  const Worlds& worlds = shipped_worlds());

/// Throws InvalidInput, naming the first difference, unless the configuration is that of the run. The instruction set
/// may differ.
void check_same(const Config& config, const Run& run, std::string_view source);

/// Makes the steps that a run is yet to make, and saves it on the way when that is due.
void finish(Run& run, const Checkpoints& checkpoints, const OnProgress& on_progress);

}  // namespace gvfn
