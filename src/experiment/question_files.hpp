#pragma once
// The user's question files, as far as they are part of what a run is.

#include <string>

#include "gvfn/experiment/config.hpp"

namespace gvfn {

/// A fingerprint of each question file that the configuration names and uses, as in `agent.questions:af63dc4c8601ec8c`;
/// empty for shipped sets. Throws InvalidInput for a file that cannot be read.
std::string fingerprint_of_files(const Config& config);

}  // namespace gvfn
