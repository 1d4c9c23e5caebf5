#include "experiment/discovery_metrics.hpp"

namespace gvfn {
namespace {

template <class Counts>
Metric count_deaths(std::string name, const DiscoveryLog& log, const std::vector<std::int64_t>& window_ends,
                    Counts counts) {
  Metric metric{.name = std::move(name)};
  auto end = window_ends.begin();
  for (std::size_t i = 0; i < log.size(); ++i) {
    const auto event = log[i];
    if (event.is_birth || !counts(event.origin)) continue;
    for (; end != window_ends.end() && *end < event.step; ++end) metric.curve.push_back(metric.value);
    ++metric.value;
  }
  metric.curve.resize(window_ends.size(), metric.value);
  return metric;
}

}  // namespace

std::vector<Metric> discovery_metrics(const DiscoveryLog& log, const std::vector<std::int64_t>& window_ends) {
  const auto is = [](QuestionOrigin wanted) { return [=](QuestionOrigin origin) { return origin == wanted; }; };
  return {count_deaths("removed", log, window_ends, [](QuestionOrigin) { return true; }),
          count_deaths("removed_given", log, window_ends, is(QuestionOrigin::given)),
          count_deaths("removed_noise", log, window_ends, is(QuestionOrigin::noise))};
}

}  // namespace gvfn
