// The point of the paper in one table: a GVFN and a plain RNN of the same size learn which wall they face in Compass
// World, with a window of one step and of eight. Writes the learning curves, for learning_curves.gp to draw.

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <thread>

#include "gvfn/experiment/run_many.hpp"

namespace {

struct Line {
  std::string name;
  gvfn::Config config;
};

/// Step sizes as the authors chose them (settings/shipped.csv).
std::vector<Line> lines(std::int64_t steps) {
  std::vector<Line> all;
  const auto add = [&](const std::string& kind, std::int64_t truncation, double step_size) {
    auto config = gvfn::load_config("compass-world");
    config.agent.kind = kind;
    config.agent.units = 35;  // as many as the GVFN has questions
    config.agent.truncation = truncation;
    config.optimizer.step_size = step_size;
    config.run.steps = steps;
    config.run.window = std::max<std::int64_t>(1, steps / 100);
    all.push_back({fmt::format("{} p={}", kind == "gvfn" ? "GVFN" : "RNN", truncation), config});
  };
  add("gvfn", 1, 0.0001734152992);
  add("gvfn", 8, 0.00007707346629);
  add("rnn", 1, 0.0001734152992);
  add("rnn", 8, 0.0001734152992);
  return all;
}

void write_curves(const std::filesystem::path& path, const std::vector<Line>& all,
                  const std::vector<gvfn::RunResult>& results) {
  std::ofstream file(path);
  file << "step";
  for (const auto& line : all) file << ',' << line.name;
  file << '\n';
  for (std::size_t point = 0; point < results.front().summary.steps.size(); ++point) {
    file << results.front().summary.steps[point];
    for (const auto& result : results) file << ',' << result.summary.find("accuracy")->curve.at(point);
    file << '\n';
  }
  if (!file.flush()) throw std::runtime_error("cannot write " + path.string());
}

}  // namespace

int main(int argc, char** argv) try {
  const std::filesystem::path folder = argc > 1 ? argv[1] : "demo";
  const std::int64_t steps = argc > 2 ? std::stoll(argv[2]) : 1'000'000;
  std::filesystem::create_directories(folder);
  const auto all = lines(steps);
  std::vector<gvfn::Config> configs;
  for (const auto& line : all) configs.push_back(line.config);

  fmt::print("Which wall am I facing? Compass World, {} steps, 35 units, ADAM, seed {}\n", steps,
             configs.front().run.seed);
  const auto results = gvfn::run_many(configs, std::thread::hardware_concurrency(), [&](std::size_t i, const auto&) {
    fmt::print(stderr, "{} done\n", all[i].name);
  });

  fmt::print("\n{:<10} {:>9} {:>8} {:>12}\n", "", "accuracy", "rmsve", "us a step");
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto& summary = results[i].summary;
    fmt::print("{:<10} {:>7.1f} % {:>8.4f} {:>12.2f}\n", all[i].name, 100 * summary["accuracy"], summary["rmsve"],
               1e6 * results[i].seconds / static_cast<double>(results[i].steps));
  }
  const auto percent = [&](std::size_t i) { return 100 * results[i].summary["accuracy"]; };
  fmt::print("\nFrom a window of eight steps to one of one: GVFN {:.1f} -> {:.1f} %, RNN {:.1f} -> {:.1f} %\n",
             percent(1), percent(0), percent(3), percent(2));
  write_curves(folder / "learning-curves.csv", all, results);
} catch (const std::exception& error) {
  fmt::print(stderr, "demo: {}\n", error.what());
  return 1;
}
