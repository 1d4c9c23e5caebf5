// What a configuration describes: the world and the agent.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "gvfn/base/invalid_input.hpp"
#include "gvfn/experiment/run.hpp"
#include "gvfn/language/question_file.hpp"
#include "gvfn/question/forecast.hpp"

namespace gvfn {
namespace {

template <class Enum, std::size_t n>
Enum named(const std::array<std::string_view, n>& names, std::string_view kind, const std::string& name) {
  return static_cast<Enum>(index_of(kind, name, names));
}

OptimizerOptions optimizer_options(const OptimizerConfig& o) {
  return {.name = named<OptimizerKind>(optimizer_names, "optimizer.name", o.name),
          .step_size = o.step_size,
          .decay = o.decay,
          .momentum = o.momentum,
          .square_decay = o.square_decay,
          .beta1 = o.beta1,
          .beta2 = o.beta2,
          .epsilon = o.epsilon,
          .clip_norm = o.clip_norm,
          .batch = o.batch};
}

CellOptions cell_options(const std::string& name, Activation activation) {
  const auto kind = name == "gru" ? CellKind::gru : name == "lstm" ? CellKind::lstm : CellKind::simple;
  return {.kind = kind, .activation = activation, .action_conditional = name == "action-rnn"};
}

/// Answers about signals without a range have none either.
Activation usual_activation(const Config& config, const Vocabulary& vocabulary) {
  if (config.agent.kind == "rnn") return Activation::tanh;
  const bool have_ranges = std::ranges::all_of(vocabulary.signals, [](const SignalInfo& signal) {
    return std::isfinite(signal.low) && std::isfinite(signal.high);
  });
  return have_ranges ? Activation::sigmoid : Activation::clipped_linear;
}

CellOptions state_cell(const Config& config, const Vocabulary& vocabulary) {
  const auto& [cell, activation] = std::tie(config.agent.cell, config.agent.activation);
  if (activation == "auto") return cell_options(cell, usual_activation(config, vocabulary));
  require(
      cell != "gru" && cell != "lstm",
      fmt::format("agent.activation = \"{}\" is for simple cells; a {} has activations of its own", activation, cell));
  return cell_options(cell, named<Activation>(activation_names, "agent.activation", activation));
}

FreeLayerOptions free_layer(const std::string& cell, std::int64_t units) {
  if (cell == "none") return {};
  return {.units = static_cast<std::size_t>(units), .cell = cell_options(cell, Activation::tanh)};
}

RuleKind rule_of(const Config& config) {
  const auto& rule = config.learner.rule;
  if (rule == "auto") return config.agent.kind == "forecast" ? RuleKind::target : RuleKind::rtd;
  if (config.agent.kind == "rnn" && rule == "target") return RuleKind::rtd;  // no questions: the head's errors are left
  require(
      config.agent.kind != "forecast" || rule == "target",
      fmt::format("learner.rule = \"{}\" learns returns, and a forecast network's targets are none, but what is seen "
                  "so many steps later: its rule is \"target\" (or \"auto\")",
                  rule));
  return named<RuleKind>(rule_names, "learner.rule", rule);
}

/// Free units and a target weight are a gvfn's.
void check_kind(const Config& config) {
  const auto& agent = config.agent;
  if (agent.kind == "gvfn") return;
  require(agent.free_units == 0,
          fmt::format("agent.free_units = {} is for a gvfn; {}", agent.free_units,
                      agent.kind == "rnn" ? "all the units of an rnn are free, and agent.units says how many"
                                          : "every unit of a forecast network is a forecast"));
  require(agent.target_weight == 0,
          fmt::format("agent.target_weight = {} is for a gvfn; {}", agent.target_weight,
                      agent.kind == "rnn" ? "an rnn is trained by the head's errors anyway"
                                          : "the head's errors do not reach a forecast network's state"));
}

AgentOptions agent_options(const Config& config, const Vocabulary& vocabulary, const Evaluation& evaluation) {
  check_kind(config);
  const auto& agent = config.agent;
  const auto& learner = config.learner;
  return {
      .truncation = static_cast<std::size_t>(agent.truncation),
      .cell = state_cell(config, vocabulary),
      .free_units = static_cast<std::size_t>(agent.kind == "rnn" ? agent.units : agent.free_units),
      .complement = agent.complement,
      .constant_input = agent.constant_input,
      .below = free_layer(agent.below, agent.below_units),
      .beside = free_layer(agent.beside, agent.beside_units),
      .learner = {.rule = rule_of(config),
                  .sensitivity = named<SensitivityKind>(sensitivity_names, "learner.sensitivity", learner.sensitivity),
                  .lambda = learner.lambda,
                  .gtd = {.form = named<GtdForm>(gtd_form_names, "learner.form", learner.form),
                          .hessian = learner.hessian,
                          .second_step_size = learner.second_step_size}},
      .state_loss = named<Loss>(loss_names, "learner.loss", learner.loss),
      .target_weight = agent.target_weight,
      .head_hidden = {config.head.hidden.begin(), config.head.hidden.end()},
      .head_activation = named<Activation>(activation_names, "head.activation", config.head.activation),
      .head_loss = named<Loss>(loss_names, "head.loss", config.head.loss),
      .head_forecasts = evaluation.forecasts,
      .optimizer = optimizer_options(config.optimizer),
      .head_optimizer = config.head.optimizer.name == "same" ? std::nullopt
                                                             : std::optional(optimizer_options(config.head.optimizer))};
}

/// The signals that the world's questions and forecasts are about.
std::vector<std::string> evaluated_signals(const Vocabulary& vocabulary, const Evaluation& evaluation) {
  std::vector<std::string> signals;
  const auto add = [&](const std::string& signal) {
    if (std::ranges::find(signals, signal) == signals.end()) signals.push_back(signal);
  };
  for (const auto& question : evaluation.questions)
    if (const auto* cumulant = std::get_if<SignalCumulant>(&question.cumulant)) add(cumulant->signal);
  for (const auto& forecast : evaluation.forecasts) add(vocabulary.signals[forecast.signal].name);
  return signals;
}

QuestionNetwork state_questions(const Config& config, const Vocabulary& vocabulary, const Evaluation& evaluation) {
  const auto& agent = config.agent;
  if (agent.kind == "rnn") return {vocabulary, {}};
  if (agent.kind == "gvfn") return make_questions(load_questions(agent.questions), vocabulary);
  return {vocabulary,
          forecast_questions(evaluated_signals(vocabulary, evaluation), static_cast<std::size_t>(agent.horizon))};
}

QuestionNetwork head_questions(const Config& config, const Vocabulary& vocabulary, std::vector<Question> questions) {
  const auto& agent = config.agent;
  if (agent.auxiliary == "none") return {vocabulary, std::move(questions)};
  require(
      agent.kind != "forecast",
      fmt::format("agent.auxiliary = \"{}\": auxiliary tasks train a state by the head's errors, which do not reach a "
                  "forecast network's",
                  agent.auxiliary));
  require(
      agent.kind == "rnn" || agent.free_units > 0 || agent.target_weight > 0 || agent.beside != "none",
      fmt::format("agent.auxiliary = \"{}\": auxiliary tasks train a state by the head's errors, and nothing in this "
                  "one is trained by them (agent.kind = \"rnn\", agent.free_units, agent.target_weight or "
                  "agent.beside would be)",
                  agent.auxiliary));
  const auto auxiliary = load_questions(agent.auxiliary);
  make_questions(auxiliary, vocabulary);  // names the file if it does not fit the world
  const auto asked = questions;
  for (const auto& question : auxiliary.questions) {
    require(
        std::ranges::find(asked, question.name, &Question::name) == asked.end(),
        fmt::format("agent.auxiliary = \"{}\": the world itself asks \"{}\", so the file's question needs another name",
                    agent.auxiliary, question.name));
    questions.push_back(question);
  }
  return {vocabulary, std::move(questions)};
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
    case 2: return CycleWorld(size > 0 ? CycleWorldOptions{size} : CycleWorldOptions{});
    case 3: return SeriesWorld<MackeyGlass>({.horizon = static_cast<std::size_t>(config.world.horizon)});
    default: return SeriesWorld<Mso>({.horizon = static_cast<std::size_t>(config.world.horizon)});
  }
}

Agent<float> make_agent(const Config& config, const World& world) {
  validate(config);
  const auto [vocabulary, evaluation] =
      std::visit([](const auto& w) { return std::pair(w.vocabulary(), w.evaluation()); }, world);
  return Agent<float>(agent_options(config, vocabulary, evaluation), state_questions(config, vocabulary, evaluation),
                      head_questions(config, vocabulary, evaluation.questions),
                      static_cast<std::uint64_t>(config.run.seed), config.run.instruction_set);
}

}  // namespace gvfn
