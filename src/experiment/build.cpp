// What a configuration describes: the world and the agent.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "experiment/shipped_settings.hpp"
#include "gvfn/base/invalid_input.hpp"
#include "gvfn/experiment/run.hpp"
#include "gvfn/language/question_file.hpp"
#include "gvfn/question/describe.hpp"
#include "gvfn/question/forecast.hpp"
#include "question/answer_scaling.hpp"

namespace gvfn {
namespace {

template <class Enum, std::size_t n>
Enum named(const std::array<std::string_view, n>& names, std::string_view kind, const std::string& name) {
  return static_cast<Enum>(index_of(kind, name, names));
}

CellOptions cell_options(const std::string& name, Activation activation) {
  const auto kind = name == "gru" ? CellKind::gru : name == "lstm" ? CellKind::lstm : CellKind::simple;
  return {.kind = kind, .activation = activation, .action_conditional = name == "action-rnn"};
}

/// Answers about signals without a range have none either, where they are not scaled.
Activation usual_activation(const Config& config, const Vocabulary& vocabulary) {
  if (config.agent.kind == "rnn") return Activation::tanh;
  if (scaling_for(config.agent.inputs, vocabulary) != InputScaling::raw) return Activation::sigmoid;
  const bool have_ranges = std::ranges::all_of(vocabulary.signals, [](const SignalInfo& signal) {
    return std::isfinite(signal.low) && std::isfinite(signal.high);
  });
  return have_ranges ? Activation::sigmoid : Activation::clipped_linear;
}

CellOptions state_cell(const Config& config, const Vocabulary& vocabulary) {
  const auto& [cell, activation] = std::tie(config.agent.cell, config.agent.activation);
  if (activation == "auto") return cell_options(cell, usual_activation(config, vocabulary));
  return cell_options(cell, named<Activation>(activation_names, "agent.activation", activation));
}

FreeLayerOptions free_layer(const std::string& cell, std::int64_t units) {
  if (cell == "none") return {};
  return {.units = static_cast<std::size_t>(units), .cell = cell_options(cell, Activation::tanh)};
}

/// An rnn has no questions: of Recurrent TD, the head's errors are left.
RuleKind rule_of(const Config& config) {
  const auto& rule = config.learner.rule;
  if (config.agent.kind == "forecast") return RuleKind::target;
  if (config.agent.kind == "rnn" || rule == "auto") return RuleKind::rtd;
  return named<RuleKind>(rule_names, "learner.rule", rule);
}

AgentOptions agent_options(const Config& config, const Vocabulary& vocabulary, const Evaluation& evaluation) {
  const auto& agent = config.agent;
  const auto& learner = config.learner;
  return {.truncation = static_cast<std::size_t>(agent.truncation),
          .cell = state_cell(config, vocabulary),
          .free_units = static_cast<std::size_t>(agent.kind == "rnn" ? agent.units : agent.free_units),
          .inputs = agent.inputs,
          .traces = {agent.traces.begin(), agent.traces.end()},
          .complement = agent.complement,
          .constant_input = agent.constant_input,
          .below = free_layer(agent.below, agent.below_units),
          .beside = free_layer(agent.beside, agent.beside_units),
          .learner = {.rule = rule_of(config),
                      .sensitivity = learner.options.sensitivity,
                      .lambda = learner.options.lambda,
                      .gtd = learner.options.gtd},
          .state_loss = learner.loss,
          .target_weight = agent.target_weight,
          .head_hidden = {config.head.hidden.begin(), config.head.hidden.end()},
          .head_activation = config.head.activation,
          .head_loss = config.head.loss,
          .head_zero_start = config.head.zero_start,
          .head_lambda = config.head.lambda,
          .head_forecasts = evaluation.forecasts,
          .optimizer = config.optimizer,
          .head_optimizer = config.head.optimizer};
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

/// Names that the world does not have.
bool has_other_names(const Vocabulary& of_file, const Vocabulary& of_world) {
  const auto is_other_signal = [&](const SignalInfo& signal) {
    return std::ranges::find(of_world.signals, signal.name, &SignalInfo::name) == of_world.signals.end();
  };
  const auto is_other_action = [&](const std::string& action) {
    return std::ranges::find(of_world.actions, action) == of_world.actions.end();
  };
  return std::ranges::any_of(of_file.signals, is_other_signal) || std::ranges::any_of(of_file.actions, is_other_action);
}

QuestionNetwork given_questions(const Config& config, const Vocabulary& vocabulary) {
  if (config.agent.questions == "none") {
    require(config.discovery.is_on() || config.agent.free_units > 0,
            "agent.questions = \"none\": the state needs questions: those of a file, or of discovery.primitives, which "
            "gvfn discover draws from; or agent.free_units");
    return {vocabulary, {}};
  }
  const auto questions = load_questions(config.agent.questions);
  try {
    return make_questions(questions, vocabulary);
  } catch (const InvalidInput& error) {
    if (!has_other_names(questions.vocabulary, vocabulary)) throw;
    throw InvalidInput(fmt::format("{}; does agent.questions name a set for another world than \"{}\"?", error.what(),
                                   config.world.name));
  }
}

Discovery discovery_of(const Config& config, const Vocabulary& vocabulary) {
  return {config.discovery.options, load_primitives(config.discovery.primitives, vocabulary),
          given_questions(config, vocabulary), static_cast<std::size_t>(config.discovery.units),
          static_cast<std::uint64_t>(config.run.seed)};
}

/// Those that the state begins with.
QuestionNetwork state_questions(const Config& config, const Vocabulary& vocabulary, const Evaluation& evaluation) {
  const auto& agent = config.agent;
  if (agent.kind == "rnn") return {vocabulary, {}};
  if (agent.kind == "gvfn")
    return config.discovery.is_on() ? discovery_of(config, vocabulary).questions()
                                    : given_questions(config, vocabulary);
  const auto signals = evaluated_signals(vocabulary, evaluation);
  require(
      !signals.empty(),
      fmt::format("agent.kind = \"forecast\": a forecast network predicts the signals that the world asks about, and "
                  "world \"{}\" asks about none; agent.kind = \"gvfn\" with myopic questions can",
                  config.world.name));
  return {vocabulary, forecast_questions(signals, static_cast<std::size_t>(agent.horizon))};
}

QuestionNetwork head_questions(const Config& config, const Vocabulary& vocabulary, std::vector<Question> questions) {
  const auto& agent = config.agent;
  with_where([&] { return fmt::format("world \"{}\": its questions", config.world.name); },
             [&] { QuestionNetwork(vocabulary, questions); });
  if (agent.auxiliary == "none") return {vocabulary, std::move(questions)};
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

std::vector<std::string> answer_warnings(const Config& unresolved) {
  const auto config = resolved(unresolved);
  const auto world = make_world(config);
  if (config.agent.inputs != InputScaling::raw) return {};
  const auto cell = state_cell(config, world.vocabulary());
  return warnings(state_questions(config, world.vocabulary(), world.evaluation()), cell.output());
}

void fill_in_automatic(Config& config) {
  auto& inputs = config.agent.inputs;
  if (inputs != InputScaling::automatic) return;
  const auto world = make_world(config);
  const auto& vocabulary = world.vocabulary();
  if (config.discovery.is_on()) {  // whatever is going to be drawn
    inputs = scaling_for(inputs, vocabulary);
    if (inputs == InputScaling::raw) inputs = InputScaling::range;
    return;
  }
  inputs = scaling_for(inputs, state_questions(config, vocabulary, world.evaluation()),
                       state_cell(config, vocabulary).output());
}

bool has_usual_activation(const Config& config) {
  auto usual = config;
  usual.agent.activation = "auto";
  const auto vocabulary = make_world(config).vocabulary();
  return state_cell(config, vocabulary).output() == state_cell(usual, vocabulary).output();
}

StepSizes step_sizes_by_sizes(const Config& config) {
  const auto world = make_world(config);
  const auto& vocabulary = world.vocabulary();
  const auto& evaluation = world.evaluation();
  return usual_step_sizes(agent_options(config, vocabulary, evaluation),
                          state_questions(config, vocabulary, evaluation),
                          head_questions(config, vocabulary, evaluation.questions).size());
}

AnyWorld make_world(const Config& config) { return config.worlds.make(config.world.name, config.world.options); }

std::optional<Discovery> make_discovery(const Config& unresolved, const AnyWorld& world) {
  const auto config = resolved(unresolved);
  if (!config.discovery.is_on()) return std::nullopt;
  require(
      world.evaluation().size() > 0,
      fmt::format("discovery.primitives = \"{}\": questions are judged by how much the head uses their answers, and "
                  "world \"{}\" asks nothing that a head could answer",
                  config.discovery.primitives, config.world.name));
  return discovery_of(config, world.vocabulary());
}

Agent<float> make_agent(const Config& unresolved, const AnyWorld& world) {
  validate(unresolved);
  const auto config = resolved(unresolved);
  const auto& vocabulary = world.vocabulary();
  const auto& evaluation = world.evaluation();
  const auto of_head = head_questions(config, vocabulary, evaluation.questions);
  require(config.agent.kind != "rnn" || of_head.size() + evaluation.forecasts.size() > 0,
          fmt::format("agent.kind = \"rnn\": the head's errors train an rnn, and world \"{}\" asks nothing that a head "
                      "could answer; agent.auxiliary can name questions",
                      config.world.name));
  return Agent<float>(agent_options(config, vocabulary, evaluation), state_questions(config, vocabulary, evaluation),
                      of_head, static_cast<std::uint64_t>(config.run.seed), config.run.instruction_set);
}

}  // namespace gvfn
