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

using Methods = std::set<std::map<std::string, std::string>>;

Methods methods_of(const PanelResult& panel) {
  Methods methods;
  for (const auto& line : panel.lines)
    for (const auto& point : line.points) methods.insert(method_keys(point.setting.config, point.setting.files));
  return methods;
}

struct DrawnFigure {
  const Figure* figure;
  std::vector<PanelResult> panels;
};

/// The panels that compare two lines at least. A line alone is drawn if it was reported with fresh runs, as gvfn
/// reproduce --only does, and is in no other panel.
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

void add_figure(const Figure& figure, const std::vector<PanelResult>& panels, ordered_json& data) {
  std::map<std::string, std::string> first_figures;
  for (const auto& result : panels) {
    Panel panel{.id = slug(figure.name + " " + result.panel),
                .title = title_of(figure, result.panel),
                .paper = figure.place(result.panel),
                .metric = result.metric,
                .curves = figure.curves,
                .lines = {}};
    for (const auto& line : result.lines) panel.lines.push_back({line.line->name, line.points});
    first_figures[result.panel] = add_panel(panel, data);
  }
  for (const auto& [claim, judgement] : judge_claims(figure, panels))
    data["claims"].push_back({{"figure", first_figures.at(claim->panel)},
                              {"about", title_of(figure, claim->panel)},
                              {"paper", figure.paper},
                              {"text", claim->text},
                              {"verdict", verdict_name(judgement.verdict)},
                              {"why", judgement.why}});
  if (figure.name == "case-study" && !panels.empty()) data["figures"].push_back(returns_figure());
}

void add_world(const WorldSettings& world, const std::string& wanted_metric, ordered_json& data) {
  const auto metrics = metrics_of(world.settings);
  const auto metric = std::ranges::find(metrics, wanted_metric) != metrics.end() ? wanted_metric : metrics.at(0);
  Panel panel{.id = slug("other " + world.world), .title = world.world, .metric = metric, .curves = {}, .lines = {}};
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
  Methods of_paper;
  for (const auto& [figure, panels] : drawn_figures(settings)) {
    add_figure(*figure, panels, data);
    for (const auto& panel : panels) of_paper.merge(methods_of(panel));
  }
  const auto is_of_paper = [&](const Setting& setting) {
    return of_paper.contains(method_keys(setting.config, setting.files));
  };
  for (const auto& world : by_world(settings))
    if (!std::ranges::all_of(world.settings, is_of_paper)) add_world(world, metric, data);
  return data.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

}  // namespace gvfn
