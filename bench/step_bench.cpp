// Time a step: Compass World with its environment, and agents of growing size.

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "bench/bench.hpp"
#include "gvfn/experiment/run.hpp"
#include "gvfn/kernel/flush_denormals.hpp"
#include "gvfn/kernel/invalid_input.hpp"

namespace gvfn {
namespace {

/// One iteration is one step of world, behaviour and agent, after a while of learning.
void compass_step(benchmark::State& state, const Config& config) {
  const FlushDenormals flush;
  auto world = std::get<CompassWorld>(make_world(config));
  auto agent = make_agent(config, world);
  Random random(1);
  world.reset(random);
  agent.start(world.observation());
  const auto step = [&] {
    const auto action = world.behave(random);
    world.act(action.index);
    return agent.step(action.index, action.prob, world.observation());
  };
  for (int i = 0; i < 20'000; ++i) step();
  for (auto _ : state) benchmark::DoNotOptimize(step());
}

/// n questions about one signal, p = 1, SGD: the weights are n x (n + 2), and every one is used and changed.
void size_step(benchmark::State& state, std::size_t n, const std::string& instruction_set) {
  const FlushDenormals flush;
  const Vocabulary vocabulary{{{"y", -1, 1}}, {}};
  std::vector<Question> questions;
  for (std::size_t j = 0; j < n; ++j) {
    const double gamma = 0.95 * static_cast<double>(j) / static_cast<double>(n);
    questions.push_back({fmt::format("y {}", j), SignalCumulant{"y", 1 - gamma}, Discount{gamma}});
  }
  AgentOptions options{.activation = Activation::clipped_linear, .optimizer = {.step_size = 1e-6}};
  Agent<float> agent(options, {vocabulary, questions}, {vocabulary, {}}, 1, kernels<float>(instruction_set));
  std::vector<float> observation{0};
  agent.start(observation);
  float phase = 0;
  for (auto _ : state) {
    phase += 0.3F;
    observation[0] = phase - 2 * static_cast<float>(static_cast<int>(phase / 2)) - 1;
    benchmark::DoNotOptimize(agent.step(0, 1, observation));
  }
  const auto weights = static_cast<double>(agent.weight_count());
  state.counters["ns_per_weight"] =
      benchmark::Counter(1e-9 * weights, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
  // Three forward passes read the weights; the update reads and writes them.
  state.counters["GB_per_s"] = benchmark::Counter(5 * 4e-9 * weights, benchmark::Counter::kIsIterationInvariantRate);
}

/// The least of many short repetitions is what the code needs; the median says how noisy the machine is.
void repeat(benchmark::internal::Benchmark* bench) {
  bench->Unit(benchmark::kMicrosecond)->ComputeStatistics("min", [](const std::vector<double>& times) {
    return *std::ranges::min_element(times);
  });
}

void register_cases(const std::string& instruction_set) {
  for (const auto* optimizer : {"sgd", "adam"}) {
    for (const int truncation : {1, 2, 4, 8, 16, 32}) {
      auto config = load_config("compass-world");
      config.optimizer.name = optimizer;
      config.optimizer.step_size = optimizer == std::string("sgd") ? 0.02 : 0.0002;
      config.agent.truncation = truncation;
      config.run.instruction_set = instruction_set;
      benchmark::RegisterBenchmark(fmt::format("compass-world/{}/p={}", optimizer, truncation).c_str(), compass_step,
                                   config)
          ->Apply(repeat);
    }
  }
  for (std::size_t n = 32; n <= 2048; n *= 2)
    benchmark::RegisterBenchmark(fmt::format("size/sgd/p=1/n={}", n).c_str(), size_step, n, instruction_set)
        ->Apply(repeat);
}

}  // namespace

void run_benchmarks(const std::string& filter, const std::string& instruction_set, bool json) {
  register_cases(instruction_set);
  std::vector<std::string> words{"gvfn bench",
                                 "--benchmark_filter=" + filter,
                                 "--benchmark_min_time=0.05",
                                 "--benchmark_repetitions=15",
                                 "--benchmark_report_aggregates_only=true",
                                 std::string("--benchmark_format=") + (json ? "json" : "console")};
  std::vector<char*> arguments;
  for (auto& word : words) arguments.push_back(word.data());
  int count = static_cast<int>(arguments.size());
  benchmark::Initialize(&count, arguments.data());
  if (benchmark::RunSpecifiedBenchmarks() == 0)
    throw InvalidInput(fmt::format("no benchmark's name matches \"{}\"", filter));
}

}  // namespace gvfn
