#pragma once
// Runs into a store, as the commands do it: with progress, and an end where the user asks for one.

#include "gvfn/experiment/run_stored.hpp"

namespace gvfn::cli {

/// As many as the machine has threads.
std::int64_t default_jobs();

/// Throws InvalidInput for a --jobs out of range.
std::size_t checked_jobs(std::int64_t jobs);

/// Prints what was done, or, where it was interrupted (while an Interrupt of the command lives), how to go on. Returns
/// whether all is stored. `name` is the store's.
bool run_with_progress(const std::vector<Config>& configs, Store& store, SweepOptions options, const std::string& name);

}  // namespace gvfn::cli
