#include "gvfn/experiment/fresh_runs.hpp"

#include <set>

#include "question_files.hpp"

namespace gvfn {

std::vector<Config> fresh_runs(const std::vector<Choice>& choices, const std::vector<std::int64_t>& seeds) {
  std::vector<Config> configs;
  for (const auto& choice : choices) {
    auto config = parse_config(choice.setting.config, "store");
    for (const auto seed : seeds) {
      config.run.seed = seed;
      configs.push_back(config);
    }
  }
  return configs;
}

std::vector<Config> fresh_runs(const Sweep& sweep, const Store& store) {
  std::set<std::pair<std::string, std::string>> of_sweep;
  for (std::size_t i = 0; i < sweep.size(); ++i) {
    const auto config = sweep.config(i);
    if (!store.contains(config)) return {};
    of_sweep.emplace(to_toml(config), fingerprint_of_files(config));
  }
  const auto runs = store.runs();
  auto settings = settings_of(runs);
  std::erase_if(settings, [&](const Setting& setting) { return !of_sweep.contains({setting.config, setting.files}); });
  std::vector<Config> configs;
  for (const auto& world : by_world(settings)) {
    const auto metric = sweep.metric.empty() ? measures_of(world.settings).at(0) : sweep.metric;
    const auto more = fresh_runs(choose(world.settings, metric), sweep.fresh_seeds);
    configs.insert(configs.end(), more.begin(), more.end());
  }
  return configs;
}

}  // namespace gvfn
