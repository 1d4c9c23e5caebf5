#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <set>

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

/// A run that several grids have is made once.
std::vector<Config> configs_of(const Sweep& sweep, const Slice& slice) {
  std::vector<Config> configs;
  std::set<std::pair<std::string, std::int64_t>> seen;
  for (std::size_t i = 0; i < sweep.size(); ++i) {
    if (!slice.has(i)) continue;
    auto config = sweep.config(i);
    if (sweep.grids.size() == 1 || seen.emplace(to_toml(config), config.run.seed).second)
      configs.push_back(std::move(config));
  }
  return configs;
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
    fmt::print(", {} of them {}", configs.size(),
               options.slice.count > 1 ? fmt::format("in slice {}/{}", options.slice.number, options.slice.count)
                                       : "different");
  fmt::print("\n{} stored in {}, {} to run\n", stored, printable(options.store), configs.size() - stored);
  std::size_t width = std::string_view("fresh seeds").size();
  for (const auto& grid : sweep.grids)
    for (const auto& axis : grid) width = std::max(width, axis.key.size());
  for (const auto& grid : sweep.grids) {
    if (sweep.grids.size() > 1) fmt::print("a grid of {}:\n", counted(combinations(grid), "combination"));
    for (const auto& axis : grid)
      fmt::print("{}", entry(axis.key, width + 2, fmt::to_string(fmt::join(axis.values, ", "))));
  }
  fmt::print("{}", entry("seeds", width + 2, seeds_text(sweep.seeds)));
  if (!sweep.fresh_seeds.empty())
    fmt::print("{}", entry("fresh seeds", width + 2,
                           seeds_text(sweep.fresh_seeds) +
                               ", for the best of each method and truncation, when all of these are stored"));
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
    fmt::print("{}",
               paragraph(fmt::format("the fresh seeds wait until a store has all {} runs of the sweep: gvfn merge, "
                                     "then gvfn sweep without --slice",
                                     sweep.size())));
    return success;
  }
  fmt::print("{}", paragraph(fmt::format("running the best of each method and truncation with fresh seeds: {} runs",
                                         fresh.size())));
  if (!run_with_progress(fresh, store, {.jobs = options.jobs, .purpose = Purpose::report}, options.store))
    return interrupted;
  fmt::print("gvfn show {} --best{} prints the results\n", printable(options.store),
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
