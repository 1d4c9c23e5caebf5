#include "gvfn/results/selection.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "results/config_text.hpp"

namespace gvfn {
namespace {

std::map<std::string, std::string> keys_of(const std::string& config, const std::string& files) {
  auto found = keys_in(config);
  if (!files.empty()) found["files"] = files;
  return found;
}

struct Method {
  std::string name;
  std::map<std::int64_t, std::vector<const Setting*>> by_truncation = {};
};

/// Methods of one name are told apart by the keys in which they differ.
void tell_apart(const std::vector<Method*>& same) {
  std::vector<const Setting*> all;
  for (const auto* method : same)
    for (const auto& [truncation, settings] : method->by_truncation)
      all.insert(all.end(), settings.begin(), settings.end());
  for (const auto& key : differing_keys(all)) {
    if (is_tuned(key) || key == "agent.truncation") continue;
    for (auto* method : same)
      method->name += fmt::format(", {} {}", key, method->by_truncation.begin()->second.front()->value(key));
  }
}

std::vector<Method> methods_of(const std::vector<Setting>& settings) {
  std::vector<Method> methods;
  std::map<std::map<std::string, std::string>, std::size_t> index;
  for (const auto& setting : settings) {
    auto keys = method_keys(setting.config, setting.files);
    keys.erase("agent.truncation");
    const auto [found, is_new] = index.try_emplace(std::move(keys), methods.size());
    if (is_new) methods.push_back({method_name(setting)});
    methods[found->second].by_truncation[setting.truncation()].push_back(&setting);
  }
  std::map<std::string, std::vector<Method*>> by_name;
  for (auto& method : methods) by_name[method.name].push_back(&method);
  for (const auto& [name, same] : by_name)
    if (same.size() > 1) tell_apart(same);
  return methods;
}

double parse_number(const std::string& text) {
  double number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

/// The usual section goes without saying.
std::string short_key(const std::string& key) {
  const std::string usual = "optimizer.";
  return key.starts_with(usual) ? key.substr(usual.size()) : key;
}

std::string tuned_text(const Setting& chosen, const std::vector<const Setting*>& candidates) {
  std::string text;
  for (const auto& key : differing_keys(candidates)) {
    if (!is_tuned(key)) continue;
    text += fmt::format("{}{} {:.6g}", text.empty() ? "" : ", ", short_key(key), parse_number(chosen.value(key)));
  }
  return text;
}

/// Those with runs for choosing, if there are any; else they are chosen by their runs for reporting.
std::vector<const Setting*> with_choosing(const std::vector<const Setting*>& settings) {
  std::vector<const Setting*> found;
  for (const auto* setting : settings)
    if (!setting->choosing.empty()) found.push_back(setting);
  return found.empty() ? settings : found;
}

const std::vector<const StoredRun*>& runs_to_choose_by(const Setting& setting) {
  return setting.choosing.empty() ? setting.reporting : setting.choosing;
}

const Setting* best_of(const std::vector<const Setting*>& candidates, const std::string& metric) {
  const Setting* best = nullptr;
  Statistics least;
  for (const auto* candidate : candidates) {
    auto found = statistics_of(runs_to_choose_by(*candidate), metric);
    if (metric == "accuracy") found.mean = -found.mean;
    if (best && !is_better(found, least)) continue;
    best = candidate;
    least = found;
  }
  return best;
}

std::vector<Choice::ByStepSize> by_step_size(const std::vector<const Setting*>& candidates, const std::string& metric) {
  std::map<double, std::vector<const Setting*>> same;
  for (const auto* candidate : candidates)
    if (const auto value = candidate->value("optimizer.step_size"); !value.empty())
      same[parse_number(value)].push_back(candidate);
  std::vector<Choice::ByStepSize> found;
  for (const auto& [step_size, settings] : same)
    found.push_back({step_size, statistics_of(runs_to_choose_by(*best_of(settings, metric)), metric)});
  return found;
}

}  // namespace

std::string Setting::value(const std::string& key) const {
  const auto found = keys.find(key);
  return found == keys.end() ? "" : plain_value(found->second);
}

std::int64_t Setting::truncation() const { return truncation_in(keys); }

std::vector<Setting> settings_of(const std::vector<StoredRun>& runs) {
  std::vector<Setting> settings;
  std::map<std::pair<std::string_view, std::string_view>, std::size_t> index;
  for (const auto& run : runs) {
    const auto [found, is_new] = index.try_emplace({run.config, run.files}, settings.size());
    if (is_new) settings.push_back({.keys = keys_of(run.config, run.files), .config = run.config, .files = run.files});
    auto& setting = settings[found->second];
    (run.purpose == Purpose::choose ? setting.choosing : setting.reporting).push_back(&run);
  }
  return settings;
}

std::map<std::string, std::string> method_keys(const std::string& config, const std::string& files) {
  auto keys = keys_of(config, files);
  std::erase_if(keys, [](const auto& entry) { return is_tuned(entry.first); });
  return keys;
}

std::string method_name(const Setting& setting) {
  return method_name([&](const std::string& key) { return setting.value(key); });
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

std::set<std::string> differing_keys(const std::vector<const Setting*>& settings) {
  std::map<std::string_view, std::string_view> first;
  std::set<std::string> differing;
  for (const auto* setting : settings)
    for (const auto& [key, value] : setting->keys)
      if (first.try_emplace(key, value).first->second != value) differing.insert(key);
  return differing;
}

std::set<std::string> notable_keys(const std::vector<Setting>& settings, const Worlds& worlds) {
  std::vector<const Setting*> all;
  for (const auto& setting : settings) all.push_back(&setting);
  auto notable = differing_keys(all);
  for (const auto& setting : settings) {
    const auto usual = usual_values(setting.value("world.name"), worlds);
    for (const auto& [key, value] : setting.keys) {
      const auto found = usual.find(key);
      if (key != "world.name" && (found == usual.end() || found->second != value)) notable.insert(key);
    }
  }
  return notable;
}

std::vector<std::string> metrics_of(const std::vector<Setting>& settings) {
  std::vector<std::string> names;
  for (const auto& setting : settings)
    for (const auto* runs : {&setting.choosing, &setting.reporting})
      for (const auto* run : *runs)
        for (const auto& metric : run->result.summary.metrics)
          if (std::ranges::find(names, metric.name) == names.end()) names.push_back(metric.name);
  return names;
}

Statistics statistics_of(const std::vector<const StoredRun*>& runs, const std::string& metric) {
  std::vector<double> values;
  std::size_t diverged = 0;
  for (const auto* run : runs) {
    if (run->result.diverged()) {
      ++diverged;
    } else {
      const auto* found = run->result.summary.find(metric);
      values.push_back(found ? found->value : std::nan(""));
    }
  }
  return statistics(values, diverged);
}

const std::vector<const StoredRun*>& reported_runs(const Choice& choice) {
  return choice.is_fresh ? choice.setting.reporting : runs_to_choose_by(choice.setting);
}

std::vector<Choice> choose(const std::vector<Setting>& settings, const std::string& metric) {
  std::vector<Choice> choices;
  for (const auto& [method, by_truncation] : methods_of(settings)) {
    for (const auto& [truncation, all] : by_truncation) {
      const auto candidates = with_choosing(all);
      const auto* best = best_of(candidates, metric);
      Choice choice{
          .method = method, .setting = *best, .tuned = tuned_text(*best, candidates), .candidates = candidates.size()};
      choice.by_step_size = by_step_size(candidates, metric);
      choice.is_fresh = !best->reporting.empty() && (!best->choosing.empty() || candidates.size() == 1);
      choice.chosen = statistics_of(runs_to_choose_by(*best), metric);
      choice.reported = statistics_of(reported_runs(choice), metric);
      choices.push_back(std::move(choice));
    }
  }
  return choices;
}

}  // namespace gvfn
