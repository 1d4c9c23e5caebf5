#include "gvfn/reproduce/plan.hpp"

#include <algorithm>
#include <numeric>

#include "gvfn/experiment/fresh_runs.hpp"

namespace gvfn {
namespace {

std::vector<std::int64_t> seeds_from(std::int64_t first, std::int64_t count) {
  std::vector<std::int64_t> seeds(static_cast<std::size_t>(count));
  std::iota(seeds.begin(), seeds.end(), first);
  return seeds;
}

Config shortened(Config config, std::int64_t steps) {
  if (steps == 0) return config;
  config.run.steps = steps;
  config.run.window = std::max<std::int64_t>(2, std::min(config.run.window, steps / 10));
  return config;
}

}  // namespace

std::vector<Config> shipped_configs_of(const Figure& figure, std::int64_t steps) {
  std::vector<Config> configs;
  for (const auto& line : figure.lines)
    for (const auto truncation : line.truncations)
      if (shipped_settings(line.panel, line.name, truncation))
        configs.push_back(shortened(line.config(truncation), steps));
  return configs;
}

std::vector<std::string> left_out(const Figure& figure) {
  std::vector<std::string> names;
  for (const auto& line : figure.lines) {
    const auto is_missing = [&](std::int64_t p) { return !shipped_settings(line.panel, line.name, p); };
    if (std::ranges::any_of(line.truncations, is_missing)) names.push_back(line.panel + " " + line.name);
  }
  return names;
}

std::vector<Sweep> sweeps_of(const Figure& figure, std::int64_t fresh, std::int64_t steps) {
  std::vector<Sweep> sweeps;
  for (const auto& line : figure.lines) {
    auto& sweep = sweeps.emplace_back(line.sweep(seeds_from(1, choosing_seeds)));
    sweep.fresh_seeds = fresh_seeds(fresh);
    sweep.base = shortened(sweep.base, steps);
  }
  return sweeps;
}

std::vector<Config> runs_of(const std::vector<Sweep>& sweeps) {
  std::vector<Config> all;
  for (const auto& sweep : sweeps)
    for (std::size_t i = 0; i < sweep.size(); ++i) all.push_back(sweep.config(i));
  return all;
}

std::vector<Config> fresh_runs_of(const std::vector<Sweep>& sweeps, const Store& store) {
  std::vector<Config> all;
  for (const auto& sweep : sweeps) {
    const auto fresh = fresh_runs(sweep, store);
    all.insert(all.end(), fresh.begin(), fresh.end());
  }
  return all;
}

std::vector<std::int64_t> fresh_seeds(std::int64_t count) { return seeds_from(first_fresh_seed, count); }

std::vector<Config> with_seeds(const std::vector<Config>& configs, const std::vector<std::int64_t>& seeds) {
  std::vector<Config> all;
  for (auto config : configs) {
    for (const auto seed : seeds) {
      config.run.seed = seed;
      all.push_back(config);
    }
  }
  return all;
}

}  // namespace gvfn
