#include "reproduce/figures.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <sstream>

#include "experiment/shipped_settings.hpp"
#include "gvfn/base/invalid_input.hpp"

namespace gvfn {
namespace {

using Strings = std::vector<std::string>;

/// A line with settings that the authors' programs had and the paper does not name.
std::string as_authors(const std::string& line) { return line + " as the authors ran it"; }

struct Cell {
  const char* name;
  const char* key;
};

// Time series: the paper's section 9.

const std::vector<std::int64_t> series_truncations{1, 2, 4, 8, 16, 32};

constexpr const char* series_gvfn_sweep = R"toml(
optimizer.step_size = ["10^(-6..-3)", "5*10^(-6..-3)"]
head.optimizer.step_size = ["10^(-5..-2)", "5*10^(-5..-2)"])toml";

FigureLine series_rnn(const std::string& panel, const std::string& base, const Cell& cell, int units, bool auxiliary,
                      std::vector<std::int64_t> truncations) {
  Strings set{"agent.kind=rnn",
              std::string("agent.cell=") + cell.key,
              "agent.units=" + std::to_string(units),
              "head.hidden=[" + std::to_string(units) + "]",
              "optimizer.name=adam",
              "optimizer.clip_norm=0.25",
              "head.optimizer.name=same"};
  if (auxiliary) set.push_back("agent.auxiliary=" + base);
  return {panel,
          cell.name + std::string(auxiliary ? " + auxiliary" : ""),
          base,
          set,
          std::move(truncations),
          R"toml(optimizer.step_size = "2^(-20..-1)")toml"};
}

Figure time_series() {
  Figure figure{"time-series",
                "Figures 4 and 5",
                "Mackey-Glass and MSO, 12 steps ahead: error by truncation, and learning curves",
                {1, 8, 32},
                {{"Mackey-Glass", "Figure 4, left", "Figure 5, top", "nrmse"},
                 {"MSO", "Figure 4, right", "Figure 5, bottom", "nrmse"}}};
  struct Series {
    const char* panel;
    const char* base;
    int units;
    int gated_units;
  };
  for (const auto& [panel, base, units, gated_units] :
       {Series{"Mackey-Glass", "mackey-glass", 32, 8}, {"MSO", "mso", 128, 128}}) {
    figure.lines.push_back({panel, "GVFN", base, {}, series_truncations, series_gvfn_sweep});
    for (const bool auxiliary : {false, true}) {
      figure.lines.push_back(series_rnn(panel, base, {"RNN", "rnn"}, units, auxiliary, series_truncations));
      figure.lines.push_back(series_rnn(panel, base, {"GRU", "gru"}, gated_units, auxiliary, series_truncations));
      figure.lines.push_back(series_rnn(panel, base, {"LSTM", "lstm"}, gated_units, auxiliary, series_truncations));
    }
  }
  figure.lines.push_back({"Mackey-Glass", as_authors("GVFN"), "mackey-glass-authors", {}, {1}, ""});
  return figure;
}

Figure case_study() {
  return {"case-study",
          "Figure 3",
          "MSO with a window of one step: a GVFN of 128 horizons beside an RNN",
          {1},
          {{"Case study", "", "Figure 3, left", "nrmse"}},
          {{"Case study", "GVFN", "mso", {"agent.questions=case-study"}, {1}, series_gvfn_sweep},
           series_rnn("Case study", "mso", {"RNN", "rnn"}, 128, false, {1})}};
}

// Compass World: the paper's sections 10 and 11.

struct CompassOptimizer {
  const char* panel;
  const char* name;
  const char* sweep;
};

std::vector<CompassOptimizer> compass_optimizers() {
  return {{"Compass World SGD", "sgd", R"toml(optimizer.step_size = ["0.1*1.5^(-10..5)", 1.0])toml"},
          {"Compass World ADAM", "adam", R"toml(optimizer.step_size = "0.01*1.5^(-18..0 step 2)")toml"}};
}

FigureLine compass_line(const CompassOptimizer& optimizer, const std::string& name, Strings set,
                        std::vector<std::int64_t> truncations) {
  set.push_back(std::string("optimizer.name=") + optimizer.name);
  return {optimizer.panel, name, "compass-world", std::move(set), std::move(truncations), optimizer.sweep};
}

Figure compass_world() {
  const std::vector<std::int64_t> truncations{1, 4, 8, 12, 16, 24, 32};
  Figure figure{"compass-world",
                "Figure 6",
                "Which wall is ahead? Error by truncation, and learning curves, with SGD and with ADAM",
                {4},
                {{"Compass World SGD", "Figure 6, top left", "Figure 6, bottom left", "accuracy"},
                 {"Compass World ADAM", "Figure 6, top right", "Figure 6, bottom right", "accuracy"}}};
  for (const auto& optimizer : compass_optimizers()) {
    figure.lines.push_back(compass_line(optimizer, "GVFN", {}, truncations));
    for (const bool auxiliary : {false, true}) {
      for (const auto& [name, key] : {Cell{"RNN", "action-rnn"}, {"GRU", "gru"}, {"LSTM", "lstm"}}) {
        Strings set{"agent.kind=rnn", std::string("agent.cell=") + key};
        if (auxiliary) set.emplace_back("agent.auxiliary=terminating-horizon");
        figure.lines.push_back(
            compass_line(optimizer, name + std::string(auxiliary ? " + auxiliary" : ""), set, truncations));
      }
    }
  }
  return figure;
}

Figure misspecified() {
  const std::vector<std::int64_t> truncations{1, 8};
  Figure figure{
      "misspecified",
      "Figure 7",
      "Questions well and badly chosen, and a forecast network, in Compass World",
      truncations,
      {{"Compass World SGD", "", "Figure 7, left", "rmsve"}, {"Compass World ADAM", "", "Figure 7, right", "rmsve"}}};
  for (const auto& optimizer : compass_optimizers()) {
    figure.lines.push_back(compass_line(optimizer, "GVFN", {}, truncations));
    figure.lines.push_back(compass_line(optimizer, "Horizon", {"agent.questions=horizon"}, truncations));
    figure.lines.push_back(compass_line(optimizer, "Naive", {"agent.questions=naive"}, truncations));
    figure.lines.push_back(compass_line(optimizer, "Expert", {"agent.questions=expert"}, truncations));
    figure.lines.push_back(
        compass_line(optimizer, "Forecast", {"agent.kind=forecast", "learner.loss=mean"}, truncations));
  }
  figure.lines.push_back(
      {"Compass World ADAM", as_authors("Forecast"), "compass-forecast-authors", {}, truncations, ""});
  return figure;
}

// Ring World: the paper's section 12.

Figure ring_world() {
  const std::vector<std::int64_t> truncations{1, 2};
  const auto* gvfn = R"toml(optimizer.step_size = "0.1*1.5^(-6..8)")toml";
  const auto* rnn = R"toml(optimizer.step_size = "0.1*1.5^(-10..6)")toml";
  return {
      "ring-world",
      "Figure 8",
      "Recurrent TD beside Recurrent GTD, and an RNN, in Ring World",
      truncations,
      {{"Ring World", "", "Figure 8", "rmsve"}},
      {{"Ring World", "RTD", "ring-world", {}, truncations, gvfn},
       {"Ring World", "RGTD", "ring-world", {"learner.rule=rgtd", "learner.second_step_size=0.01"}, truncations, gvfn},
       {"Ring World", "RNN", "ring-world", {"agent.kind=rnn"}, truncations, rnn}}};
}

// Discovery: the paper's section 13.2, "a simple generate and test strategy". Its step size is the paper's.

FigureLine discovery_line(const std::string& panel, const std::string& name, std::int64_t steps, Strings set) {
  set.push_back(fmt::format("run.steps={}", steps));
  return {panel, name, "compass-discovery", std::move(set), {1}, ""};
}

const std::string by_magnitude = "discovery.utility=magnitude";
const std::string by_contribution = "discovery.utility=contribution";
const std::string inherited = "discovery.inherit=0.9";

Figure discovery_pruning() {
  const Strings pruning{"agent.questions=expert-45", "discovery.primitives=compass-noise", "discovery.units=200",
                        "discovery.fraction=0.1",    "discovery.regenerate=false",         "discovery.protect=false"};
  Figure figure{"discovery-pruning",
                "Figure 10",
                "45 expert questions and 155 about noise: every million steps, 20 are removed",
                {1},
                {{"Pruning", "", "Figure 10, left", "rmsve"}}};
  for (const auto& [name, choices] : std::vector<std::pair<std::string, Strings>>{
           {"Magnitude", {by_magnitude}},
           {"Trace", {"discovery.utility=trace"}},
           {"Contribution", {by_contribution}},
           {"Magnitude, random head", {by_magnitude, "head.zero_start=false"}}}) {
    auto set = pruning;
    set.insert(set.end(), choices.begin(), choices.end());
    figure.lines.push_back(discovery_line("Pruning", name, 12'000'000, set));
  }
  return figure;
}

Figure discovery_generation() {
  constexpr std::int64_t steps = 100'000'000;
  Figure figure{"discovery-generation",
                "Figure 10",
                "100 random questions, of which the least useful are replaced by new ones every million steps",
                {1},
                {{"Generation", "", "Figure 10, right", "rmsve"}}};
  for (const auto* epsilon : {"0", "0.1", "0.2", "0.5"})
    figure.lines.push_back(discovery_line("Generation", std::string("epsilon = ") + epsilon, steps,
                                          {by_magnitude, std::string("discovery.fraction=") + epsilon}));
  figure.lines.push_back(discovery_line("Generation", "Contribution, inherited", steps, {by_contribution, inherited}));
  // These have shown what they are after fewer steps.
  constexpr std::int64_t fewer_steps = 30'000'000;
  for (const auto& [name, choices] : std::vector<std::pair<std::string, Strings>>{
           {"Expert questions", {"agent.questions=expert-45", "discovery.primitives=none"}},
           {"Magnitude, inherited", {by_magnitude, inherited}},
           {"Trace", {"discovery.utility=trace"}},
           {"Contribution", {by_contribution}},
           {"Contribution, inherited, dependants replaced",
            {by_contribution, inherited, "discovery.dependants=replace"}},
           {"Contribution, inherited, continual", {by_contribution, inherited, "discovery.replacement=continual"}},
           {"Contribution, inherited, tuned", {by_contribution, inherited, "discovery.tune=continuations"}}})
    figure.lines.push_back(discovery_line("Generation", name + ", 30 M", fewer_steps, choices));
  return figure;
}

/// Before what is tuned is set.
Config line_config(const FigureLine& line, std::int64_t truncation) {
  auto config = load_config(line.base);
  set_keys(config, line.set);
  // Learners that carry the past along have no other truncation than 1.
  const std::string key = "agent.truncation";
  if (why_no_effect(config, key).empty()) set_key(config, fmt::format("{}={}", key, truncation));
  return config;
}

void shorten(Config& config, std::int64_t steps) {
  if (steps == 0) return;
  auto& discovery = config.discovery.options;
  for (auto* interval : {&discovery.every, &discovery.maturity})
    *interval = std::max<std::int64_t>(1, *interval * steps / config.run.steps);
  discovery.rate *= static_cast<double>(config.run.steps) / static_cast<double>(steps);
  config.run.steps = steps;
  config.run.window = std::max<std::int64_t>(2, std::min(config.run.window, steps / 10));
}

}  // namespace

