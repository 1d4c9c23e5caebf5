// Time a step: Compass World with its environment, and agents of growing size.

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "bench/cases.hpp"
#include "gvfn/experiment/run.hpp"
#include "gvfn/world/compass_world.hpp"
#include "kernel/flush_denormals.hpp"

namespace gvfn {
namespace {

/// One iteration is one step of world, behaviour and agent, after a while of learning.
void compass_step(benchmark::State& state, const Config& config) {
  const FlushDenormals flush;
  CompassWorld world;
  CompassBehaviour behaviour;
  auto agent = make_agent(config, make_world(config));
  Random random(1);
  begin_episode(world, behaviour, agent, random);
  play(world, behaviour, agent, random, 20'000);
  for (auto _ : state) {
    play(world, behaviour, agent, random, 1);
    benchmark::DoNotOptimize(agent.predictions());
  }
}

/// The same through AnyWorld and with its scores, a thousand steps at a time, as a run does it.
void erased_step(benchmark::State& state, const Config& config) {
  auto longer = config;
  longer.run.steps = std::int64_t{1} << 49;
  longer.run.window = 1'000'000'000;
  gvfn::Run run(longer);
  run.advance(20'000);
  std::int64_t left = 0;
  for (auto _ : state) {
    if (left == 0) run.advance(left = 1'024);
    --left;
  }
}

/// The same without type erasure: what a run costs beside the world, the behaviour and the agent.
void scored_step(benchmark::State& state, const Config& config) {
  const FlushDenormals flush;
  CompassWorld world;
  CompassBehaviour behaviour;
  auto agent = make_agent(config, make_world(config));
  RunScore score({.steps = std::int64_t{1} << 49, .window = std::int64_t{1} << 49}, world.evaluation(), true, agent);
  Random random(1);
  begin_episode(world, behaviour, agent, random);
  struct Watch {
    CompassWorld& world;
    Agent<float>& agent;
    RunScore& score;

    void transition(const Action&, Outcome) {}
    bool state(std::span<const float> predictions) {
      world.true_answers(score.truth());
      return score.add_state(agent, predictions, world.observation());
    }
  };
  play(world, behaviour, agent, random, 20'000, Watch{world, agent, score});
  std::int64_t left = 0;
  for (auto _ : state) {
    if (left == 0) play(world, behaviour, agent, random, left = 1'024, Watch{world, agent, score});
    --left;
  }
}

/// n questions about one signal: the weights are n x (n + 2), and every one is used and changed.
void questions_step(benchmark::State& state, std::size_t n, const AgentOptions& options,
                    const std::string& instruction_set) {
  const FlushDenormals flush;
  const Vocabulary vocabulary{{{"y", -1, 1}}, {}};
  std::vector<Question> questions;
  for (std::size_t j = 0; j < n; ++j) {
    const double gamma = 0.95 * static_cast<double>(j) / static_cast<double>(n);
    questions.push_back({fmt::format("y {}", j), SignalCumulant{"y", 1 - gamma}, Discount{gamma}});
  }
  Agent<float> agent(options, {vocabulary, questions}, {vocabulary, {}}, 1, instruction_set);
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
}

/// The same with p = 1 and SGD, and how much memory it goes through.
void size_step(benchmark::State& state, std::size_t n, const std::string& instruction_set) {
  questions_step(state, n, {.cell = {.activation = Activation::clipped_linear}, .optimizer = {.step_size = 1e-6}},
                 instruction_set);
  // Two forward passes read the weights; the update reads and writes them.
  const auto weights = static_cast<double>(n * (n + 2));
  state.counters["GB_per_s"] = benchmark::Counter(4 * 4e-9 * weights, benchmark::Counter::kIsIterationInvariantRate);
}

/// How fast the C library reads as many bytes as n questions have weights: the limit to hold GB_per_s against.
void memory_read(benchmark::State& state, std::size_t n) {
  const std::vector<float> weights(n * (n + 2), 1.0F);
  const std::size_t bytes = weights.size() * sizeof(float);
  for (auto _ : state) benchmark::DoNotOptimize(std::memchr(weights.data(), 0xff, bytes));  // which is not there
  state.counters["GB_per_s"] =
      benchmark::Counter(1e-9 * static_cast<double>(bytes), benchmark::Counter::kIsIterationInvariantRate);
}

}  // namespace

void add_step_cases(Cases& cases, const std::string& instruction_set) {
  for (const auto optimizer : {OptimizerKind::sgd, OptimizerKind::adam}) {
    for (const int truncation : {1, 2, 4, 8, 16, 32}) {
      auto config = load_config("compass-world");
      config.optimizer.name = optimizer;
      config.optimizer.step_size = optimizer == OptimizerKind::sgd ? 0.02 : 0.0002;
      config.agent.truncation = truncation;
      config.run.instruction_set = instruction_set;
      const auto name = optimizer_names.at(static_cast<std::size_t>(optimizer));
      cases.add(fmt::format("compass-world/{}/p={}", name, truncation), compass_step, config);
      if (truncation != 1) continue;
      cases.add(fmt::format("scored/compass-world/{}/p=1", name), scored_step, config);
      cases.add(fmt::format("erased/compass-world/{}/p=1", name), erased_step, config);
    }
  }
  for (const auto& [name, assignment] :
       std::vector<std::pair<std::string, std::string>>{{"rgtd", "learner.rule=rgtd"},
                                                        {"td-lambda", "learner.rule=td-lambda"},
                                                        {"snap-1", "learner.sensitivity=snap-1"},
                                                        {"rnn", "agent.kind=rnn"},
                                                        {"gru", "agent.cell=gru"},
                                                        {"lstm", "agent.cell=lstm"}}) {
    auto config = load_config("compass-world");
    config.optimizer.name = OptimizerKind::sgd;
    config.optimizer.step_size = 0.02;
    config.run.instruction_set = instruction_set;
    set_key(config, assignment);
    cases.add(fmt::format("compass-world/{}/p=1", name), compass_step, config);
  }
  // What the rules, sensitivities and cells cost against Recurrent TD with the simple cell, which is among them.
  const auto add_learner = [&](const std::string& name, std::size_t truncation, std::size_t n, LearnerOptions learner,
                               CellKind cell = CellKind::simple) {
    AgentOptions options{.truncation = truncation, .cell = {.kind = cell}, .learner = learner};
    options.optimizer.step_size = 1e-6;
    cases.add(fmt::format("{}/p={}/n={}", name, truncation, n), questions_step, n, options, instruction_set);
  };
  for (const std::size_t n : {40, 128, 256, 512}) {
    add_learner("learner/rtd", 8, n, {});
    add_learner("learner/rgtd", 8, n, {.rule = RuleKind::rgtd});
    add_learner("cell/gru", 8, n, {}, CellKind::gru);
    add_learner("cell/lstm", 8, n, {}, CellKind::lstm);
    add_learner("learner/rtd", 1, n, {});
    add_learner("learner/td-lambda", 1, n, {.rule = RuleKind::td_lambda});
    add_learner("learner/snap-1", 1, n, {.sensitivity = SensitivityKind::snap1});
    add_learner("learner/uoro", 1, n, {.sensitivity = SensitivityKind::uoro});
    if (n > 128) continue;  // O(n^3) and O(n^4)
    add_learner("learner/kf-rtrl", 1, n, {.sensitivity = SensitivityKind::kf_rtrl});
    if (n == 40) add_learner("learner/rtrl", 1, n, {.sensitivity = SensitivityKind::rtrl});
  }
  for (std::size_t n = 32; n <= 2048; n *= 2)
    cases.add(fmt::format("size/sgd/p=1/n={}", n), size_step, n, instruction_set);
  for (const std::size_t n : {512, 2048}) cases.add(fmt::format("memory/read/n={}", n), memory_read, n);
  auto discovery = load_config("compass-discovery");
  discovery.run.instruction_set = instruction_set;
  cases.add("discovery/compass-world/n=100", erased_step, discovery);
}

}  // namespace gvfn
