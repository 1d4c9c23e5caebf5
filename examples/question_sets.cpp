// The table of docs/results.md: the paper's four question sets in Compass World, p = 1, 4, 8, with SGD and ADAM, at the
// authors' step sizes, beside the authors' numbers. Arguments, both optional: number of seeds (10), number of steps.

#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <fstream>
#include <map>
#include <sstream>
#include <thread>

#include "gvfn/experiment/run_many.hpp"

namespace {

constexpr std::int64_t first_seed = 11;

struct Setting {
  std::string optimizer;
  std::string questions;
  std::string truncation;
  auto operator<=>(const Setting&) const = default;
};

/// The last column of the GVFN's lines of a reference file.
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
    if (row["method"] == "gvfn")
      values[{row["optimizer"], row["questions"], row["truncation"]}] = std::stod(cells.back());
  }
  return values;
}

struct Spread {
  double mean;
  double deviation;
  double accuracy;
};

Spread spread_of(const std::vector<gvfn::RunResult>& results, std::size_t first, std::size_t count) {
  double sum = 0;
  double squares = 0;
  double accuracy = 0;
  for (std::size_t i = first; i < first + count; ++i) {
    if (results[i].diverged()) throw std::runtime_error("a run " + *results[i].divergence);
    sum += results[i].summary.rmsve;
    squares += results[i].summary.rmsve * results[i].summary.rmsve;
    accuracy += results[i].summary.accuracy.value();
  }
  const auto n = static_cast<double>(count);
  const double mean = sum / n;
  return {mean, std::sqrt(std::max(0.0, squares / n - mean * mean) * n / std::max(1.0, n - 1)), accuracy / n};
}

}  // namespace

int main(int argc, char** argv) try {
  const std::size_t seeds = argc > 1 ? std::stoul(argv[1]) : 10;
  const std::int64_t steps = argc > 2 ? std::stoll(argv[2]) : 1'000'000;
  const auto step_sizes = read_reference("compass-world-step-sizes.csv");
  const auto authors = read_reference("compass-world-results-adam.csv");

  std::vector<Setting> settings;
  std::vector<gvfn::Config> configs;
  for (const auto* optimizer : {"adam", "sgd"}) {
    for (const auto* questions : {"terminating-horizon", "horizon", "naive", "expert"}) {
      for (const auto* truncation : {"1", "4", "8"}) {
        settings.push_back({optimizer, questions, truncation});
        auto config = gvfn::load_config("compass-world");
        config.optimizer.name = optimizer;
        config.optimizer.step_size = step_sizes.at(settings.back());
        config.agent.questions = questions;
        config.agent.truncation = std::stoll(truncation);
        config.run.steps = steps;
        for (std::size_t i = 0; i < seeds; ++i) {
          config.run.seed = first_seed + static_cast<std::int64_t>(i);
          configs.push_back(config);
        }
      }
    }
  }
  std::size_t done = 0;
  const auto results = gvfn::run_many(configs, std::thread::hardware_concurrency(), [&](std::size_t, const auto&) {
    fmt::print(stderr, "\r{} of {} runs", ++done, configs.size());
  });
  fmt::print(stderr, "\n");

  fmt::print("| optimiser | questions | p | RMSVE | spread of the seeds | accuracy | authors | ratio |\n");
  fmt::print("|---|---|---|---|---|---|---|---|\n");
  for (std::size_t i = 0; i < settings.size(); ++i) {
    const auto& [optimizer, questions, truncation] = settings[i];
    const auto [mean, deviation, accuracy] = spread_of(results, i * seeds, seeds);
    const auto found = authors.find(settings[i]);
    const auto beside = found == authors.end() ? std::string("- | -")
                                               : fmt::format("{:.4f} | {:.2f}", found->second, mean / found->second);
    fmt::print("| {} | {} | {} | {:.4f} | {:.4f} | {:.2f} % | {} |\n", optimizer, questions, truncation, mean,
               deviation, 100 * accuracy, beside);
  }
} catch (const std::exception& error) {
  fmt::print(stderr, "question_sets: {}\n", error.what());
  return 1;
}
