#include "results/stored_config.hpp"

#include <sstream>

#include "experiment/config_entries.hpp"
#include "gvfn/base/invalid_input.hpp"
#include "gvfn/experiment/config.hpp"

namespace gvfn {
namespace {

/// Where today's defaults are not those of format 1.
Config defaults_of_format_1() {
  Config config;
  config.agent.inputs = InputScaling::raw;
  config.agent.units = 40;
  config.optimizer.step_size = 0.01;
  config.head.optimizer.step_size = 0.01;
  return config;
}

}  // namespace

std::string whole_config(const std::string& text, std::int64_t format) {
  if (format == config_format) return text;
  auto config = defaults_of_format_1();
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const auto equals = line.find(" = ");
    try {
      assign(config, line.substr(0, equals) + "=" + line.substr(equals + 3));
    } catch (const InvalidInput&) {
      // Format 1 took keys of worlds that were not the run's: they had no effect.
      if (!line.starts_with("world.") || line.starts_with("world.name")) return text;
    }
  }
  return to_toml(config);
}

}  // namespace gvfn
