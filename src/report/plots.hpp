#pragma once
// Choices of a panel as the page's plots, tables and configurations.

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "gvfn/results/selection.hpp"
#include "reproduce/figures.hpp"

namespace gvfn {

struct PlotLine {
  std::string name;
  std::vector<Choice> points;  // by truncation
};

struct Panel {
  std::string id;  // a slug
  std::string title;
  PaperPlace paper = {};  // by its panel, the authors' numbers are found; empty for what is not in the paper
  std::string metric;
  std::vector<std::int64_t> curves;  // the truncations whose learning curves are drawn
  std::vector<PlotLine> lines;
};

/// Letters, digits and dashes.
std::string slug(const std::string& text);

/// Adds to data["figures"], data["tables"] and data["configurations"]. Returns the first figure's id.
std::string add_panel(const Panel& panel, nlohmann::ordered_json& data);

/// The second panel of the case study: the series, and its returns for several gammas.
nlohmann::ordered_json returns_figure();

}  // namespace gvfn
