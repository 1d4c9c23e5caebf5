#pragma once
// Completion in bash: a script made from the commands and options that there are.

#include <CLI/CLI.hpp>
#include <string>

#include "gvfn/experiment/worlds.hpp"

namespace gvfn::cli {

/// Completes commands, options, keys after --set, what gvfn list knows, and files.
std::string bash_completion(const CLI::App& app, const Worlds& worlds);

}  // namespace gvfn::cli
