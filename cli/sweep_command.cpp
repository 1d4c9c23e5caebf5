#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "commands.hpp"
#include "gvfn/base/invalid_input.hpp"
#include "gvfn/base/text.hpp"
#include "gvfn/experiment/sweep.hpp"
#include "gvfn/results/fresh_runs.hpp"
#include "gvfn/results/run_stored.hpp"
#include "interrupt.hpp"
#include "run_with_progress.hpp"
#include "wrap.hpp"

namespace gvfn::cli {
namespace {

/// As in a sweep file: "1-5, 8".
std::string seeds_text(const std::vector<std::int64_t>& seeds) {
  std::string text;
  for (std::size_t i = 0; i < seeds.size();) {
    std::size_t last = i;
    while (last + 1 < seeds.size() && seeds[last + 1] == seeds[last] + 1) ++last;
    text += (i == 0 ? "" : ", ") + std::to_string(seeds[i]);
    if (last > i) text += "-" + std::to_string(seeds[last]);
    i = last + 1;
  }
  return text;
}

std::vector<Config> configs_of(const Sweep& sweep, const Slice& slice) {
  std::vector<Config> configs;
  for (std::size_t i = 0; i < sweep.size(); ++i)
    if (slice.has(i)) configs.push_back(sweep.config(i));
  return configs;
}

/// A name in a column, and a text beside it.
void print_entry(const std::string& name, std::size_t width, const std::string& text) {
  const auto indent = width + 2;
  fmt::print("{:<{}}{}\n", name, indent, wrapped(text, indent).substr(indent));
}

void print_plan(const Sweep& sweep, const SweepOptions& options, const std::vector<Config>& configs) {
  std::size_t stored = 0;
  std::error_code ignored;
  if (std::filesystem::exists(options.store, ignored)) {
    const Store store(options.store, Store::Access::read);
    check_purposes(sweep, store);
    stored = static_cast<std::size_t>(
        std::ranges::count_if(configs, [&](const Config& config) { return store.contains(config); }));
  }
  fmt::print("{}: {} combinations, {} seeds, {} runs", printable(options.sweep), sweep.combinations(),
             sweep.seeds.size(), sweep.size());
  if (configs.size() != sweep.size())
    fmt::print(", {} of them in slice {}/{}", configs.size(), options.slice.number, options.slice.count);
  fmt::print("\n{} stored in {}, {} to run\n", stored, printable(options.store), configs.size() - stored);
  std::size_t width = std::string_view("fresh seeds").size();
  for (const auto& grid : sweep.grids)
    for (const auto& axis : grid) width = std::max(width, axis.key.size());
  for (const auto& grid : sweep.grids) {
    if (sweep.grids.size() > 1) fmt::print("a grid of {} combinations:\n", combinations(grid));
    for (const auto& axis : grid) print_entry(axis.key, width, fmt::format("{}", fmt::join(axis.values, ", ")));
  }
  print_entry("seeds", width, seeds_text(sweep.seeds));
  if (!sweep.fresh_seeds.empty())
    print_entry(
        "fresh seeds", width,
        seeds_text(sweep.fresh_seeds) + ", for the best of each method and truncation, when all of these are stored");
}

int run_sweep(const Sweep& sweep, const std::vector<Config>& configs, const SweepOptions& options) {
  const Interrupt interrupt;
  Store store(options.store, Store::Access::write);
  check_purposes(sweep, store);
  if (!run_with_progress(configs, store, {.jobs = options.jobs, .purpose = Purpose::choose}, options.store))
    return interrupted;
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
  if (!run_with_progress(fresh, store, {.jobs = options.jobs, .purpose = Purpose::report}, options.store))
    return interrupted;
  fmt::print("gvfn show {} --best{} has what they reached\n", printable(options.store),
             sweep.metric.empty() ? "" : " --metric " + sweep.metric);
  return success;
}

}  // namespace

int sweep_command(SweepOptions options) {
  const auto sweep = load_sweep(options.sweep, options.worlds);
  check_combinations(sweep);
  if (options.store.empty()) options.store = std::filesystem::path(options.sweep).stem().string() + ".db";
  const auto configs = configs_of(sweep, options.slice);
  if (!options.dry_run) return run_sweep(sweep, configs, options);
  print_plan(sweep, options, configs);
  return success;
}

}  // namespace gvfn::cli
