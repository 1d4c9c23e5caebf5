#pragma once
// gvfn run --seeds: one configuration with several seeds, and what these runs say together.

#include "commands.hpp"
#include "gvfn/experiment/config.hpp"

namespace gvfn::cli {

int run_seeds(const Config& config, const RunOptions& options);

}  // namespace gvfn::cli
