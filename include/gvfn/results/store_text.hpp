#pragma once
// Stored runs as text for other programs.

#include <string>
#include <vector>

#include "gvfn/results/store.hpp"

namespace gvfn {

/// One line a run: seed, what it is for, its metrics, time and version, and every key that is not at its default in
/// one of them. What a run that diverged has not is empty.
std::string runs_csv(const std::vector<StoredRun>& runs, const Worlds& worlds = shipped_worlds());

/// One line for each point of each learning curve: seed, what the run is for, step, metrics, and the keys as above.
std::string curves_csv(const std::vector<StoredRun>& runs, const Worlds& worlds = shipped_worlds());

/// An array with one object a run, learning curves included; null for what is no number.
std::string runs_json(const std::vector<StoredRun>& runs);

}  // namespace gvfn
