#include "run_seeds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <set>

#include "base/write_file.hpp"
#include "experiment/describe_run.hpp"
#include "gvfn/base/invalid_input.hpp"
#include "gvfn/base/text.hpp"
#include "gvfn/experiment/run_many.hpp"
#include "gvfn/results/fresh_runs.hpp"
#include "output_file.hpp"
#include "results/several_runs.hpp"
#include "run_configuration.hpp"
#include "status_line.hpp"
#include "table.hpp"
#include "wrap.hpp"

namespace gvfn::cli {
namespace {

void print_runs(const RunResults& results) {
  const auto metrics = metric_names(results);
  Table table{.titles = {"seed"}};
  table.titles.insert(table.titles.end(), metrics.begin(), metrics.end());
  for (const auto& result : results) {
    auto& row = table.rows.emplace_back(std::vector{fmt::format("{}", result.seed)});
    for (const auto& metric : metrics) {
      const auto* found = result.summary.find(metric);
      row.push_back(result.diverged() || !found ? "diverged" : metric_text(metric, found->value));
    }
  }
  std::vector<std::string> means{"mean"};
  std::vector<std::string> errors{"standard error"};
  for (const auto& metric : metrics) {
    const auto s = statistics_of(results, metric);
    means.push_back(metric_text(metric, s.mean));
    errors.push_back(metric_text(metric, s.standard_error));
  }
  table.rows.push_back(means);
  table.rows.push_back(errors);
  fmt::print("{}", table.text());
}

void print_questions(const RunResults& results) {
  const auto& asked = results.front().summary.questions;
  if (asked.empty()) return;
  Table table{.titles = {"part", "question", "mean rmse", "standard error", "against"}};
  for (std::size_t j = 0; j < asked.size(); ++j) {
    const auto s = question_statistics(results, j);
    table.rows.push_back(
        {asked[j].part, asked[j].name, number_text(s.mean), number_text(s.standard_error), asked[j].against});
  }
  fmt::print("\nover the last 20 % of the runs:\n{}", table.text());
}

void print_results(const RunResults& results, const Config& config) {
  fmt::print("{}", paragraph(fmt::format("{}, {}", describe_method(resolved(config)), counted(results.size(), "run"))));
  print_runs(results);
  if (const auto& note = results.front().summary.note; !note.empty()) fmt::print("{}", paragraph(note));
  print_questions(results);
}

RunResults make_runs(const Config& config, const RunOptions& options) {
  StatusLine line;
  std::size_t done = 0;
  line.write(fmt::format("0 of {} runs", options.seeds.size()));
  return run_many(
      with_seeds({config}, options.seeds), options.jobs.value_or(default_jobs()),
      [&](std::size_t, const RunResult&) { line.write(fmt::format("{} of {} runs", ++done, options.seeds.size())); });
}

void check(const Config& config, const RunOptions& options) {
  require(options.checkpoint.empty() && options.resume.empty() && !options.every,
          "--seeds cannot be combined with --checkpoint, --every or --resume; gvfn sweep keeps several runs in a store "
          "and continues them");
  const auto sets_seed = [](const std::string& text) { return text.starts_with("run.seed="); };
  require(std::ranges::none_of(options.shorthands, sets_seed) && std::ranges::none_of(options.assignments, sets_seed),
          "--seed and --seeds: one of them");
  std::set<std::int64_t> seen;
  for (const auto seed : options.seeds) require(seen.insert(seed).second, fmt::format("--seeds has {} twice", seed));
  if (options.curve_file && *options.curve_file != "-")
    check_outputs({{"--curve", *options.curve_file}}, inputs_of(options, config));
}

}  // namespace

int run_seeds(const Config& config, const RunOptions& options) {
  check(config, options);
  const bool prints_curve = options.curve_file == "-";
  if (!options.json && !prints_curve) print_warnings(config);
  const auto results = make_runs(config, options);
  std::vector<std::function<void()>> parts;
  parts.emplace_back([&] {
    if (prints_curve) {
      fmt::print("{}", mean_curves_csv(results));
    } else if (options.json) {
      fmt::print("{}\n", to_json(results, config));
    } else {
      print_results(results, config);
    }
  });
  if (options.curve_file && !prints_curve)
    parts.emplace_back([&] { write_file(*options.curve_file, mean_curves_csv(results)); });
  if (options.curve_file) parts.emplace_back([&] { print_if_empty(results.front().summary, config); });
  do_all(parts);
  const auto diverged = count_diverged(results);
  if (diverged == 0) return success;
  std::fputs(
      fmt::format("gvfn: {} of {} runs diverged; {}\n", diverged, results.size(), divergence_hint(config)).c_str(),
      stderr);
  return failed_run;
}

}  // namespace gvfn::cli
