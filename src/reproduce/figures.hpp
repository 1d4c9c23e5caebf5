#pragma once
// The paper's figures as data: which methods they compare, at which truncations, and what is tuned for each.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gvfn/experiment/sweep.hpp"

namespace gvfn {

/// One method of a figure, at several truncations.
struct FigureLine {
  std::string panel;  // which of a figure's plots it is in: "Mackey-Glass", "Compass World ADAM", ...
  std::string name;   // as the paper's legend has it
  std::string base;   // a shipped configuration, and what is set on top of it
  std::vector<std::string> set;
  std::vector<std::int64_t> truncations;
  std::string tuned;        // the paper's sweep, as [grid] of a sweep file; empty: nothing is tuned
  std::string figure = {};  // whose line it is

  bool is_tuned() const { return !tuned.empty(); }
  /// Are there shipped values of what is tuned? (The authors' in Compass World, our own elsewhere.)
  bool has_settings(std::int64_t truncation) const;
  /// With the shipped values of what is tuned. With `steps` above 0, a run is that long.
  Config config(std::int64_t truncation, std::int64_t steps = 0) const;
  /// Every truncation and combination of what is tuned; of a line that is tuned.
  Sweep sweep(const std::vector<std::int64_t>& seeds, std::int64_t steps = 0) const;
};

/// Where the paper draws a panel: "Figure 6, top right"; empty where it does not.
struct PaperPlace {
  std::string panel;
  std::string by_truncation = {};
  std::string learning_curves = {};
  std::string metric = {};  // that its learning curves are of
};

struct Figure {
  std::string name;
  std::string paper;  // "Figure 6", or several
  std::string shows;
  std::vector<std::int64_t> curves;  // the truncations whose learning curves are drawn
  std::vector<PaperPlace> places;
  std::vector<FigureLine> lines = {};

  PaperPlace place(const std::string& panel) const;
};

const std::vector<Figure>& figures();

/// Throws InvalidInput, with the nearest name, if there is none.
const Figure& find_figure(const std::string& name);

/// What the authors report of a point, as far as it is known.
struct AuthorsError {
  double mean;
  double standard_error;  // of the mean; not a number where it is not known
};
std::optional<AuthorsError> authors_error(const std::string& panel, const std::string& line, std::int64_t truncation);
}  // namespace gvfn
