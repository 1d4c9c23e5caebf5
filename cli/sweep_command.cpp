#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>

#include "commands.hpp"
#include "gvfn/base/invalid_input.hpp"
#include "gvfn/experiment/fresh_runs.hpp"
#include "gvfn/experiment/run_stored.hpp"
#include "gvfn/experiment/sweep.hpp"
#include "interrupt.hpp"
#include "run_with_progress.hpp"

namespace gvfn::cli {
namespace {

struct Options {
  std::string sweep;
  std::int64_t jobs = default_jobs();
  std::string store;
  std::string slice = "1/1";
  bool dry_run = false;
};

std::vector<Config> configs_of(const Sweep& sweep, const Slice& slice) {
  std::vector<Config> configs;
  for (std::size_t i = 0; i < sweep.size(); ++i)
    if (slice.has(i)) configs.push_back(sweep.config(i));
  return configs;
}

void print_plan(const Sweep& sweep, const Options& options, const std::vector<Config>& configs) {
  std::size_t stored = 0;
  std::error_code ignored;
  if (std::filesystem::exists(options.store, ignored)) {
    const Store store(options.store, Store::Access::read);
    check_purposes(sweep, store);
    stored = static_cast<std::size_t>(
        std::ranges::count_if(configs, [&](const Config& config) { return store.contains(config); }));
  }
  fmt::print("{}: {} combinations, {} seeds, {} runs", options.sweep, sweep.combinations(), sweep.seeds.size(),
             sweep.size());
  if (configs.size() != sweep.size()) fmt::print(", {} of them in slice {}", configs.size(), options.slice);
  fmt::print("\n{} stored in {}, {} to run\n", stored, options.store, configs.size() - stored);
  std::size_t width = std::string_view("fresh seeds").size();
  for (const auto& axis : sweep.grid) width = std::max(width, axis.key.size());
  for (const auto& axis : sweep.grid) fmt::print("{:<{}}  {}\n", axis.key, width, fmt::join(axis.values, ", "));
  fmt::print("{:<{}}  {}\n", "seeds", width, fmt::join(sweep.seeds, ", "));
  if (!sweep.fresh_seeds.empty())
    fmt::print("{:<{}}  {}, for the best of each method and truncation, when all of these are stored\n", "fresh seeds",
               width, fmt::join(sweep.fresh_seeds, ", "));
}

int run_sweep(const Sweep& sweep, const std::vector<Config>& configs, const Options& options) {
  const Interrupt interrupt;
  Store store(options.store, Store::Access::write);
  check_purposes(sweep, store);
  const auto jobs = checked_jobs(options.jobs);
  if (!run_with_progress(configs, store, {.jobs = jobs, .purpose = Purpose::choose}, options.store)) return interrupted;
  if (sweep.fresh_seeds.empty()) return success;
  const auto fresh = fresh_runs(sweep, store);
  if (fresh.empty()) {
    fmt::print(
        "the fresh seeds wait until a store has all {} runs of the sweep: gvfn merge, then gvfn sweep without "
        "--slice\n",
        sweep.size());
    return success;
  }
  fmt::print("the best of each method and truncation with fresh seeds: {} runs\n", fresh.size());
  if (!run_with_progress(fresh, store, {.jobs = jobs, .purpose = Purpose::report}, options.store)) return interrupted;
  fmt::print("gvfn show {} --best{} has what they reached\n", options.store,
             sweep.metric.empty() ? "" : " --metric " + sweep.metric);
  return success;
}

int execute(Options options) {
  checked_jobs(options.jobs);
  const auto slice = parse_slice(options.slice);
  const auto sweep = load_sweep(options.sweep);
  check_combinations(sweep);
  if (options.store.empty()) options.store = std::filesystem::path(options.sweep).stem().string() + ".db";
  const auto configs = configs_of(sweep, slice);
  if (!options.dry_run) return run_sweep(sweep, configs, options);
  print_plan(sweep, options, configs);
  return success;
}

}  // namespace

void add_sweep(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<Options>();
  auto* command =
      app.add_subcommand("sweep", "Every combination of values and seeds, into a store; goes on where it ended");
  command->add_option("sweep", options->sweep, "A sweep file: base, seeds, [set], [grid]")
      ->type_name("SWEEP")
      ->required();
  command->add_option("--jobs", options->jobs, "Runs at a time; as many as the machine has threads, if not given")
      ->type_name("N");
  command->add_option("--store", options->store, "Where results go; the sweep's name with .db, if not given")
      ->type_name("FILE");
  command->add_option("--slice", options->slice, "Only the K-th of N parts, for several machines")->type_name("K/N");
  command->add_flag("--dry-run", options->dry_run, "Say what would be run, and how much of it is stored; run nothing");
  command->footer(
      "Examples:\n"
      "  gvfn sweep step-sizes.toml --dry-run\n"
      "  gvfn sweep step-sizes.toml --jobs 8 --store results.db\n"
      "  gvfn sweep step-sizes.toml --slice 3/16 --store part-3.db     (then: gvfn merge results.db part-*.db)\n"
      "A sweep file:\n"
      "  base = \"ring-world\"                            # a configuration's name or file\n"
      "  seeds = \"1-5\"\n"
      "  [set]\n"
      "  agent.kind = \"rnn\"\n"
      "  [grid]\n"
      "  agent.truncation = [1, 2, 4]\n"
      "  optimizer.step_size = \"0.1 * 1.5^(-10..5)\"     # sixteen values\n"
      "Exit code: 0, 1 for a disk that is full or fails, 2 for wrong input, 130 where it was interrupted.");
  command->callback([options, &exit_code] { exit_code = execute(*options); });
}

}  // namespace gvfn::cli
