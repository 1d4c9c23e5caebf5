#pragma once
// The commands of gvfn. Each adds itself to the application and puts its exit code where main returns it.

#include <CLI/CLI.hpp>

namespace gvfn::cli {

inline constexpr int success = 0;
inline constexpr int failed_run = 1;
inline constexpr int wrong_input = 2;
inline constexpr int interrupted = 130;  // as a shell has it for a program that SIGINT ended

void add_run(CLI::App& app, int& exit_code);
void add_sweep(CLI::App& app, int& exit_code);
void add_show(CLI::App& app, int& exit_code);
void add_merge(CLI::App& app, int& exit_code);
void add_reproduce(CLI::App& app, int& exit_code);
void add_report(CLI::App& app, int& exit_code);
void add_check(CLI::App& app, int& exit_code);
void add_bench(CLI::App& app, int& exit_code);

}  // namespace gvfn::cli
