#pragma once
// Runs that go into a store as each is finished; those that are there already are left out.

#include <filesystem>
#include <functional>
#include <vector>

#include "gvfn/results/store.hpp"

namespace gvfn {

struct SweepProgress {
  std::size_t done = 0;  // of the runs asked for: stored before, or since
  std::size_t total = 0;
  std::size_t begun_with = 0;  // stored before
  std::size_t diverged = 0;    // of those run now
  double seconds = 0;          // since the beginning
  double steps_done = 0;       // by the runs of now, the ones under way included
  double steps_left = 0;
};

struct StoredRunOptions {
  std::size_t jobs = 1;
  Purpose purpose = Purpose::choose;
  /// By one thread at a time, several times a second, and once at the end.
  std::function<void(const SweepProgress&)> on_progress = {};
  std::function<bool()> should_stop = {};  // asked by every thread, often
  /// Where runs that take longer than checkpoint_seconds are saved while they are under way, so that they need not
  /// begin again where the sweep is stopped or killed; empty: nowhere. A checkpoint is removed when its run is stored.
  std::filesystem::path checkpoint_folder = {};
  double checkpoint_seconds = 60;
};

/// Returns whether all are stored: false where should_stop ended it; of what was under way then, checkpoints are left.
/// How many jobs there are changes nothing in what is stored but the times, and a run that is asked for twice is run
/// once. The first exception (a full disk, ...) ends it all and is rethrown; what was stored before stays. Throws
/// InvalidInput, before anything is run, if one of the runs is stored for the other purpose, or its options are out of
/// range.
bool run_stored(const std::vector<Config>& configs, Store& store, const StoredRunOptions& options);

}  // namespace gvfn
