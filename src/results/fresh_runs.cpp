#include "gvfn/results/fresh_runs.hpp"

#include <set>

namespace gvfn {
namespace {

/// Calls use(name of its first run) for each combination of a sweep.
template <class Use>
void for_each_combination(const Sweep& sweep, Use use) {
  for (std::size_t i = 0; i < sweep.size(); i += sweep.seeds.size()) use(name_of(sweep.config(i)));
}

}  // namespace

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
  std::set<RunName> of_sweep;
  bool all_are_stored = true;
  for_each_combination(sweep, [&](RunName name) {
    for (const auto seed : sweep.seeds) {
      name.seed = seed;
      all_are_stored = all_are_stored && store.purpose(name) == Purpose::choose;
      of_sweep.insert(name);
    }
  });
  if (!all_are_stored) return {};
  auto runs = store.runs();
  std::erase_if(runs, [&](const StoredRun& run) {
    return !of_sweep.contains({run.config, run.files, run.result.seed});
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
  for_each_combination(sweep, [&](RunName name) {
    const auto check = [&](const std::vector<std::int64_t>& seeds, Purpose purpose) {
      for (const auto seed : seeds) {
        name.seed = seed;
        check_purpose(name, purpose, store);
      }
    };
    check(sweep.seeds, Purpose::choose);
    check(sweep.fresh_seeds, Purpose::report);
  });
}

}  // namespace gvfn
