#include "gvfn/results/store_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "experiment/result_json.hpp"
#include "gvfn/base/text.hpp"
#include "gvfn/results/selection.hpp"

namespace gvfn {
namespace {

using nlohmann::ordered_json;

/// A TOML number, truth value or list reads the same in JSON.
ordered_json config_json(const Setting& setting) {
  auto config = ordered_json::object();
  for (const auto& [key, value] : setting.keys)
    if (key != "files")
      config[key] = value.front() == '"' ? ordered_json(setting.value(key)) : ordered_json::parse(value);
  return config;
}

}  // namespace

std::string runs_csv(const std::vector<StoredRun>& runs, const Worlds& worlds) {
  const auto settings = settings_of(runs);
  const auto notable = notable_keys(settings, worlds);
  const std::vector<std::string> columns(notable.begin(), notable.end());
  std::vector<std::string> metrics;
  const auto add_new = [](std::vector<std::string>& names, const std::string& name) {
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  };
  for (const auto& run : runs)
    for (const auto& metric : run.result.summary.metrics) add_new(metrics, metric.name);

  std::string text = "seed,purpose";
  for (const auto& name : metrics) text += "," + name;
  text += ",diverged,steps,seconds,units,weights,instruction_set,version,finished";
  for (const auto& column : columns) text += "," + column;
  text += "\n";
  for (const auto& setting : settings) {
    std::string of_setting;
    for (const auto& column : columns) of_setting += "," + csv_cell(setting.value(column));
    for (const auto* group : {&setting.choosing, &setting.reporting}) {
      for (const auto* run : *group) {
        const auto& result = run->result;
        text += fmt::format("{},{}", result.seed, purpose_name(run->purpose));
        for (const auto& name : metrics) {
          const auto* metric = result.summary.find(name);
          text += metric && std::isfinite(metric->value) ? fmt::format(",{}", metric->value) : ",";
        }
        text += fmt::format(",{},{},{:.3f},{},{},{},{},{}", result.diverged(), result.steps, result.seconds,
                            result.units, result.weights, result.instruction_set, run->version, run->finished);
        text += of_setting + "\n";
      }
    }
  }
  return text;
}

std::string runs_json(const std::vector<StoredRun>& runs) {
  auto all = ordered_json::array();
  for (const auto& setting : settings_of(runs)) {
    const auto config = config_json(setting);
    for (const auto* group : {&setting.choosing, &setting.reporting}) {
      for (const auto* run : *group) {
        auto& json = all.emplace_back(result_json(run->result));
        json["purpose"] = purpose_name(run->purpose);
        json["version"] = run->version;
        json["finished"] = run->finished;
        json["config"] = config;
        json["files"] = run->files;
      }
    }
  }
  return all.dump(-1, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace gvfn
