#include "gvfn/experiment/selection.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

namespace gvfn {
namespace {

const std::map<std::string, std::string>& defaults() {
  static const auto all = [] {
    Config config;
    std::map<std::string, std::string> values;
    for (const auto& key : keys(config)) values[key.name] = value_text(key);
    return values;
  }();
  return all;
}

std::map<std::string, std::string> keys_of(const std::string& config) {
  std::map<std::string, std::string> found;
  std::size_t begin = 0;
  while (begin < config.size()) {
    const auto end = config.find('\n', begin);
    const auto equals = config.find(" = ", begin);
    found[config.substr(begin, equals - begin)] = config.substr(equals + 3, end - equals - 3);
    begin = end + 1;
  }
  return found;
}

/// What method_name says, and the truncation.
constexpr std::array named_keys{"agent.kind",      "agent.questions", "agent.cell",
                                "agent.auxiliary", "learner.rule",    "agent.truncation"};

using Keys = std::map<std::string, std::string>;

/// The keys that make a method beside its name.
Keys further_keys(const Setting& setting) {
  Keys further;
  for (const auto& [key, value] : setting.keys)
    if (!is_tuned(key) && std::ranges::find(named_keys, key) == named_keys.end()) further[key] = value;
  return further;
}

/// Those of them that not all the variants of a name share.
std::string difference(const Keys& further, const std::set<Keys>& variants) {
  std::string text;
  for (const auto& [key, value] : further) {
    const auto has_it = [&, k = key, v = value](const Keys& variant) {
      const auto found = variant.find(k);
      return found != variant.end() && found->second == v;
    };
    if (!std::ranges::all_of(variants, has_it)) text += ", " + key + " " + value;
  }
  return text;
}

struct Method {
  std::string name;
  std::map<std::int64_t, std::vector<const Setting*>> by_truncation;
};

std::vector<Method> methods_of(const std::vector<Setting>& settings) {
  std::map<std::string, std::set<Keys>> variants;
  for (const auto& setting : settings) variants[method_name(setting)].insert(further_keys(setting));
  std::vector<Method> methods;
  for (const auto& setting : settings) {
    const auto plain = method_name(setting);
    const auto name = plain + difference(further_keys(setting), variants.at(plain));
    auto found = std::ranges::find(methods, name, &Method::name);
    if (found == methods.end()) found = methods.insert(methods.end(), {name, {}});
    found->by_truncation[setting.truncation()].push_back(&setting);
  }
  return methods;
}

std::string tuned_text(const Setting& chosen, const std::vector<const Setting*>& candidates) {
  std::string text;
  for (const auto& [key, value] : chosen.keys) {
    const auto is_other = [&, k = key](const auto* candidate) { return candidate->value(k) != chosen.value(k); };
    if (is_tuned(key) && std::ranges::any_of(candidates, is_other))
      text += (text.empty() ? "" : ", ") + key + " " + value;
  }
  return text;
}

/// By the runs for choosing. Only where there are none at all, by those for reporting.
const Setting* best_of(const std::vector<const Setting*>& candidates, const std::string& measure) {
  const bool any_choosing = std::ranges::any_of(candidates, [](const auto* s) { return !s->choosing.empty(); });
  const Setting* best = nullptr;
  Statistics least;
  for (const auto* candidate : candidates) {
    if (any_choosing && candidate->choosing.empty()) continue;
    const auto found = statistics_of(any_choosing ? candidate->choosing : candidate->reporting, measure);
    const bool wins = measure == "accuracy" ? is_better(least, found) : is_better(found, least);
    if (best && !wins) continue;
    best = candidate;
    least = found;
  }
  return best;
}

}  // namespace

std::string Setting::value(const std::string& key) const {
  const auto found = keys.find(key);
  const auto& text = found != keys.end() ? found->second : defaults().at(key);
  if (text.size() < 2 || (text.front() != '"' && text.front() != '\'')) return text;
  return text.substr(1, text.size() - 2);
}

std::int64_t Setting::truncation() const { return std::stoll(value("agent.truncation")); }

std::vector<Setting> settings_of(const std::vector<StoredRun>& runs) {
  std::vector<Setting> settings;
  std::map<std::pair<std::string_view, std::string_view>, std::size_t> index;
  for (const auto& run : runs) {
    const auto [found, is_new] = index.try_emplace({run.config, run.files}, settings.size());
    if (is_new) settings.push_back({.keys = keys_of(run.config), .config = run.config, .files = run.files});
    auto& setting = settings[found->second];
    (run.purpose == Purpose::choose ? setting.choosing : setting.reporting).push_back(&run);
  }
  return settings;
}

bool is_tuned(const std::string& name) {
  static const auto tuned = [] {
    std::set<std::string> names;
    Config config;
    for (const auto& key : keys(config))
      if (std::holds_alternative<double*>(key.value) && !key.name.starts_with("world.") &&
          !key.name.starts_with("run."))
        names.insert(key.name);
    return names;
  }();
  return tuned.contains(name);
}

std::map<std::string, std::string> method_keys(const std::string& config) {
  auto keys = keys_of(config);
  std::erase_if(keys, [](const auto& entry) { return is_tuned(entry.first) || entry.first.starts_with("run."); });
  return keys;
}

std::string method_name(const Setting& setting) {
  const auto kind = setting.value("agent.kind");
  const auto cell = setting.value("agent.cell");
  const auto rule = setting.value("learner.rule");
  std::string name = kind == "rnn" ? "RNN" : kind == "gvfn" ? "GVFN" : "Forecast";
  if (cell == "gru" || cell == "lstm") {
    const std::string unit = cell == "gru" ? "GRU" : "LSTM";
    name = kind == "rnn" ? unit : name + " " + unit;
  }
  if (kind == "gvfn") name += " " + setting.value("agent.questions");
  if (rule != "auto") name += " " + rule;
  if (setting.value("agent.auxiliary") != "none") name += " + auxiliary";
  return name;
}

std::vector<WorldSettings> by_world(const std::vector<Setting>& settings) {
  std::vector<WorldSettings> worlds;
  for (const auto& setting : settings) {
    const auto name = setting.value("world.name");
    auto found = std::ranges::find(worlds, name, &WorldSettings::world);
    if (found == worlds.end()) found = worlds.insert(worlds.end(), {name, {}});
    found->settings.push_back(setting);
  }
  return worlds;
}

std::vector<std::string> measures_of(const std::vector<Setting>& settings) {
  std::vector<std::string> names;
  for (const auto& setting : settings)
    for (const auto* runs : {&setting.choosing, &setting.reporting})
      for (const auto* run : *runs)
        for (const auto& measure : run->result.summary.measures)
          if (std::ranges::find(names, measure.name) == names.end()) names.push_back(measure.name);
  return names;
}

Statistics statistics_of(const std::vector<const StoredRun*>& runs, const std::string& measure) {
  std::vector<double> values;
  for (const auto* run : runs) {
    const auto* found = run->result.diverged() ? nullptr : run->result.summary.find(measure);
    values.push_back(found ? found->value : std::nan(""));
  }
  return statistics(values);
}

std::vector<Choice> choose(const std::vector<Setting>& settings, const std::string& measure) {
  std::vector<Choice> choices;
  for (const auto& [method, by_truncation] : methods_of(settings)) {
    for (const auto& [truncation, candidates] : by_truncation) {
      const auto* best = best_of(candidates, measure);
      Choice choice{
          .method = method, .setting = best, .tuned = tuned_text(*best, candidates), .candidates = candidates.size()};
      choice.is_fresh = !best->reporting.empty();
      choice.chosen = statistics_of(best->choosing, measure);
      choice.reported = choice.is_fresh ? statistics_of(best->reporting, measure) : choice.chosen;
      choices.push_back(choice);
    }
  }
  return choices;
}

std::vector<Config> fresh_runs(const std::vector<Choice>& choices, const std::vector<std::int64_t>& seeds) {
  std::vector<Config> configs;
  for (const auto& choice : choices) {
    auto config = parse_config(choice.setting->config, "store");
    for (const auto seed : seeds) {
      config.run.seed = seed;
      configs.push_back(config);
    }
  }
  return configs;
}

}  // namespace gvfn
