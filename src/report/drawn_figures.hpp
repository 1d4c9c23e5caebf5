#pragma once
// What a report shows of a store: the paper's figures, as far as the store has two lines of them, and, world by world,
// where there are runs that are in none of these, all its runs.

#include <string>
#include <vector>

#include "reproduce/results.hpp"

namespace gvfn {

struct DrawnFigure {
  const Figure* figure;
  std::vector<PanelResult> panels;
};

/// The panels that compare two lines at least. A line alone is drawn if it was reported with fresh runs, as gvfn
/// reproduce --only does, and is in no other panel.
std::vector<DrawnFigure> drawn_figures(const std::vector<Setting>& settings);

/// The worlds that have runs in none of these figures.
std::vector<WorldSettings> other_worlds(const std::vector<Setting>& settings, const std::vector<DrawnFigure>& drawn);

/// The metric that is wanted, if the world has it; else its main one.
std::string metric_of(const WorldSettings& world, const std::string& wanted);

}  // namespace gvfn
