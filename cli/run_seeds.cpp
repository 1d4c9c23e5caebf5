#include "run_seeds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/write_file.hpp"
#include "experiment/describe_run.hpp"
#include "experiment/result_json.hpp"
#include "gvfn/base/invalid_input.hpp"
#include "gvfn/base/text.hpp"
#include "gvfn/experiment/run_many.hpp"
#include "gvfn/results/fresh_runs.hpp"
#include "gvfn/results/statistics.hpp"
#include "output_file.hpp"
#include "status_line.hpp"
#include "table.hpp"
#include "wrap.hpp"

namespace gvfn::cli {
namespace {

using Results = std::vector<RunResult>;

bool has_diverged(const RunResult& result) { return result.diverged(); }

/// The names of the metrics; those of a run that did not diverge, if there is one.
std::vector<std::string> metric_names(const Results& results) {
  std::vector<std::string> names;
  for (const auto& metric :
       std::ranges::max(results, {}, [](const RunResult& r) { return r.summary.metrics.size(); }).summary.metrics)
    names.push_back(metric.name);
  return names;
}

double value_of(const RunResult& result, const std::string& metric) {
  const auto* found = result.diverged() ? nullptr : result.summary.find(metric);
  return found ? found->value : std::nan("");
}

/// Over the runs; `value` of a run that has none is not a number.
template <class Value>
Statistics statistics_over(const Results& results, Value value) {
  std::vector<double> values;
  for (const auto& result : results)
    if (!result.diverged()) values.push_back(value(result));
  return statistics(values, static_cast<std::size_t>(std::ranges::count_if(results, has_diverged)));
}

std::string number(double value) { return std::isnan(value) ? "-" : fmt::format("{:.4g}", value); }

void print_runs(const Results& results) {
  const auto metrics = metric_names(results);
  Table table{.titles = {"seed"}};
  table.titles.insert(table.titles.end(), metrics.begin(), metrics.end());
  for (const auto& result : results) {
    auto& row = table.rows.emplace_back(std::vector{fmt::format("{}", result.seed)});
    for (const auto& metric : metrics) row.push_back(result.diverged() ? "diverged" : number(value_of(result, metric)));
  }
  std::vector<std::string> means{"mean"};
  std::vector<std::string> errors{"std error"};
  for (const auto& metric : metrics) {
    const auto s = statistics_over(results, [&](const RunResult& result) { return value_of(result, metric); });
    means.push_back(number(s.mean));
    errors.push_back(number(s.standard_error));
  }
  table.rows.push_back(means);
  table.rows.push_back(errors);
  fmt::print("{}", table.text());
}

void print_questions(const Results& results) {
  const auto& asked = results.front().summary.questions;
  if (asked.empty()) return;
  Table table{.titles = {"part", "question", "mean rmse", "std error", "against"}};
  for (std::size_t j = 0; j < asked.size(); ++j) {
    const auto s = statistics_over(results, [j](const RunResult& result) {
      return j < result.summary.questions.size() ? result.summary.questions[j].rmse : std::nan("");
    });
    table.rows.push_back({asked[j].part, asked[j].name, number(s.mean), number(s.standard_error), asked[j].against});
  }
  fmt::print("\nover the last 20 % of the runs:\n{}", table.text());
}

/// The mean and the standard error of each metric in each window.
std::string mean_curves_csv(const Results& results) {
  std::string titles = "step";
  std::vector<MeanCurve> curves;
  const auto first = std::ranges::find_if_not(results, has_diverged);
  for (const auto& name : metric_names(results)) {
    titles += fmt::format(",{0},{0}_std_error", name);
    std::vector<std::span<const double>> of_runs;
    for (const auto& result : results)
      if (!result.diverged()) of_runs.emplace_back(result.summary.find(name)->curve);
    curves.push_back(mean_curve(of_runs));
  }
  std::string text = titles + "\n";
  for (std::size_t i = 0; first != results.end() && i < curves.at(0).mean.size(); ++i) {
    text += fmt::format("{}", first->summary.steps[i]);
    for (const auto& [mean, error] : curves)
      text += fmt::format(",{},{}", mean[i], std::isnan(error[i]) ? "" : fmt::format("{}", error[i]));
    text += "\n";
  }
  return text;
}

void print_json(const Results& results, const Config& config) {
  using nlohmann::ordered_json;
  ordered_json json;
  for (const auto& name : metric_names(results)) {
    const auto s = statistics_over(results, [&](const RunResult& result) { return value_of(result, name); });
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
  fmt::print("{}\n", json.dump());
}

Results make_runs(const Config& config, const RunOptions& options) {
  StatusLine line;
  std::size_t done = 0;
  line.write(fmt::format("0 of {} runs", options.seeds.size()));
  return run_many(with_seeds({config}, options.seeds), options.jobs, [&](std::size_t, const RunResult&) {
    line.write(fmt::format("{} of {} runs", ++done, options.seeds.size()));
  });
}

}  // namespace

int run_seeds(const Config& config, const RunOptions& options) {
  require(options.checkpoint.empty() && options.resume.empty(),
          "--seeds goes without --checkpoint and --resume: gvfn sweep keeps runs in a store, and continues them");
  require(std::ranges::none_of(options.shorthands, [](const auto& text) { return text.starts_with("run.seed="); }),
          "--seed and --seeds: one of them");
  if (options.curve_file && *options.curve_file != "-")
    check_outputs({{"--curve", *options.curve_file}}, {options.config});
  const auto results = make_runs(config, options);
  if (options.curve_file == "-") {
    fmt::print("{}", mean_curves_csv(results));
  } else {
    if (options.curve_file) write_file(*options.curve_file, mean_curves_csv(results));
    if (options.json) {
      print_json(results, config);
    } else {
      fmt::print("{}", paragraph(fmt::format("{}, {} runs", describe_method(resolved(config)), results.size())));
      print_runs(results);
      print_questions(results);
    }
  }
  return std::ranges::any_of(results, has_diverged) ? failed_run : success;
}

}  // namespace gvfn::cli
