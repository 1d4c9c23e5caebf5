#include "reproduce/plan.hpp"

#include <algorithm>
#include <numeric>

#include "gvfn/results/fresh_runs.hpp"

namespace gvfn {
namespace {

std::vector<std::int64_t> seeds_from(std::int64_t first, std::int64_t count) {
  std::vector<std::int64_t> seeds(static_cast<std::size_t>(count));
  std::iota(seeds.begin(), seeds.end(), first);
  return seeds;
}

double estimated_seconds(Config config) {
  const auto steps = static_cast<double>(config.run.steps);
  config.run.steps = 500;
  const auto result = run(config);
  return result.seconds / static_cast<double>(result.steps) * steps;
}

}  // namespace

std::vector<Config> shipped_configs_of(const Figure& figure, std::int64_t steps) {
  std::vector<Config> configs;
  for (const auto& line : figure.lines)
    for (const auto truncation : line.truncations)
      if (line.has_settings(truncation)) configs.push_back(line.config(truncation, steps));
  return configs;
}

std::vector<std::string> left_out(const Figure& figure) {
  std::vector<std::string> names;
  for (const auto& line : figure.lines) {
    const auto is_missing = [&](std::int64_t p) { return !line.has_settings(p); };
    if (std::ranges::any_of(line.truncations, is_missing)) names.push_back(line.panel + " " + line.name);
  }
  return names;
}

std::vector<Sweep> sweeps_of(const Figure& figure, std::int64_t fresh, std::int64_t steps) {
  std::vector<Sweep> sweeps;
  for (const auto& line : figure.lines) {
    if (!line.is_tuned()) continue;
    auto& sweep = sweeps.emplace_back(line.sweep(seeds_from(1, choosing_seeds), steps));
    sweep.fresh_seeds = fresh_seeds(fresh);
  }
  return sweeps;
}

std::vector<Config> runs_of(const std::vector<Sweep>& sweeps) {
  std::vector<Config> all;
  for (const auto& sweep : sweeps)
    for (std::size_t i = 0; i < sweep.size(); ++i) all.push_back(sweep.config(i));
  return all;
}

std::vector<Config> untuned_configs_of(Figure figure, std::int64_t steps) {
  std::erase_if(figure.lines, [](const FigureLine& line) { return line.is_tuned(); });
  return shipped_configs_of(figure, steps);
}

std::vector<Config> fresh_runs_of(const std::vector<Sweep>& sweeps, const Store& store) {
  std::vector<Config> all;
  for (const auto& sweep : sweeps) {
    const auto fresh = fresh_runs(sweep, store);
    all.insert(all.end(), fresh.begin(), fresh.end());
  }
  return all;
}

FigureCost cost_of(const Figure& figure, std::int64_t runs, std::int64_t steps) {
  FigureCost cost;
  const auto fresh = static_cast<std::size_t>(runs);
  for (const auto& line : figure.lines) {
    const auto choosing =
        line.is_tuned() ? line.sweep(seeds_from(1, choosing_seeds), steps).size() / line.truncations.size() : 0;
    const auto with_sweep = choosing + fresh;
    for (const auto truncation : line.truncations) {
      const double seconds = estimated_seconds(line.config(truncation, steps));
      cost.sweep_runs += with_sweep;
      cost.sweep_seconds += static_cast<double>(with_sweep) * seconds;
      if (!line.has_settings(truncation)) continue;
      ++cost.settings;
      cost.runs += fresh;
      cost.seconds += static_cast<double>(fresh) * seconds;
    }
  }
  return cost;
}

std::vector<std::int64_t> fresh_seeds(std::int64_t count) { return seeds_from(first_fresh_seed, count); }

}  // namespace gvfn
