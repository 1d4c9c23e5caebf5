#include "reproduce/results.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace gvfn {
namespace {

using ByMethod = std::map<std::map<std::string, std::string>, std::vector<Setting>>;

ByMethod by_method(const std::vector<Setting>& settings) {
  ByMethod methods;
  for (const auto& setting : settings) methods[method_keys(setting.config, setting.files)].push_back(setting);
  return methods;
}

std::string cell_text(const Choice& choice) {
  const auto& s = choice.reported;
  const auto* mark = choice.is_fresh ? "" : " *";
  if (s.diverged == s.runs) return fmt::format("all {} diverged{}", s.runs, mark);
  const auto diverged = s.diverged > 0 ? fmt::format(" ({} diverged)", s.diverged) : "";
  const auto error = std::isnan(s.standard_error) ? "" : fmt::format(" ± {:.4f}", s.standard_error);
  return fmt::format("{:.4f}{}{}{}", s.mean, error, diverged, mark);
}

std::string cell_text(const AuthorsError& authors) {
  const auto error = std::isnan(authors.standard_error) ? "" : fmt::format(" ± {:.4f}", authors.standard_error);
  return fmt::format("{:.4f}{}", authors.mean, error);
}

std::vector<std::int64_t> truncations_of(const PanelResult& panel) {
  std::vector<std::int64_t> all;
  for (const auto& line : panel.lines)
    for (const auto p : line.line->truncations)
      if (std::ranges::find(all, p) == all.end()) all.push_back(p);
  return all;
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

PanelTable table_of(const PanelResult& panel) {
  const auto truncations = truncations_of(panel);
  PanelTable table{{}, {}, true};
  for (const auto p : truncations) table.columns.push_back(fmt::format("p = {}", p));
  for (const auto& line : panel.lines) {
    const auto& name = line.line->name;
    PanelTable::Row ours{name, false, {}};
    PanelTable::Row theirs{"authors", true, {}};
    bool is_known = false;
    for (const auto p : truncations) {
      const auto* choice = panel.find(name, p);
      const auto authors = authors_error(panel.panel, name, p);
      ours.cells.push_back(choice ? cell_text(*choice) : "");
      theirs.cells.push_back(authors ? cell_text(*authors) : "");
      is_known = is_known || authors;
      table.is_fresh = table.is_fresh && (!choice || choice->is_fresh);
    }
    table.rows.push_back(std::move(ours));
    if (is_known) table.rows.push_back(std::move(theirs));
  }
  return table;
}

}  // namespace gvfn
