// The tables of docs/results.md. Arguments, all optional: which table (question-sets, baselines, ring-world or all),
// number of seeds, number of steps.

#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <fstream>
#include <map>
#include <sstream>
#include <thread>

#include "gvfn/experiment/run_many.hpp"

namespace {

constexpr std::int64_t first_seed = 11;  // the authors chose step sizes on seeds 1-10

/// One line of a reference file: which method, and its last column.
struct Setting {
  std::string method;  // gvfn, rnn, rnn-aux, forecast
  std::string cell;
  std::string questions;
  std::string auxiliary;
  std::string optimizer;
  std::string truncation;
  auto operator<=>(const Setting&) const = default;
};

std::map<Setting, double> read_reference(const std::string& file_name) {
  std::ifstream file(std::string(REFERENCE_DIR "/") + file_name);
  if (!file) throw std::runtime_error("cannot read " + file_name);
  std::map<Setting, double> values;
  std::vector<std::string> header;
  for (std::string line; std::getline(file, line);) {
    std::vector<std::string> cells;
    std::istringstream text(line);
    for (std::string cell; std::getline(text, cell, ',');) cells.push_back(cell);
    if (header.empty()) {
      header = cells;
      continue;
    }
    std::map<std::string, std::string> row;
    for (std::size_t i = 0; i < header.size(); ++i) row[header[i]] = cells.at(i);
    values[{row["method"], row["cell"], row["questions"], row["auxiliary"], row["optimizer"], row["truncation"]}] =
        std::stod(cells.back());
  }
  return values;
}

struct Spread {
  double mean = 0;
  double deviation = 0;
  double accuracy = 0;
  std::size_t diverged = 0;
};

Spread spread_of(const std::vector<gvfn::RunResult>& results, std::size_t first, std::size_t count) {
  Spread spread;
  double squares = 0;
  for (std::size_t i = first; i < first + count; ++i) {
    const auto& summary = results[i].summary;
    if (results[i].diverged()) {
      ++spread.diverged;
      continue;
    }
    spread.mean += summary["rmsve"];
    squares += summary["rmsve"] * summary["rmsve"];
    spread.accuracy += (summary.find("accuracy") ? summary["accuracy"] : 0);
  }
  const auto n = static_cast<double>(count - spread.diverged);
  spread.mean /= n;
  spread.accuracy /= n;
  spread.deviation = std::sqrt(std::max(0.0, squares / n - spread.mean * spread.mean) * n / std::max(1.0, n - 1));
  return spread;
}

/// Every configuration with `seeds` seeds from `first`, one after the other.
std::vector<gvfn::RunResult> run_all(const std::vector<gvfn::Config>& configs, std::size_t seeds, std::int64_t first) {
  std::vector<gvfn::Config> all;
  for (auto config : configs) {
    for (std::size_t i = 0; i < seeds; ++i) {
      config.run.seed = first + static_cast<std::int64_t>(i);
      all.push_back(config);
    }
  }
  std::size_t done = 0;
  auto results = gvfn::run_many(all, std::thread::hardware_concurrency(), [&](std::size_t, const auto&) {
    fmt::print(stderr, "\r{} of {} runs ", ++done, all.size());
  });
  fmt::print(stderr, "\n");
  return results;
}

gvfn::Config compass_config(const Setting& setting, double step_size, std::int64_t steps) {
  auto config = gvfn::load_config("compass-world");
  config.agent.kind = setting.method == "rnn-aux" ? "rnn" : setting.method;
  config.agent.cell = setting.cell;
  if (!setting.questions.empty()) config.agent.questions = setting.questions;
  if (!setting.auxiliary.empty()) config.agent.auxiliary = setting.auxiliary;
  if (setting.method == "forecast") config.learner.loss = "mean";
  config.agent.truncation = std::stoll(setting.truncation);
  config.optimizer.name = setting.optimizer;
  config.optimizer.step_size = step_size;
  config.run.steps = steps;
  return config;
}

/// The settings at the authors' step sizes, beside the authors' numbers.
void compass_table(const std::vector<Setting>& settings, std::size_t seeds, std::int64_t steps) {
  const auto step_sizes = read_reference("compass-world-step-sizes.csv");
  const auto authors = read_reference("compass-world-results-adam.csv");
  std::vector<gvfn::Config> configs;
  for (const auto& setting : settings) configs.push_back(compass_config(setting, step_sizes.at(setting), steps));
  const auto results = run_all(configs, seeds, first_seed);
  fmt::print(
      "| method | cell | questions | optimiser | p | RMSVE | spread of the seeds | accuracy | authors | ratio |\n");
  fmt::print("|---|---|---|---|---|---|---|---|---|---|\n");
  for (std::size_t i = 0; i < settings.size(); ++i) {
    const auto& s = settings[i];
    const auto spread = spread_of(results, i * seeds, seeds);
    if (spread.diverged > 0) fmt::print(stderr, "{} runs of line {} diverged\n", spread.diverged, i + 1);
    const auto found = authors.find(s);
    const auto beside = found == authors.end()
                            ? std::string("- | -")
                            : fmt::format("{:.4f} | {:.2f}", found->second, spread.mean / found->second);
    fmt::print("| {} | {} | {} | {} | {} | {:.4f} | {:.4f} | {:.2f} % | {} |\n", s.method, s.cell,
               s.questions + s.auxiliary, s.optimizer, s.truncation, spread.mean, spread.deviation,
               100 * spread.accuracy, beside);
  }
}

void question_sets(std::size_t seeds, std::int64_t steps) {
  std::vector<Setting> settings;
  for (const auto* optimizer : {"adam", "sgd"})
    for (const auto* questions : {"terminating-horizon", "horizon", "naive", "expert"})
      for (const auto* truncation : {"1", "4", "8"})
        settings.push_back({"gvfn", "action-rnn", questions, "", optimizer, truncation});
  compass_table(settings, seeds, steps);
}

void baselines(std::size_t seeds, std::int64_t steps) {
  std::vector<Setting> settings;
  for (const auto* method : {"rnn", "rnn-aux", "forecast"})
    for (const auto* cell : {"action-rnn", "gru", "lstm"})
      for (const auto* truncation : {"1", "4", "8"})
        settings.push_back(
            {method, cell, "", std::string(method) == "rnn-aux" ? "terminating-horizon" : "", "adam", truncation});
  compass_table(settings, seeds, steps);
}

/// The paper's comparison of Recurrent TD and Recurrent GTD: step sizes are chosen on seeds 1-5, and reported are
/// others.
void ring_world(std::size_t seeds, std::int64_t steps) {
  struct Method {
    std::string name;
    std::vector<std::string> keys;
    int low;
    int high;  // of i in 0.1 * 1.5^i
  };
  const std::vector<Method> methods{{"RTD", {}, -6, 8},
                                    {"RGTD", {"learner.rule=rgtd", "learner.second_step_size=0.01"}, -6, 8},
                                    {"RNN", {"agent.kind=rnn"}, -10, 6}};
  constexpr std::size_t sweep_seeds = 5;
  std::vector<gvfn::Config> chosen;
  std::vector<std::string> names;
  for (const auto& [name, keys, low, high] : methods) {
    for (const int truncation : {1, 2}) {
      std::vector<gvfn::Config> configs;
      for (int i = low; i <= high; ++i) {
        auto config = gvfn::load_config("ring-world");
        for (const auto& key : keys) gvfn::set_key(config, key);
        config.agent.truncation = truncation;
        config.optimizer.step_size = 0.1 * std::pow(1.5, i);
        config.run.steps = steps;
        configs.push_back(config);
      }
      const auto results = run_all(configs, sweep_seeds, 1);
      std::size_t best = configs.size();
      double least = 0;
      for (std::size_t c = 0; c < configs.size(); ++c) {
        const auto spread = spread_of(results, c * sweep_seeds, sweep_seeds);
        if (spread.diverged > 0 || (best < configs.size() && spread.mean >= least)) continue;
        best = c;
        least = spread.mean;
      }
      if (best == configs.size()) throw std::runtime_error("every step size of " + name + " diverged");
      chosen.push_back(configs[best]);
      names.push_back(name);
    }
  }
  const auto results = run_all(chosen, seeds, first_seed);
  fmt::print("| method | p | step size | RMSVE | spread of the seeds | diverged |\n|---|---|---|---|---|---|\n");
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    const auto spread = spread_of(results, i * seeds, seeds);
    fmt::print("| {} | {} | {:.4f} | {:.4f} | {:.4f} | {} |\n", names[i], chosen[i].agent.truncation,
               chosen[i].optimizer.step_size, spread.mean, spread.deviation, spread.diverged);
  }
}

}  // namespace

int main(int argc, char** argv) try {
  const std::string table = argc > 1 ? argv[1] : "all";
  const std::size_t seeds = argc > 2 ? std::stoul(argv[2]) : 10;
  const auto steps = [&](std::int64_t usual) { return argc > 3 ? std::stoll(argv[3]) : usual; };
  if (table != "all" && table != "question-sets" && table != "baselines" && table != "ring-world")
    throw std::runtime_error("no table " + table + "; there are question-sets, baselines, ring-world and all");
  if (table == "all" || table == "question-sets") question_sets(seeds, steps(1'000'000));
  if (table == "all" || table == "baselines") baselines(seeds, steps(1'000'000));
  if (table == "all" || table == "ring-world") ring_world(seeds, steps(300'000));
} catch (const std::exception& error) {
  fmt::print(stderr, "results: {}\n", error.what());
  return 1;
}
