#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "commands.hpp"
#include "gvfn/base/invalid_input.hpp"
#include "gvfn/base/text.hpp"
#include "gvfn/results/fresh_runs.hpp"
#include "interrupt.hpp"
#include "reproduce/claims.hpp"
#include "reproduce/plan.hpp"
#include "run_with_progress.hpp"
#include "table.hpp"
#include "wrap.hpp"

namespace gvfn::cli {
namespace {

void print_panel(const PanelResult& panel) {
  const auto [columns, rows, is_fresh] = table_of(panel);
  Table table{.titles = {panel.metric}};
  table.titles.insert(table.titles.end(), columns.begin(), columns.end());
  for (const auto& [name, is_authors, cells] : rows) {
    auto& row = table.rows.emplace_back(std::vector{(is_authors ? "  " : "") + name});
    row.insert(row.end(), cells.begin(), cells.end());
  }
  fmt::print("\n{}\n{}", panel.panel, table.text());
  if (!is_fresh) fmt::print("{}", paragraph(std::string(optimistic_note)));
}

void print_results(const Figure& figure, const Store& store, std::int64_t steps) {
  const auto runs = store.runs();
  const auto settings = settings_of(runs);
  const auto panels = panel_results(figure, settings, steps);
  for (const auto& panel : panels) print_panel(panel);
  if (steps != 0) {
    fmt::print("\nThe claims and the authors' numbers are about longer runs, without --steps\n");
    return;
  }
  const auto judged = judge_claims(figure, panels);
  fmt::print("\n{}",
             paragraph(count_verdicts(judged) + ". (\"Better\" and \"lower\" mean by more than two standard errors.)"));
  for (const auto& [claim, judgement] : judged)
    fmt::print("{}{}\n",
               paragraph(fmt::format("{}: {}{}: {}", verdict_name(judgement.verdict), claim->is_ours ? "ours, " : "",
                                     claim->panel, claim->text),
                         2),
               wrapped(judgement.why, 4));
}

/// A mean of fewer runs decides nothing, and that is said before they are made.
void print_needed_runs(const ReproduceOptions& options) {
  if (options.steps == 0 && std::cmp_less(options.runs, enough_runs))
    fmt::print("{}",
               paragraph(fmt::format("a verdict on a claim needs {} runs of each line; --runs {} gives a verdict only "
                                     "where the store has others",
                                     enough_runs, options.runs),
                         2));
}

void print_left_out(const Figure& figure) {
  const auto names = left_out(figure);
  if (!names.empty())
    fmt::print("{}",
               paragraph(fmt::format("left out, since no step sizes are shipped for them (--sweep chooses some): {}",
                                     fmt::join(names, ", ")),
                         2));
}

/// The figure with only the lines that are asked for.
Figure part_of(Figure figure, const std::string& only) {
  std::erase_if(figure.lines,
                [&](const FigureLine& line) { return (line.panel + " " + line.name).find(only) == std::string::npos; });
  return figure;
}

std::vector<const Figure*> chosen_figures(const ReproduceOptions& options) {
  std::vector<const Figure*> chosen;
  for (const auto& name : options.names.empty() ? std::vector<std::string>{"all"} : options.names) {
    if (name != "all") {
      chosen.push_back(&find_figure(name));
      continue;
    }
    for (const auto& figure : figures()) chosen.push_back(&figure);
  }
  std::erase_if(chosen, [&](const Figure* figure) { return part_of(*figure, options.only).lines.empty(); });
  require(!chosen.empty(), fmt::format("--only \"{}\": no line has this in its name", options.only));
  return chosen;
}

/// As exact as an estimate can be.
std::string rough_time(double seconds) {
  if (seconds < 90) return fmt::format("{:.0f} s", std::max(1.0, seconds));
  if (seconds < 90 * 60) return fmt::format("{:.0f} min", seconds / 60);
  return fmt::format("{:.1f} h", seconds / 3600);
}

void print_list(const std::vector<const Figure*>& chosen, const ReproduceOptions& options) {
  const auto jobs = static_cast<double>(options.jobs);
  for (const auto* whole : chosen) {
    const auto figure = part_of(*whole, options.only);
    const auto cost = cost_of(figure, options.runs, options.steps);
    auto runs = fmt::format("{} runs ({} settings, {} seeds each), about {} with {} job{}", cost.runs, cost.settings,
                            options.runs, rough_time(cost.seconds / jobs), options.jobs, options.jobs == 1 ? "" : "s");
    if (cost.sweep_runs > cost.runs)
      runs += fmt::format("; with --sweep {} runs, {}", cost.sweep_runs, rough_time(cost.sweep_seconds / jobs));
    fmt::print("{} ({})\n{}{}", figure.name, figure.paper, paragraph(figure.shows, 2), paragraph(runs, 2));
    print_left_out(figure);
    print_needed_runs(options);
  }
}

int reproduce(const Figure& whole, const ReproduceOptions& options) {
  const auto figure = part_of(whole, options.only);
  Store store(options.store, Store::Access::write);
  fmt::print("{}", paragraph(fmt::format("{} (the paper's {}): {}", figure.name, figure.paper, figure.shows)));
  print_needed_runs(options);
  std::vector<Config> configs;
  if (options.sweep) {
    const auto sweeps = sweeps_of(figure, options.runs, options.steps);
    if (!run_with_progress(runs_of(sweeps), store, {.jobs = options.jobs, .purpose = Purpose::choose}, options.store))
      return interrupted;
    configs = fresh_runs_of(sweeps, store);
    const auto untuned = with_seeds(untuned_configs_of(figure, options.steps), fresh_seeds(options.runs));
    configs.insert(configs.end(), untuned.begin(), untuned.end());
  } else {
    print_left_out(figure);
    configs = with_seeds(shipped_configs_of(figure, options.steps), fresh_seeds(options.runs));
  }
  if (!run_with_progress(configs, store, {.jobs = options.jobs, .purpose = Purpose::report}, options.store))
    return interrupted;
  print_results(whole, store, options.steps);
  return success;
}

}  // namespace

int reproduce_command(const ReproduceOptions& options) {
  require(options.list || !options.names.empty(), "which figure? gvfn reproduce --list says what there is");
  const auto chosen = chosen_figures(options);
  if (options.list) {
    print_list(chosen, options);
    return success;
  }
  const Interrupt interrupt;
  for (const auto* figure : chosen)
    if (const int code = reproduce(*figure, options); code != success) return code;
  fmt::print("\ngvfn report {} draws the figures\n", printable(options.store));
  return success;
}

}  // namespace gvfn::cli
