#pragma once
// One configuration with several seeds: what these runs say together.

#include <string>
#include <vector>

#include "gvfn/experiment/run.hpp"
#include "gvfn/results/statistics.hpp"

namespace gvfn {

using RunResults = std::vector<RunResult>;

std::size_t count_diverged(const RunResults& results);

/// Those of a run that did not diverge, if there is one.
std::vector<std::string> metric_names(const RunResults& results);

/// Of the runs that did not diverge.
Statistics statistics_of(const RunResults& results, const std::string& metric);

/// Of the errors of the question at this place.
Statistics question_statistics(const RunResults& results, std::size_t question);

/// A line for each window: step, and the mean and standard error of each metric.
std::string mean_curves_csv(const RunResults& results);

/// One object: the statistics of each metric, and all runs.
std::string to_json(const RunResults& results, const Config& config);

}  // namespace gvfn
