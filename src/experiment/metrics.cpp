#include "gvfn/experiment/metrics.hpp"

#include <algorithm>

#include "gvfn/base/invalid_input.hpp"

namespace gvfn {

const Metric* Summary::find(std::string_view name) const {
  const auto found = std::ranges::find(metrics, name, &Metric::name);
  return found == metrics.end() ? nullptr : &*found;
}

double Summary::operator[](std::string_view name) const {
  std::vector<std::string_view> names;
  for (const auto& metric : metrics) names.push_back(metric.name);
  return metrics[index_of("metric", name, names)].value;
}

}  // namespace gvfn
