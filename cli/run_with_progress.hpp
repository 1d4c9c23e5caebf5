#pragma once
// Runs into a store, as the commands do it: with progress, and an end where the user asks for one.

#include "gvfn/results/run_stored.hpp"

namespace gvfn::cli {

/// Prints what was done, or, where it was interrupted (while an Interrupt of the command lives), how to go on. Returns
/// whether all is stored. `name` is the store's.
bool run_with_progress(const std::vector<Config>& configs, Store& store, StoredRunOptions options,
                       const std::string& name);

}  // namespace gvfn::cli
