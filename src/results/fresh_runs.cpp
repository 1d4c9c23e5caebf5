#include "gvfn/results/fresh_runs.hpp"

#include <algorithm>
#include <set>

#include "experiment/question_files.hpp"

namespace gvfn {

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

std::vector<Config> fresh_runs(const Sweep& sweep, const Store& store) {
  std::set<std::pair<std::string, std::string>> of_sweep;
  for (std::size_t i = 0; i < sweep.size(); ++i) {
    const auto config = sweep.config(i);
    if (store.purpose(config) != Purpose::choose) return {};
    of_sweep.emplace(to_toml(config), fingerprint_of_files(config));
  }
  auto runs = store.runs();
  std::erase_if(runs, [&](const StoredRun& run) {
    return !of_sweep.contains({run.config, run.files}) ||
           std::ranges::find(sweep.seeds, run.result.seed) == sweep.seeds.end();
  });
  std::vector<Config> chosen;
  for (const auto& world : by_world(settings_of(runs))) {
    const auto metric = sweep.metric.empty() ? metrics_of(world.settings).at(0) : sweep.metric;
    for (const auto& choice : choose(world.settings, metric))
      chosen.push_back(parse_config(choice.setting.config, "store", sweep.base.worlds));
  }
  return with_seeds(chosen, sweep.fresh_seeds);
}

void check_purposes(const Sweep& sweep, const Store& store) {
  for (std::size_t i = 0; i < sweep.size(); ++i) {
    auto config = sweep.config(i);
    check_purpose(config, Purpose::choose, store);
    if (i % sweep.seeds.size() != 0) continue;
    for (const auto seed : sweep.fresh_seeds) {
      config.run.seed = seed;
      check_purpose(config, Purpose::report, store);
    }
  }
}

}  // namespace gvfn
