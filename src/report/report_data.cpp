#include "report/report_data.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "gvfn/base/version.hpp"
#include "report/drawn_figures.hpp"
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
  return is_shared ? fmt::format("{} ({})", panel, figure.paper) : panel;
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

/// Returns what its claims are worth.
std::vector<JudgedClaim> add_figure(const Figure& figure, const std::vector<PanelResult>& panels, ordered_json& data) {
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
  auto judged = judge_claims(figure, panels);
  for (const auto& [claim, judgement] : judged)
    data["claims"].push_back({{"figure", first_figures.at(claim->panel)},
                              {"about", title_of(figure, claim->panel)},
                              {"paper", claim->origin()},
                              {"text", claim->text},
                              {"verdict", verdict_name(judgement.verdict)},
                              {"why", judgement.why}});
  if (figure.name == "case-study" && !panels.empty()) data["figures"].push_back(returns_figure());
  return judged;
}

void add_world(const WorldSettings& world, const std::string& wanted_metric, ordered_json& data) {
  const auto metric = metric_of(world, wanted_metric);
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
                    {"scoreboard", ""},
                    {"claims", ordered_json::array()},
                    {"tables", ordered_json::array()},
                    {"configurations", ordered_json::array()}};
  const auto settings = settings_of(runs);
  const auto drawn = drawn_figures(settings);
  std::vector<JudgedClaim> judged;
  for (const auto& [figure, panels] : drawn)
    for (auto& claim : add_figure(*figure, panels, data)) judged.push_back(std::move(claim));
  if (!judged.empty()) data["scoreboard"] = count_verdicts(judged);
  for (const auto& world : other_worlds(settings, drawn)) add_world(world, metric, data);
  return data.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

}  // namespace gvfn
