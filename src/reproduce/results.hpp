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

/// As people read it: a row for each line, with a column for each truncation, and a row for the authors' numbers where
/// there are some.
struct PanelTable {
  struct Row {
    std::string name;
    bool is_authors;
    std::vector<std::string> cells;
  };
  std::vector<std::string> columns;
  std::vector<Row> rows;
  bool is_fresh;  // or stars mark what was measured on the runs that chose it
};
PanelTable table_of(const PanelResult& panel);

/// The panels that there are runs of, as long as the figure's, or `steps` long where that is above 0.
std::vector<PanelResult> panel_results(const Figure& figure, const std::vector<Setting>& settings,
                                       std::int64_t steps = 0);

}  // namespace gvfn
