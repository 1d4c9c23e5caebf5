#pragma once
// Stored runs that nobody ran.

#include <cmath>
#include <string>
#include <vector>

#include "gvfn/results/store.hpp"
#include "reproduce/figures.hpp"

namespace gvfn {

inline const FigureLine& line_of(const std::string& figure, const std::string& name) {
  for (const auto& line : find_figure(figure).lines)
    if (line.name == name) return line;
  throw std::invalid_argument("no line " + name);
}

/// With another step size, or whatever else.
inline Config with(Config config, const std::vector<std::string>& assignments) {
  set_keys(config, assignments);
  return config;
}

class MadeUpRuns {
 public:
  /// A run for each value, whose curve is half of it on the way there; NaN: it diverged.
  MadeUpRuns& add(Purpose purpose, const Config& config, const std::vector<double>& values,
                  const std::string& metric = "rmsve") {
    for (const double value : values) {
      auto& run = runs_.emplace_back();
      run.config = to_toml(config);
      run.purpose = purpose;
      run.result = {.seed = ++seed_, .summary = {.steps = {10, 20}, .metrics = {{metric, value, {value / 2, value}}}}};
      if (std::isnan(value)) run.result.divergence = "diverged at step 3";
    }
    return *this;
  }
  MadeUpRuns& choosing(const Config& config, const std::vector<double>& values, const std::string& metric = "rmsve") {
    return add(Purpose::choose, config, values, metric);
  }
  MadeUpRuns& reporting(const Config& config, const std::vector<double>& values, const std::string& metric = "rmsve") {
    return add(Purpose::report, config, values, metric);
  }

  std::vector<StoredRun>& runs() { return runs_; }

 private:
  std::vector<StoredRun> runs_;
  std::int64_t seed_ = 0;
};

}  // namespace gvfn
