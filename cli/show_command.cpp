#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "commands.hpp"
#include "gvfn/base/invalid_input.hpp"
#include "gvfn/base/text.hpp"
#include "gvfn/results/selection.hpp"
#include "gvfn/results/store_text.hpp"
#include "table.hpp"
#include "wrap.hpp"

namespace gvfn::cli {
namespace {

const std::vector<std::string> statistics_titles{"runs", "mean ± s.e.", "median", "95 % interval", "diverged"};

std::vector<std::string> statistics_cells(const Statistics& s) {
  const auto error = std::isnan(s.standard_error) ? "" : fmt::format(" ± {:.2g}", s.standard_error);
  return {s.unscored > 0 ? fmt::format("{} ({} without a score)", s.runs, s.unscored) : fmt::format("{}", s.runs),
          number_text(s.mean) + error, number_text(s.median),
          std::isnan(s.low) ? "-" : fmt::format("{:.3g} to {:.3g}", s.low, s.high), fmt::format("{}", s.diverged)};
}

void drop(Table& table, const std::string& title) {
  const auto column = std::ranges::find(table.titles, title) - table.titles.begin();
  table.titles.erase(table.titles.begin() + column);
  for (auto& row : table.rows) row.erase(row.begin() + column);
}

/// A column that says the same in every row is left out.
void drop_if_all(Table& table, const std::string& title, const std::string& text) {
  const auto column = static_cast<std::size_t>(std::ranges::find(table.titles, title) - table.titles.begin());
  if (std::ranges::all_of(table.rows, [&](const auto& row) { return row[column] == text; })) drop(table, title);
}

/// Without what there is no room for.
Table fitting(Table table) {
  drop_if_all(table, "diverged", "0");
  for (const auto* title : {"median", "95 % interval"})
    if (table.width() > terminal_width()) drop(table, title);
  return table;
}

void append(std::vector<std::string>& cells, const std::vector<std::string>& more) {
  cells.insert(cells.end(), more.begin(), more.end());
}

/// The keys in which the settings differ, each a column; what they share, and is not at its default, is said once.
std::vector<std::string> varying_keys(const std::vector<Setting>& settings, const Worlds& worlds, std::string& shared) {
  std::vector<const Setting*> all;
  for (const auto& setting : settings) all.push_back(&setting);
  const auto varying = differing_keys(all);
  const auto all_have = [&](const std::string& key) {
    return std::ranges::all_of(settings, [&](const Setting& setting) { return setting.keys.contains(key); });
  };
  for (const auto& key : notable_keys(settings, worlds))
    if (!varying.contains(key) && all_have(key))
      shared += fmt::format("{}{} {}", shared.empty() ? "" : ", ", key, settings.front().value(key));
  return {varying.begin(), varying.end()};
}

/// A number to six digits.
std::string short_value(const std::string& value) {
  double number = 0;
  const auto [end, failure] = std::from_chars(value.data(), value.data() + value.size(), number);
  return failure == std::errc() && end == value.data() + value.size() ? fmt::format("{:.6g}", number) : value;
}

/// By these keys, one after the other: numbers by their size, all else as text.
std::vector<const Setting*> in_order(const std::vector<Setting>& settings, const std::vector<std::string>& keys) {
  using Rank = std::vector<std::pair<double, std::string>>;
  std::vector<std::pair<Rank, const Setting*>> ranked;
  for (const auto& setting : settings) {
    auto& rank = ranked.emplace_back(Rank{}, &setting).first;
    for (const auto& key : keys) {
      const auto text = setting.value(key);
      double number = 0;
      std::from_chars(text.data(), text.data() + text.size(), number);
      rank.emplace_back(number, text);
    }
  }
  std::ranges::stable_sort(ranked, {}, &std::pair<Rank, const Setting*>::first);
  std::vector<const Setting*> sorted;
  for (const auto& [rank, setting] : ranked) sorted.push_back(setting);
  return sorted;
}

/// The keys in which a setting differs from others: a cell each, or all in one.
std::vector<std::string> key_cells(const Setting& setting, const std::vector<std::string>& keys, bool in_one) {
  std::vector<std::string> cells;
  std::string all;
  for (const auto& key : keys) {
    cells.push_back(short_value(setting.value(key)));
    if (!cells.back().empty()) all += fmt::format("{}{} {}", all.empty() ? "" : ", ", key, cells.back());
  }
  return in_one ? std::vector{all} : cells;
}

Table settings_table(const std::vector<const Setting*>& settings, const std::vector<std::string>& keys,
                     const std::string& metric, bool keys_in_one) {
  Table table{.titles = keys_in_one ? std::vector<std::string>{"setting"} : keys};
  table.titles.emplace_back("for");
  append(table.titles, statistics_titles);
  for (const auto* setting : settings) {
    for (const auto* runs : {&setting->choosing, &setting->reporting}) {
      if (runs->empty()) continue;
      auto& row = table.rows.emplace_back(key_cells(*setting, keys, keys_in_one));
      row.emplace_back(runs == &setting->choosing ? "choosing" : "reporting");
      append(row, statistics_cells(statistics_of(*runs, metric)));
    }
  }
  drop_if_all(table, "for", "choosing");
  return fitting(table);
}

void print_settings(const std::vector<Setting>& settings, const std::string& metric, const Worlds& worlds) {
  std::string shared;
  const auto keys = varying_keys(settings, worlds, shared);
  if (!shared.empty()) fmt::print("{}", paragraph("in all: " + shared));
  const auto sorted = in_order(settings, keys);
  auto table = settings_table(sorted, keys, metric, false);
  if (table.width() > terminal_width()) table = settings_table(sorted, keys, metric, true);
  fmt::print("{}", table.text());
}

void print_choices(const std::vector<Setting>& settings, const std::string& metric) {
  Table table{.titles = {"method", "p", "chosen", "settings"}};
  append(table.titles, statistics_titles);
  bool all_fresh = true;
  for (const auto& choice : choose(settings, metric)) {
    all_fresh = all_fresh && choice.is_fresh;
    auto& row = table.rows.emplace_back();
    row = {choice.method + (choice.is_fresh ? "" : " *"), fmt::format("{}", choice.setting.truncation()), choice.tuned,
           fmt::format("{}", choice.candidates)};
    append(row, statistics_cells(choice.reported));
  }
  drop_if_all(table, "chosen", "");
  drop_if_all(table, "settings", "1");
  fmt::print("{}", fitting(table).text());
  if (!all_fresh) fmt::print("{}", paragraph(std::string(optimistic_note)));
}

}  // namespace

int show_command(const ShowOptions& options) {
  require(!(options.csv && options.json), "--csv and --json: one of them");
  require(!options.curves || options.csv, "--curves goes with --csv; --json has the curves of all runs");
  require(!(options.csv || options.json) || (!options.best && options.metric.empty()),
          "--csv and --json give every run and metric: --best and --metric are for the tables");
  const Store store(options.store, Store::Access::read);
  const auto runs = store.runs();
  require(!runs.empty(), fmt::format("{} has no runs yet", options.store));
  if (options.csv || options.json) {
    fmt::print("{}", options.curves ? curves_csv(runs, options.worlds)
                     : options.csv  ? runs_csv(runs, options.worlds)
                                    : runs_json(runs));
    return success;
  }
  const auto all = settings_of(runs);
  if (!options.metric.empty()) index_of("--metric", options.metric, metrics_of(all));
  for (const auto& [world, settings] : by_world(all)) {
    const auto metrics = metrics_of(settings);
    const auto metric = options.metric.empty() ? metrics.at(0) : options.metric;
    if (std::ranges::find(metrics, metric) == metrics.end()) {
      fmt::print("{}: no {}\n", printable(world), printable(metric));
      continue;
    }
    fmt::print("{}: {} of {}\n", printable(world), printable(metric), counted(settings.size(), "setting"));
    if (options.best) {
      print_choices(settings, metric);
    } else {
      print_settings(settings, metric, options.worlds);
    }
  }
  return success;
}

}  // namespace gvfn::cli
