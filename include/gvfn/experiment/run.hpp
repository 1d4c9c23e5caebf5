#pragma once
// One run: a world, an agent, so many steps, and how well it predicted.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "gvfn/agent/agent.hpp"
#include "gvfn/experiment/config.hpp"
#include "gvfn/experiment/metrics.hpp"
#include "gvfn/world/world.hpp"

namespace gvfn {

/// What a configuration describes. They throw InvalidInput where it does not make sense.
World make_world(const Config& config);
Agent<float> make_agent(const Config& config, const World& world);

struct RunResult {
  std::int64_t seed = 0;
  std::int64_t steps = 0;  // done
  double seconds = 0;
  std::size_t units = 0;             // of the state
  std::size_t weights = 0;           // that learning changes
  std::string instruction_set = {};  // that was used
  Summary summary = {};
  std::optional<std::string> divergence = {};  // what diverged, and when; then the summary says nothing

  bool diverged() const { return divergence.has_value(); }
  double steps_per_second() const { return seconds > 0 ? static_cast<double>(steps) / seconds : 0; }
};

struct Progress {
  std::int64_t step;
  std::int64_t steps;
  double seconds;
  const Measure& measure;  // the first one, so far
};

/// Calls on_progress now and then; what that throws ends the run. The result depends on the configuration alone, but
/// for the time taken.
RunResult run(const Config& config, const std::function<void(const Progress&)>& on_progress = {});

/// One JSON object: the result, the learning curve, and the configuration.
std::string to_json(const RunResult& result, const Config& config);

}  // namespace gvfn
