#pragma once
// The commands of gvfn. Each adds itself to the application and puts its exit code where main returns it.

#include <CLI/CLI.hpp>

namespace gvfn::cli {

inline constexpr int success = 0;
inline constexpr int failed_run = 1;
inline constexpr int wrong_input = 2;

void add_run(CLI::App& app, int& exit_code);
void add_check(CLI::App& app, int& exit_code);
void add_bench(CLI::App& app, int& exit_code);

}  // namespace gvfn::cli
