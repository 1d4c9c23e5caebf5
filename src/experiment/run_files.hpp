#pragma once
// The user's files that a configuration names: what is in them is part of what a run is.

#include <filesystem>
#include <string>
#include <vector>

#include "gvfn/experiment/config.hpp"

namespace gvfn {

/// A fingerprint of each file that the configuration names and uses, as in `agent.questions:af63dc4c8601ec8c`; empty
/// for shipped ones. Throws InvalidInput for a file that cannot be read.
std::string fingerprint_of_files(const Config& config);

/// The user's files that it names and uses.
std::vector<std::string> user_files(const Config& config);

/// Files that are not where the program was called are looked for beside the configuration.
void find_files_beside(const std::filesystem::path& folder, Config& config);

/// The user's files, with the names that they have in a folder.
void name_files_from(const std::filesystem::path& folder, Config& config);

}  // namespace gvfn
