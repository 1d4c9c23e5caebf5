// A run's result as JSON.

#include <nlohmann/json.hpp>

#include "gvfn/experiment/run.hpp"

namespace gvfn {
namespace {

using nlohmann::ordered_json;

ordered_json config_json(Config config) {
  ordered_json json;
  for (const auto& key : keys(config)) {
    const auto dot = key.name.find('.');
    auto& field = json[std::string(key.name.substr(0, dot))][std::string(key.name.substr(dot + 1))];
    std::visit([&](const auto* value) { field = *value; }, key.value);
  }
  return json;
}

}  // namespace

std::string to_json(const RunResult& result, const Config& config) {
  const auto& summary = result.summary;
  ordered_json json;
  json["seed"] = result.seed;
  json["steps"] = result.steps;
  json["seconds"] = result.seconds;
  json["steps_per_second"] = result.steps_per_second();
  json["units"] = result.units;
  json["weights"] = result.weights;
  json["instruction_set"] = result.instruction_set;
  json["rmsve"] = nullptr;
  json["accuracy"] = nullptr;
  json["diverged"] = result.diverged();
  if (result.diverged()) {
    json["divergence"] = *result.divergence;
  } else {
    json["rmsve"] = summary.rmsve;
    if (summary.accuracy) json["accuracy"] = *summary.accuracy;
  }
  auto& curve = json["curve"];
  curve = {{"window", config.run.window}, {"step", ordered_json::array()}, {"rmsve", ordered_json::array()}};
  for (const auto& point : summary.curve) {
    curve["step"].push_back(point.step);
    curve["rmsve"].push_back(point.rmsve);
    if (summary.accuracy) curve["accuracy"].push_back(point.accuracy);
  }
  json["config"] = config_json(config);
  return json.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

}  // namespace gvfn
