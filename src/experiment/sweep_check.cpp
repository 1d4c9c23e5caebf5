// Are the combinations of a sweep such that they can be run?

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "experiment/config_entries.hpp"
#include "gvfn/base/invalid_input.hpp"
#include "gvfn/experiment/run.hpp"
#include "gvfn/experiment/sweep.hpp"

namespace gvfn {
namespace {

constexpr std::size_t most_combinations = 2'000;  // a million-weight agent takes a millisecond to make

/// `agent.kind = "rnn", agent.truncation = 4: `
std::string values_of(const Sweep& sweep, std::size_t combination) {
  std::string text;
  for (std::size_t k = sweep.grid.size(); k-- > 0;) {
    const auto& [key, values] = sweep.grid[k];
    text = fmt::format("{} = {}{}{}", key, values[combination % values.size()], text.empty() ? ": " : ", ", text);
    combination /= values.size();
  }
  return text;
}

/// Why a key has no effect; empty for one that has. The world of a combination may lack a key of [set].
std::string no_effect(Effects& effects, const std::string& key) {
  if (std::ranges::find(effects.keys(), key, &Key::name) == effects.keys().end()) return "the world has no such key";
  return effects.why_not(key);
}

/// Builds all that a run builds before its first step. Notes which keys of [set] have an effect, and why the others
/// have none.
void check(const Sweep& sweep, std::size_t combination, std::map<std::string, std::string>& why_not) {
  try {
    const auto config = sweep.config(combination * sweep.seeds.size());
    Effects effects(config);
    for (const auto& axis : sweep.grid) require_effect(effects, axis.key);
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

/// Every combination of the axes that are chosen, with the first value of the others.
void check_all(const Sweep& sweep, const std::vector<bool>& is_chosen, std::map<std::string, std::string>& why_not) {
  std::vector<std::size_t> combinations{0};
  std::size_t stride = 1;
  for (std::size_t k = sweep.grid.size(); k-- > 0;) {
    const auto count = sweep.grid[k].values.size();
    const auto before = combinations.size();
    for (std::size_t value = 1; is_chosen[k] && value < count; ++value)
      for (std::size_t i = 0; i < before; ++i) combinations.push_back(combinations[i] + value * stride);
    stride *= count;
  }
  for (const auto combination : combinations) check(sweep, combination, why_not);
}

std::size_t count_of(const Sweep& sweep, const std::vector<bool>& is_chosen) {
  std::size_t count = 1;
  for (std::size_t k = 0; k < sweep.grid.size(); ++k)
    if (is_chosen[k]) count *= sweep.grid[k].values.size();
  return count;
}

}  // namespace

void check_combinations(const Sweep& sweep) {
  std::map<std::string, std::string> why_not;
  for (const auto& key : sweep.set) why_not[key] = "not tried yet";
  const std::vector<bool> all(sweep.grid.size(), true);
  if (count_of(sweep, all) <= most_combinations) {
    check_all(sweep, all, why_not);
  } else {
    std::vector<bool> makes_methods(sweep.grid.size());
    for (std::size_t k = 0; k < sweep.grid.size(); ++k) makes_methods[k] = !is_tuned(sweep.grid[k].key);
    if (count_of(sweep, makes_methods) <= most_combinations) check_all(sweep, makes_methods, why_not);
    for (std::size_t k = 0; k < sweep.grid.size(); ++k) {
      std::vector<bool> one(sweep.grid.size());
      one[k] = true;
      check_all(sweep, one, why_not);
    }
  }
  for (const auto& key : sweep.set)
    require(why_not.at(key).empty(),
            fmt::format("{}: {} in [set] has no effect in any combination: {}", sweep.source, key, why_not.at(key)));
}

}  // namespace gvfn
