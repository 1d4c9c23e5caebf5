#pragma once
// The fresh seeds of a sweep: what it chose is run again, with seeds that it was not chosen by.

#include <vector>

#include "gvfn/experiment/sweep.hpp"
#include "gvfn/results/selection.hpp"

namespace gvfn {

std::vector<Config> with_seeds(const std::vector<Config>& configs, const std::vector<std::int64_t>& seeds);

/// What the runs of a sweep choose, in each world by its metric, with the fresh seeds; nothing where one of its runs is
/// not stored yet.
std::vector<Config> fresh_runs(const Sweep& sweep, const Store& store);

/// Throws InvalidInput where a run of the sweep is stored to be reported, or one with a fresh seed to choose by.
void check_purposes(const Sweep& sweep, const Store& store);

}  // namespace gvfn