bool FigureLine::has_settings(std::int64_t truncation) const {
  if (!is_tuned()) return true;
  const auto config = line_config(*this, truncation);
  return settings_for(config, figure) || settings_for(config);
}

Config FigureLine::config(std::int64_t truncation, std::int64_t steps) const {
  auto config = line_config(*this, truncation);
  auto settings = is_tuned() ? settings_for(config, figure) : std::nullopt;
  if (is_tuned() && !settings) settings = settings_for(config);
  std::istringstream words(settings.value_or(""));
  for (std::string word; words >> word;) set_key(config, word);
  shorten(config, steps);
  return config;
}

Sweep FigureLine::sweep(const std::vector<std::int64_t>& seeds, std::int64_t steps) const {
  auto sweep = parse_sweep(fmt::format("base = \"{}\"\nseeds = [{}]\n[grid]\nagent.truncation = [{}]\n{}", base,
                                       fmt::join(seeds, ", "), fmt::join(truncations, ", "), tuned),
                           panel + ", " + name);
  set_keys(sweep.base, set);
  shorten(sweep.base, steps);
  return sweep;
}

PaperPlace Figure::place(const std::string& panel) const {
  const auto found = std::ranges::find(places, panel, &PaperPlace::panel);
  return found == places.end() ? PaperPlace{.panel = panel} : *found;
}

const std::vector<Figure>& figures() {
  static const std::vector<Figure> all = [] {
    std::vector<Figure> made{case_study(), time_series(),       compass_world(),       misspecified(),
                             ring_world(), discovery_pruning(), discovery_generation()};
    for (auto& figure : made)
      for (auto& line : figure.lines) line.figure = figure.name;
    return made;
  }();
  return all;
}

const Figure& find_figure(const std::string& name) {
  std::vector<std::string_view> names;
  for (const auto& figure : figures()) names.push_back(figure.name);
  return figures()[index_of("figure", name, names)];
}

}  // namespace gvfn
