#pragma once
// The options of every command, as CLI11 reads them. What is read becomes a request: a call of the command with plain
// options, whose numbers and lists are checked.

#include <CLI/CLI.hpp>

#include "arguments.hpp"

namespace gvfn::cli {

void add_run(CLI::App& app, const Worlds& worlds, Request& request);
void add_discover(CLI::App& app, const Worlds& worlds, Request& request);
void add_init(CLI::App& app, const Worlds& worlds, Request& request);
void add_list(CLI::App& app, const Worlds& worlds, Request& request);

void add_sweep(CLI::App& app, const Worlds& worlds, Request& request);
void add_show(CLI::App& app, const Worlds& worlds, Request& request);
void add_merge(CLI::App& app, const Worlds& worlds, Request& request);
void add_reproduce(CLI::App& app, const Worlds& worlds, Request& request);
void add_report(CLI::App& app, const Worlds& worlds, Request& request);

void add_check(CLI::App& app, const Worlds& worlds, Request& request);
void add_inspect(CLI::App& app, const Worlds& worlds, Request& request);
void add_bench(CLI::App& app, const Worlds& worlds, Request& request);
void add_completion(CLI::App& app, const Worlds& worlds, Request& request);

}  // namespace gvfn::cli
