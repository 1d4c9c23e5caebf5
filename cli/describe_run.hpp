#pragma once
#include <string>

#include "gvfn/experiment/config.hpp"

namespace gvfn::cli {

/// A run in one line: world, agent, optimiser and seed.
std::string describe_run(const Config& config);

}  // namespace gvfn::cli
