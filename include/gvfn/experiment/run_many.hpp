#pragma once
// Many runs at once, one a thread.

#include <cstddef>
#include <functional>
#include <vector>

#include "gvfn/experiment/run.hpp"

namespace gvfn {

/// The results in the order of the configurations; how many jobs there are changes nothing in them. on_done(index of
/// the run, its result) is called by one thread at a time. The first exception of a run ends it all and is rethrown.
std::vector<RunResult> run_many(const std::vector<Config>& configs, std::size_t jobs,
                                const std::function<void(std::size_t, const RunResult&)>& on_done = {});

}  // namespace gvfn
