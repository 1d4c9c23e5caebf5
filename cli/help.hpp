#pragma once
// The help pages: what CLI11 knows of a command, in lines that fit a terminal.

#include <CLI/CLI.hpp>
#include <memory>

namespace gvfn::cli {

std::shared_ptr<CLI::Formatter> help_pages();

}  // namespace gvfn::cli
