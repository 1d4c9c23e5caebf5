#include "gvfn/results/store_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "experiment/result_json.hpp"
#include "gvfn/base/text.hpp"
#include "gvfn/results/selection.hpp"
#include "results/config_text.hpp"

namespace gvfn {
namespace {

using nlohmann::ordered_json;

ordered_json json_of(const toml::node& value) {
  if (const auto* text = value.as_string()) return text->get();
  if (const auto* whole = value.as_integer()) return whole->get();
  if (const auto* real = value.as_floating_point()) return real->get();
  if (const auto* truth = value.as_boolean()) return truth->get();
  auto list = ordered_json::array();
  for (const auto& item : *value.as_array()) list.push_back(json_of(item));
  return list;
}

ordered_json config_json(const Setting& setting) {
  auto config = ordered_json::object();
  for (const auto& [key, value] : setting.keys)
    if (key != "files") config[key] = json_of(*parse_value(value).get("value"));
  return config;
}

/// The metrics of all runs, in the order in which they come.
std::vector<std::string> metrics_of(const std::vector<StoredRun>& runs) {
  std::vector<std::string> names;
  for (const auto& run : runs)
    for (const auto& metric : run.result.summary.metrics)
      if (std::ranges::find(names, metric.name) == names.end()) names.push_back(metric.name);
  return names;
}

std::string finite(double value) { return std::isfinite(value) ? fmt::format(",{}", value) : ","; }

/// The columns of the settings, and what stands in them for every run: use(run, cells).
template <class Use>
std::string for_each_run(const std::vector<StoredRun>& runs, const Worlds& worlds, Use use) {
  const auto settings = settings_of(runs);
  const auto notable = notable_keys(settings, worlds);
  std::string titles;
  for (const auto& column : notable) titles += "," + csv_cell(column);
  for (const auto& setting : settings) {
    std::string cells;
    for (const auto& column : notable) cells += "," + csv_cell(setting.value(column));
    for (const auto* group : {&setting.choosing, &setting.reporting})
      for (const auto* run : *group) use(*run, cells + "\n");
  }
  return titles + "\n";
}

}  // namespace

std::string runs_csv(const std::vector<StoredRun>& runs, const Worlds& worlds) {
  const auto metrics = metrics_of(runs);
  std::string titles = "seed,purpose";
  for (const auto& name : metrics) titles += "," + csv_cell(name);
  titles += ",diverged,steps,seconds,units,weights,instruction_set,version,finished";
  std::string text;
  titles += for_each_run(runs, worlds, [&](const StoredRun& run, const std::string& cells) {
    const auto& result = run.result;
    text += fmt::format("{},{}", result.seed, purpose_name(run.purpose));
    for (const auto& name : metrics) {
      const auto* metric = result.summary.find(name);
      text += finite(metric ? metric->value : std::nan(""));
    }
    text +=
        fmt::format(",{},{},{:.3f},{},{},{},{},{}", result.diverged(), result.steps, result.seconds, result.units,
                    result.weights, csv_cell(result.instruction_set), csv_cell(run.version), csv_cell(run.finished));
    text += cells;
  });
  return titles + text;
}

std::string curves_csv(const std::vector<StoredRun>& runs, const Worlds& worlds) {
  const auto metrics = metrics_of(runs);
  std::string titles = "seed,purpose,step";
  for (const auto& name : metrics) titles += "," + csv_cell(name);
  std::string text;
  titles += for_each_run(runs, worlds, [&](const StoredRun& run, const std::string& cells) {
    const auto& summary = run.result.summary;
    for (std::size_t i = 0; i < summary.steps.size(); ++i) {
      text += fmt::format("{},{},{}", run.result.seed, purpose_name(run.purpose), summary.steps[i]);
      for (const auto& name : metrics) {
        const auto* metric = summary.find(name);
        text += finite(metric ? metric->curve[i] : std::nan(""));
      }
      text += cells;
    }
  });
  return titles + text;
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
