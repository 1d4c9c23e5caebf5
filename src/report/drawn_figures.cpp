#include "report/drawn_figures.hpp"

#include <algorithm>
#include <set>

namespace gvfn {
namespace {

using Methods = std::set<std::map<std::string, std::string>>;

Methods methods_of(const PanelResult& panel) {
  Methods methods;
  for (const auto& line : panel.lines)
    for (const auto& point : line.points) methods.insert(method_keys(point.setting.config, point.setting.files));
  return methods;
}

}  // namespace

std::vector<DrawnFigure> drawn_figures(const std::vector<Setting>& settings) {
  std::vector<DrawnFigure> drawn;
  Methods compared;
  for (const auto& figure : figures())
    for (const auto& panel : drawn.emplace_back(&figure, panel_results(figure, settings)).panels)
      if (panel.lines.size() > 1) compared.merge(methods_of(panel));
  const auto is_compared = [&](const auto& method) { return compared.contains(method); };
  for (auto& [figure, panels] : drawn)
    std::erase_if(panels, [&](const PanelResult& panel) {
      return panel.lines.size() == 1 && (!std::ranges::all_of(panel.lines[0].points, &Choice::is_fresh) ||
                                         std::ranges::all_of(methods_of(panel), is_compared));
    });
  return drawn;
}

std::vector<WorldSettings> other_worlds(const std::vector<Setting>& settings, const std::vector<DrawnFigure>& drawn) {
  Methods of_paper;
  for (const auto& [figure, panels] : drawn)
    for (const auto& panel : panels) of_paper.merge(methods_of(panel));
  const auto is_of_paper = [&](const Setting& setting) {
    return of_paper.contains(method_keys(setting.config, setting.files));
  };
  auto worlds = by_world(settings);
  std::erase_if(worlds, [&](const WorldSettings& world) { return std::ranges::all_of(world.settings, is_of_paper); });
  return worlds;
}

std::string metric_of(const WorldSettings& world, const std::string& wanted) {
  const auto metrics = metrics_of(world.settings);
  return std::ranges::find(metrics, wanted) != metrics.end() ? wanted : metrics.at(0);
}

}  // namespace gvfn
