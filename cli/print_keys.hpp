#pragma once
// gvfn run --keys

#include <string>

#include "gvfn/experiment/worlds.hpp"

namespace gvfn::cli {

/// The keys that begin with a prefix, each with its meaning. Throws InvalidInput, with the nearest name, where there is
/// none.
void print_keys(const std::string& prefix, const Worlds& worlds);

}  // namespace gvfn::cli
