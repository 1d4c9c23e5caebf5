#pragma once
// Which runs a figure is made of.

#include <string>
#include <vector>

#include "reproduce/results.hpp"

namespace gvfn {

/// The authors chose on seeds 1 to 10, and reported others.
inline constexpr std::int64_t first_fresh_seed = 11;
inline constexpr std::int64_t choosing_seeds = 5;

/// Each line at each truncation that settings are shipped for. With `steps` above 0 the runs are that long.
std::vector<Config> shipped_configs_of(const Figure& figure, std::int64_t steps = 0);

/// The lines that no settings are shipped for, or not for every truncation: "MSO GRU".
std::vector<std::string> left_out(const Figure& figure);

/// Of the lines in which nothing is tuned.
std::vector<Config> untuned_configs_of(Figure figure, std::int64_t steps = 0);

/// The paper's sweep of every line that is tuned, with seeds 1 to choosing_seeds, to be reported with so many fresh
/// ones.
std::vector<Sweep> sweeps_of(const Figure& figure, std::int64_t fresh, std::int64_t steps = 0);
std::vector<Config> runs_of(const std::vector<Sweep>& sweeps);

/// What each sweep chose for every truncation, by its stored runs, with its fresh seeds.
std::vector<Config> fresh_runs_of(const std::vector<Sweep>& sweeps, const Store& store);

/// How many runs a figure takes, and how many seconds, one run at a time: estimated from a few steps of each. With a
/// sweep, there are runs to choose by, too, and no line is left out.
struct FigureCost {
  std::size_t settings = 0;  // a line with one of its truncations
  std::size_t runs = 0;
  double seconds = 0;
  std::size_t sweep_runs = 0;
  double sweep_seconds = 0;
};
FigureCost cost_of(const Figure& figure, std::int64_t runs, std::int64_t steps = 0);

/// first_fresh_seed and so many after it.
std::vector<std::int64_t> fresh_seeds(std::int64_t count);

}  // namespace gvfn
