#pragma once
// How many questions a run has removed, as metrics beside those of its predictions.

#include <vector>

#include "gvfn/discovery/discovery_log.hpp"
#include "gvfn/experiment/metrics.hpp"

namespace gvfn {

/// `removed`: the number of questions that were removed so far; `removed_given` and `removed_noise`: those among them
/// that the user had given, and that were about noise. A point of a curve is at the end of each window.
std::vector<Metric> discovery_metrics(const DiscoveryLog& log, const std::vector<std::int64_t>& window_ends);

}  // namespace gvfn
