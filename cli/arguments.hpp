#pragma once
// The command line, read into a request: one command with its options.

#include <functional>

#include "gvfn/experiment/worlds.hpp"

namespace gvfn::cli {

/// What the command line asks for; returns the program's exit code.
using Request = std::function<int()>;

/// Throws InvalidInput for a command line that makes no sense. `worlds` are those that configurations may name.
Request parse_arguments(int argc, char** argv, const Worlds& worlds);

}  // namespace gvfn::cli
