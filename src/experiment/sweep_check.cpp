// Are the combinations of a sweep such that they can be run?

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "experiment/config_entries.hpp"
#include "gvfn/base/invalid_input.hpp"
#include "gvfn/experiment/run.hpp"
#include "gvfn/experiment/sweep.hpp"

namespace gvfn {
namespace {

constexpr std::size_t most_combinations = 2'000;  // a million-weight agent takes a millisecond to make

/// `agent.kind="rnn", agent.truncation=4: `
std::string values_of(const Sweep& sweep, std::size_t combination) {
  const auto values = sweep.assignments(combination);
  return values.empty() ? "" : fmt::format("{}: ", fmt::join(values, ", "));
}

/// Why a key has no effect; empty for one that has. The world of a combination may lack a key of [set].
std::string no_effect(Effects& effects, const std::string& key) {
  if (std::ranges::find(effects.keys(), key, &Key::name) == effects.keys().end()) return "the world has no such key";
  return effects.why_not(key);
}

/// Builds all that a run builds before its first step. Notes which keys of [set] have an effect, and why the others
/// have none.
void check_one(const Sweep& sweep, const Sweep::Grid& grid, std::size_t combination,
               std::map<std::string, std::string>& why_not) {
  try {
    const auto config = sweep.config(combination * sweep.seeds.size());
    Effects effects(config);
    for (const auto& axis : grid) require_effect(effects, axis.key);
    for (const auto& key : sweep.set)
      if (auto& why = why_not.at(key); !why.empty()) why = no_effect(effects, key);
    const auto world = make_world(config);
    auto whole = config;
    whole.run.by_question = false;  // names no metric
    const auto score = make_score(whole, world, make_agent(config, world));
    std::vector<std::string> metrics;
    for (const auto& metric : score.summary().metrics) metrics.push_back(metric.name);
    if (!sweep.metric.empty()) index_of("metric of " + config.world.name, sweep.metric, metrics);
  } catch (const InvalidInput& error) {
    throw InvalidInput(fmt::format("{}: {}{}", sweep.source, values_of(sweep, combination), error.what()));
  }
}

/// The combinations of one grid: numbers from `first` on.
class GridCheck {
 public:
  GridCheck(const Sweep& sweep, const Sweep::Grid& grid, std::size_t first, std::map<std::string, std::string>& why_not)
      : sweep_(sweep), grid_(grid), first_(first), why_not_(why_not) {}

  void check() const {
    const std::vector<bool> all(grid_.size(), true);
    if (count_of(all) <= most_combinations) return check_all(all);
    std::vector<bool> makes_methods(grid_.size());
    for (std::size_t k = 0; k < grid_.size(); ++k) makes_methods[k] = !is_tuned(grid_[k].key);
    if (count_of(makes_methods) <= most_combinations) check_all(makes_methods);
    for (std::size_t k = 0; k < grid_.size(); ++k) {
      std::vector<bool> one(grid_.size());
      one[k] = true;
      check_all(one);
    }
  }

 private:
  /// Every combination of the axes that are chosen, with the first value of the others.
  void check_all(const std::vector<bool>& is_chosen) const {
    std::vector<std::size_t> combinations{first_};
    std::size_t stride = 1;
    for (std::size_t k = grid_.size(); k-- > 0;) {
      const auto count = grid_[k].values.size();
      const auto before = combinations.size();
      for (std::size_t value = 1; is_chosen[k] && value < count; ++value)
        for (std::size_t i = 0; i < before; ++i) combinations.push_back(combinations[i] + value * stride);
      stride *= count;
    }
    for (const auto combination : combinations) check_one(sweep_, grid_, combination, why_not_);
  }

  std::size_t count_of(const std::vector<bool>& is_chosen) const {
    std::size_t count = 1;
    for (std::size_t k = 0; k < grid_.size(); ++k)
      if (is_chosen[k]) count *= grid_[k].values.size();
    return count;
  }

  const Sweep& sweep_;
  const Sweep::Grid& grid_;
  std::size_t first_;
  std::map<std::string, std::string>& why_not_;
};

}  // namespace

void check_combinations(const Sweep& sweep) {
  std::map<std::string, std::string> why_not;
  for (const auto& key : sweep.set) why_not[key] = "not tried yet";
  std::size_t first = 0;
  for (const auto& grid : sweep.grids) {
    GridCheck(sweep, grid, first, why_not).check();
    first += combinations(grid);
  }
  for (const auto& key : sweep.set)
    require(why_not.at(key).empty(),
            fmt::format("{}: {} in [set] has no effect in any combination: {}", sweep.source, key, why_not.at(key)));
}

}  // namespace gvfn
