#pragma once
// A run in words.

#include <string>

#include "gvfn/experiment/config.hpp"

namespace gvfn {

/// A run in one line: world, agent, optimiser and seed.
std::string describe_run(const Config& config);

/// The same without the seed.
std::string describe_method(const Config& config);

}  // namespace gvfn
