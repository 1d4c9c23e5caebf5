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
  Figure figure{
      "time-series", "Mackey-Glass and MSO, 12 steps ahead: error by truncation, and learning curves", {1, 8, 32}, {}};
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
  return figure;
}

Figure case_study() {
  return {"case-study",
          "MSO with a window of one step: a GVFN of 128 horizons beside an RNN",
          {1},
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
                "Which wall is ahead? Error by truncation, and learning curves, with SGD and with ADAM",
                {8},
                {}};
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
  Figure figure{"misspecified",
                "Questions well and badly chosen, and forecasts instead of questions, in Compass World",
                truncations,
                {}};
  for (const auto& optimizer : compass_optimizers()) {
    figure.lines.push_back(compass_line(optimizer, "GVFN", {}, truncations));
    figure.lines.push_back(compass_line(optimizer, "Horizon", {"agent.questions=horizon"}, truncations));
    figure.lines.push_back(compass_line(optimizer, "Naive", {"agent.questions=naive"}, truncations));
    figure.lines.push_back(compass_line(optimizer, "Expert", {"agent.questions=expert"}, truncations));
    figure.lines.push_back(
        compass_line(optimizer, "Forecast", {"agent.kind=forecast", "learner.loss=mean"}, truncations));
  }
  return figure;
}

// Ring World: the paper's section 12.

Figure ring_world() {
  const std::vector<std::int64_t> truncations{1, 2};
  const auto* gvfn = R"toml(optimizer.step_size = "0.1*1.5^(-6..8)")toml";
  const auto* rnn = R"toml(optimizer.step_size = "0.1*1.5^(-10..6)")toml";
  return {
      "ring-world",
      "Recurrent TD beside Recurrent GTD, and an RNN, in Ring World",
      truncations,
      {{"Ring World", "RTD", "ring-world", {}, truncations, gvfn},
       {"Ring World", "RGTD", "ring-world", {"learner.rule=rgtd", "learner.second_step_size=0.01"}, truncations, gvfn},
       {"Ring World", "RNN", "ring-world", {"agent.kind=rnn"}, truncations, rnn}}};
}

/// Before what is tuned is set.
Config line_config(const FigureLine& line, std::int64_t truncation) {
  auto config = load_config(line.base);
  auto assignments = line.set;
  assignments.push_back(fmt::format("agent.truncation={}", truncation));
  set_keys(config, assignments);
  return config;
}

void shorten(Config& config, std::int64_t steps) {
  if (steps == 0) return;
  config.run.steps = steps;
  config.run.window = std::max<std::int64_t>(2, std::min(config.run.window, steps / 10));
}

}  // namespace

bool FigureLine::has_settings(std::int64_t truncation) const {
  const auto config = line_config(*this, truncation);
  return settings_for(config, figure) || settings_for(config);
}

Config FigureLine::config(std::int64_t truncation, std::int64_t steps) const {
  auto config = line_config(*this, truncation);
  auto settings = settings_for(config, figure);
  if (!settings) settings = settings_for(config);
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

const std::vector<Figure>& figures() {
  static const std::vector<Figure> all = [] {
    std::vector<Figure> made{case_study(), time_series(), compass_world(), misspecified(), ring_world()};
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
