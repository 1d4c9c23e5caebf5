#include "gvfn/experiment/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "gvfn/base/invalid_input.hpp"
#include "gvfn/kernel/flush_denormals.hpp"
#include "gvfn/question/language.hpp"

namespace gvfn {
namespace {

constexpr std::int64_t steps_between_checks = 1024;

template <class Enum, std::size_t n>
Enum named(const std::array<std::string_view, n>& names, std::string_view kind, const std::string& name) {
  return static_cast<Enum>(index_of(kind, name, names));
}

OptimizerOptions optimizer_options(const Config& config) {
  const auto& o = config.optimizer;
  return {.name = named<OptimizerName>(optimizer_names, "optimizer.name", o.name),
          .step_size = o.step_size,
          .decay = o.decay,
          .momentum = o.momentum,
          .square_decay = o.square_decay,
          .beta1 = o.beta1,
          .beta2 = o.beta2,
          .epsilon = o.epsilon,
          .clip_norm = o.clip_norm};
}

AgentOptions agent_options(const Config& config) {
  const bool is_rnn = config.agent.kind == "rnn";
  const auto activation = config.agent.activation == "auto" ? (is_rnn ? "tanh" : "sigmoid") : config.agent.activation;
  return {.truncation = static_cast<std::size_t>(config.agent.truncation),
          .activation = named<Activation>(activation_names, "agent.activation", activation),
          .action_conditional = config.agent.cell == "action-rnn",
          .complement = config.agent.complement,
          .units = static_cast<std::size_t>(config.agent.units),
          .state_loss = named<Loss>(loss_names, "learner.loss", config.learner.loss),
          .head_hidden = {config.head.hidden.begin(), config.head.hidden.end()},
          .head_activation = named<Activation>(activation_names, "head.activation", config.head.activation),
          .head_loss = named<Loss>(loss_names, "head.loss", config.head.loss),
          .head_trains_state = is_rnn,
          .optimizer = optimizer_options(config)};
}

class Stopwatch {
 public:
  double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count(); }

 private:
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

template <WorldLike W>
RunResult run_in(W world, Agent<float> agent, const Config& config,
                 const std::function<void(const Progress&)>& on_progress) {
  const FlushDenormals flush;
  const std::int64_t steps = config.run.steps;
  Random random(static_cast<std::uint64_t>(config.run.seed));
  Metrics metrics(steps, config.run.window, W::answers_exclude_each_other);
  std::vector<float> truth(agent.head_questions().size());
  RunResult result{.seed = config.run.seed, .instruction_set = agent.kernels().instruction_set};
  const Stopwatch watch;

  world.reset(random);
  agent.start(world.observation());
  while (result.steps < steps && !result.diverged()) {
    const auto action = world.behave(random);
    world.act(action.index);
    const auto predictions = agent.step(action.index, action.prob, world.observation());
    world.true_answers(truth);
    const double error = metrics.add(predictions, truth);
    ++result.steps;
    const bool is_last = result.steps == steps;
    if (!(error < config.run.divergence_bound))
      result.divergence = fmt::format("diverged at step {}: the predictions are {}", result.steps,
                                      std::isfinite(error) ? fmt::format("off by {:.3g}", error) : "not finite");
    if (is_last || result.steps % steps_between_checks == 0) {
      if (!result.diverged() && !agent.is_finite())
        result.divergence = fmt::format("diverged by step {}: state or weights are not finite", result.steps);
      if (on_progress) on_progress({result.steps, steps, watch.seconds(), metrics.curve()});
    }
  }
  result.seconds = watch.seconds();
  result.summary = metrics.summary();
  return result;
}

}  // namespace

World make_world(const Config& config) {
  const auto size = static_cast<std::size_t>(config.world.size);
  switch (index_of("world.name", config.world.name, world_names)) {
    case 0: {
      CompassWorldOptions options{.leap = config.world.leap,
                                  .wander = static_cast<std::size_t>(config.world.wander),
                                  .wander_prob = config.world.wander_prob};
      if (size > 0) options.size = size;
      return CompassWorld(options);
    }
    case 1: return RingWorld(size > 0 ? RingWorldOptions{size} : RingWorldOptions{});
    default: return CycleWorld(size > 0 ? CycleWorldOptions{size} : CycleWorldOptions{});
  }
}

Agent<float> make_agent(const Config& config, const World& world) {
  validate(config);
  const auto [vocabulary, evaluation_questions] =
      std::visit([](const auto& w) { return std::pair(w.vocabulary(), w.evaluation_questions()); }, world);
  const auto& table = kernels<float>(config.run.instruction_set);
  auto questions = config.agent.kind == "gvfn" ? make_network(load_questions(config.agent.questions), vocabulary)
                                               : QuestionNetwork(vocabulary, {});
  return Agent<float>(agent_options(config), std::move(questions), QuestionNetwork(vocabulary, evaluation_questions),
                      static_cast<std::uint64_t>(config.run.seed), table);
}

RunResult run(const Config& config, const std::function<void(const Progress&)>& on_progress) {
  validate(config);
  const auto world = make_world(config);
  return std::visit([&](const auto& w) { return run_in(w, make_agent(config, world), config, on_progress); }, world);
}

}  // namespace gvfn
