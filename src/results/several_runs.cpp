#include "results/several_runs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "experiment/result_json.hpp"

namespace gvfn {
namespace {

/// `value` of a run that has none is not a number.
template <class Value>
Statistics statistics_over(const RunResults& results, Value value) {
  std::vector<double> values;
  for (const auto& result : results)
    if (!result.diverged()) values.push_back(value(result));
  return statistics(values, count_diverged(results));
}

}  // namespace

std::size_t count_diverged(const RunResults& results) {
  return static_cast<std::size_t>(std::ranges::count_if(results, &RunResult::diverged));
}

std::vector<std::string> metric_names(const RunResults& results) {
  const auto fullest =
      std::ranges::max_element(results, {}, [](const RunResult& result) { return result.summary.metrics.size(); });
  std::vector<std::string> names;
  if (fullest != results.end())
    for (const auto& metric : fullest->summary.metrics) names.push_back(metric.name);
  return names;
}

Statistics statistics_of(const RunResults& results, const std::string& metric) {
  return statistics_over(results, [&](const RunResult& result) {
    const auto* found = result.summary.find(metric);
    return found ? found->value : std::nan("");
  });
}

Statistics question_statistics(const RunResults& results, std::size_t question) {
  return statistics_over(results, [question](const RunResult& result) {
    const auto& scores = result.summary.questions;
    return question < scores.size() ? scores[question].rmse : std::nan("");
  });
}

std::string mean_curves_csv(const RunResults& results) {
  const auto names = metric_names(results);
  std::string text = "step";
  std::vector<MeanCurve> curves;
  for (const auto& name : names) {
    text += fmt::format(",{0},{0}_standard_error", name);
    std::vector<std::span<const double>> of_runs;
    for (const auto& result : results)
      if (const auto* metric = result.summary.find(name); metric && !result.diverged())
        of_runs.emplace_back(metric->curve);
    curves.push_back(mean_curve(of_runs));
  }
  text += "\n";
  const auto first = std::ranges::find_if_not(results, &RunResult::diverged);
  for (std::size_t i = 0; first != results.end() && !curves.empty() && i < curves.front().mean.size(); ++i) {
    text += fmt::format("{}", first->summary.steps.at(i));
    for (const auto& [mean, error] : curves)
      text += fmt::format(",{},{}", mean.at(i), std::isnan(error[i]) ? "" : fmt::format("{}", error[i]));
    text += "\n";
  }
  return text;
}

std::string to_json(const RunResults& results, const Config& config) {
  using nlohmann::ordered_json;
  ordered_json json;
  for (const auto& name : metric_names(results)) {
    const auto s = statistics_of(results, name);
    json["metrics"][name] = {{"mean", s.mean},        {"standard_error", s.standard_error},
                             {"median", s.median},    {"low", s.low},
                             {"high", s.high},        {"runs", s.runs},
                             {"diverged", s.diverged}};
  }
  json["runs"] = ordered_json::array();
  for (const auto& result : results) {
    auto one = config;
    one.run.seed = result.seed;
    json["runs"].push_back(ordered_json::parse(to_json(result, one)));
  }
  return json.dump();
}

}  // namespace gvfn
