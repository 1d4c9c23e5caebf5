// A run's result as JSON and CSV.

#include "experiment/result_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "experiment/effects.hpp"
#include "gvfn/experiment/run.hpp"

namespace gvfn {
namespace {

using nlohmann::ordered_json;

/// The keys that have an effect, by section.
ordered_json config_json(const Config& config) {
  ordered_json json;
  Effects effects(config);
  for (std::size_t i = 0; i < effects.keys().size(); ++i) {
    const auto& key = effects.keys()[i];
    if (!effects.why_not(i).empty()) continue;
    std::string path = "/" + std::string(key.name);
    std::ranges::replace(path, '.', '/');
    std::visit([&](const auto& value) { json[ordered_json::json_pointer(path)] = value; }, key.get());
  }
  return json;
}

}  // namespace

ordered_json questions_json(const std::vector<QuestionScore>& scores) {
  auto all = ordered_json::array();
  for (const auto& score : scores) {
    auto& json = all.emplace_back(ordered_json{{"part", score.part}, {"name", score.name}});
    json["against"] = score.against.empty() ? ordered_json() : ordered_json(score.against);
    json["rmse"] = score.rmse;  // null if it is not a number
    json["samples"] = score.samples;
    json["cut_off"] = score.cut_off;
    if (!score.note.empty()) json["note"] = score.note;
  }
  return all;
}

ordered_json result_json(const RunResult& result) {
  const auto& summary = result.summary;
  ordered_json json;
  json["seed"] = result.seed;
  json["steps"] = result.steps;
  json["seconds"] = result.seconds;
  json["steps_per_second"] = result.steps_per_second();
  json["units"] = result.units;
  json["weights"] = result.weights;
  json["instruction_set"] = result.instruction_set;
  for (const auto& metric : summary.metrics)
    json[metric.name] = result.diverged() ? ordered_json() : ordered_json(metric.value);
  if (!summary.note.empty()) json["note"] = summary.note;
  json["diverged"] = result.diverged();
  if (result.diverged()) json["divergence"] = *result.divergence;
  auto& curve = json["curve"];
  curve["step"] = summary.steps;
  for (const auto& metric : summary.metrics) curve[metric.name] = metric.curve;
  if (!summary.questions.empty()) json["questions"] = questions_json(summary.questions);
  return json;
}

std::string to_json(const RunResult& result, const Config& config) {
  auto json = result_json(result);
  json["curve"]["window"] = config.run.window;
  json["config"] = config_json(resolved(config));
  return json.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

std::string curve_csv(const Summary& summary) {
  std::string text = "step";
  for (const auto& metric : summary.metrics) text += "," + metric.name;
  for (std::size_t i = 0; i < summary.steps.size(); ++i) {
    text += fmt::format("\n{}", summary.steps[i]);
    for (const auto& metric : summary.metrics) text += fmt::format(",{}", metric.curve[i]);
  }
  return text + "\n";
}

}  // namespace gvfn
