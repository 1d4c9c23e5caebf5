#include "report/report_data.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "gvfn/base/version.hpp"
#include "report/plots.hpp"
#include "reproduce/claims.hpp"

namespace gvfn {
namespace {

using nlohmann::ordered_json;

/// Where another figure has a panel of the same name, it is told apart.
std::string title_of(const Figure& figure, const std::string& panel) {
  const bool is_shared = std::ranges::any_of(figures(), [&](const Figure& other) {
    return other.name != figure.name && std::ranges::find(other.lines, panel, &FigureLine::panel) != other.lines.end();
  });
  return is_shared ? fmt::format("{} ({})", panel, figure.name) : panel;
}

/// Of runs that are in no figure of the paper: the first, the middle and the last truncation.
std::vector<std::int64_t> drawn_curves(const std::vector<std::int64_t>& truncations) {
  if (truncations.size() <= 2) return truncations;
  return {truncations.front(), truncations[truncations.size() / 2], truncations.back()};
}

std::vector<std::int64_t> truncations_of(const std::vector<PlotLine>& lines) {
  std::set<std::int64_t> all;
  for (const auto& line : lines)
    for (const auto& choice : line.points) all.insert(choice.setting.truncation());
  return {all.begin(), all.end()};
}

/// The panels that there are two lines of, at least: one alone compares nothing.
std::vector<PanelResult> drawn_panels(const Figure& figure, const std::vector<Setting>& settings) {
  auto panels = panel_results(figure, settings);
  std::erase_if(panels, [](const PanelResult& panel) { return panel.lines.size() < 2; });
  return panels;
}

void add_figure(const Figure& figure, const std::vector<PanelResult>& panels, ordered_json& data) {
  std::map<std::string, std::string> first_figures;
  for (const auto& result : panels) {
    Panel panel{.id = slug(figure.name + " " + result.panel),
                .title = title_of(figure, result.panel),
                .authors = result.panel,
                .metric = result.metric,
                .curves = figure.curves,
                .lines = {}};
    for (const auto& line : result.lines) panel.lines.push_back({line.line->name, line.points});
    first_figures[result.panel] = add_panel(panel, data);
  }
  for (const auto& [claim, judgement] : judge_claims(figure, panels))
    data["claims"].push_back({{"figure", first_figures.at(claim->panel)},
                              {"text", claim->text},
                              {"verdict", verdict_name(judgement.verdict)},
                              {"why", judgement.why}});
}

void add_world(const WorldSettings& world, const std::string& wanted_metric, ordered_json& data) {
  const auto metrics = metrics_of(world.settings);
  const auto metric = std::ranges::find(metrics, wanted_metric) != metrics.end() ? wanted_metric : metrics.at(0);
  Panel panel{.id = slug("other " + world.world),
              .title = world.world,
              .authors = "",
              .metric = metric,
              .curves = {},
              .lines = {}};
  for (const auto& choice : choose(world.settings, metric)) {
    if (panel.lines.empty() || panel.lines.back().name != choice.method) panel.lines.push_back({choice.method, {}});
    panel.lines.back().points.push_back(choice);
  }
  panel.curves = drawn_curves(truncations_of(panel.lines));
  add_panel(panel, data);
}

}  // namespace

std::string report_data(const std::vector<StoredRun>& runs, const std::string& name, const std::string& metric) {
  ordered_json data{{"title", name},
                    {"about", fmt::format("{} runs, drawn by gvfn {}", runs.size(), version())},
                    {"figures", ordered_json::array()},
                    {"claims", ordered_json::array()},
                    {"tables", ordered_json::array()},
                    {"configurations", ordered_json::array()}};
  const auto settings = settings_of(runs);
  std::set<std::map<std::string, std::string>> of_paper;
  for (const auto& figure : figures()) {
    const auto panels = drawn_panels(figure, settings);
    add_figure(figure, panels, data);
    for (const auto& panel : panels)
      for (const auto& line : panel.lines)
        for (const auto& point : line.points) of_paper.insert(method_keys(point.setting.config, point.setting.files));
  }
  const auto is_of_paper = [&](const Setting& setting) {
    return of_paper.contains(method_keys(setting.config, setting.files));
  };
  for (const auto& world : by_world(settings))
    if (!std::ranges::all_of(world.settings, is_of_paper)) add_world(world, metric, data);
  return data.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

}  // namespace gvfn
