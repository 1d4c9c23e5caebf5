#pragma once
// What a store has of a figure: for every line and truncation the best setting, and what it reaches.

#include <vector>

#include "gvfn/results/selection.hpp"
#include "reproduce/figures.hpp"

namespace gvfn {

struct LineResult {
  const FigureLine* line;
  std::vector<Choice> points;  // by truncation; those that there are runs of
};

struct PanelResult {
  std::string panel;
  std::string metric;  // rmsve or nrmse
  std::vector<LineResult> lines;

  /// Null where there are no runs.
  const Choice* find(const std::string& line, std::int64_t truncation) const;
};

/// The panels that there are runs of, as long as the figure's, or `steps` long where that is above 0.
std::vector<PanelResult> panel_results(const Figure& figure, const std::vector<Setting>& settings,
                                       std::int64_t steps = 0);

}  // namespace gvfn
