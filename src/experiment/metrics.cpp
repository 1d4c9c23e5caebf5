#include "gvfn/experiment/metrics.hpp"

#include <algorithm>

#include "gvfn/base/invalid_input.hpp"

namespace gvfn {

const Metric* Summary::find(std::string_view name) const {
  const auto found = std::ranges::find(metrics, name, &Metric::name);
  return found == metrics.end() ? nullptr : &*found;
}

double Summary::operator[](std::string_view name) const {
  const auto* metric = find(name);
  require(metric, "this run has no metric \"" + std::string(name) + "\"");
  return metric->value;
}

}  // namespace gvfn
