// Are the combinations of a sweep such that they can be run?

#include <fmt/format.h>

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

/// Builds all that a run builds before its first step.
void check(const Sweep& sweep, std::size_t combination) {
  try {
    const auto config = sweep.config(combination * sweep.seeds.size());
    const auto world = make_world(config);
    make_agent(config, world);
    const auto score = std::visit([](const auto& w) { return w.evaluation().score; }, world);
    const Metrics metrics(config.run.steps, config.run.window, score);
    if (!sweep.metric.empty()) index_of("metric of " + config.world.name, sweep.metric, measure_names(score));
  } catch (const InvalidInput& error) {
    throw InvalidInput(fmt::format("{}: {}{}", sweep.source, values_of(sweep, combination), error.what()));
  }
}

}  // namespace

void check_combinations(const Sweep& sweep) {
  if (sweep.combinations() <= most_combinations) {
    for (std::size_t i = 0; i < sweep.combinations(); ++i) check(sweep, i);
    return;
  }
  check(sweep, 0);
  std::size_t stride = 1;
  for (std::size_t k = sweep.grid.size(); k-- > 0;) {
    const auto count = sweep.grid[k].values.size();
    for (std::size_t i = 1; i < count; ++i) check(sweep, i * stride);
    stride *= count;
  }
}

}  // namespace gvfn
