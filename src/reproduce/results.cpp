#include "reproduce/results.hpp"

#include <algorithm>

namespace gvfn {
namespace {

using ByMethod = std::map<std::map<std::string, std::string>, std::vector<Setting>>;

ByMethod by_method(const std::vector<Setting>& settings) {
  ByMethod methods;
  for (const auto& setting : settings) methods[method_keys(setting.config, setting.files)].push_back(setting);
  return methods;
}

}  // namespace

const Choice* PanelResult::find(const std::string& line, std::int64_t truncation) const {
  for (const auto& result : lines)
    if (result.line->name == line)
      for (const auto& point : result.points)
        if (point.setting.truncation() == truncation) return &point;
  return nullptr;
}

std::vector<PanelResult> panel_results(const Figure& figure, const std::vector<Setting>& settings, std::int64_t steps) {
  const auto methods = by_method(settings);
  std::vector<PanelResult> panels;
  for (const auto& line : figure.lines) {
    LineResult result{&line, {}};
    std::string metric;
    for (const auto truncation : line.truncations) {
      const auto found = methods.find(method_keys(to_toml(line.config(truncation, steps))));
      if (found == methods.end()) continue;
      metric = metrics_of(found->second).at(0);
      result.points.push_back(choose(found->second, metric).at(0));
    }
    if (result.points.empty()) continue;
    auto panel = std::ranges::find(panels, line.panel, &PanelResult::panel);
    if (panel == panels.end()) panel = panels.insert(panels.end(), {line.panel, metric, {}});
    panel->lines.push_back(std::move(result));
  }
  return panels;
}

}  // namespace gvfn
