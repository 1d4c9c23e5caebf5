#include "gvfn/agent/agent_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "agent/agent_plan.hpp"
#include "gvfn/base/invalid_input.hpp"
#include "kernel/aligned.hpp"

namespace gvfn {
namespace {

void check_units(std::size_t units, const char* what) {
  require(units <= most_units, fmt::format("{} {} are more than {}", units, what, most_units));
}

/// Only the simple cell's Jacobian is sparse and simple enough to be carried along.
void check_carried(const AgentOptions& options, const QuestionNetwork& questions) {
  const auto& learner = options.learner;
  const bool is_trace = learner.rule == RuleKind::td_lambda && questions.size() > 0;
  if (learner.sensitivity == SensitivityKind::bptt && !is_trace) return;
  const auto name = is_trace ? std::string("learner.rule td-lambda")
                             : fmt::format("learner.sensitivity {}",
                                           sensitivity_names[static_cast<std::size_t>(learner.sensitivity)]);
  require(options.cell.kind == CellKind::simple,
          name + " is built for the simple and the action-conditional cell, not for a GRU or an LSTM");
  require(options.below.units == 0 && options.beside.units == 0,
          name + " is built for one recurrent layer, without another one below or beside it");
}

void check_rtrl_size(const AgentOptions& options, const QuestionNetwork& questions) {
  if (options.learner.sensitivity != SensitivityKind::rtrl) return;
  const auto shape = plan_layers(options, questions).front().shape;
  const double numbers = static_cast<double>(shape.blocks * shape.features()) *
                         static_cast<double>(shape.units * padded<float>(shape.units));
  require(
      numbers <= most_numbers,
      fmt::format("exact RTRL with {} units would carry {:.3g} numbers along, more than {}; snap-1, uoro and kf-rtrl "
                  "carry fewer",
                  shape.units, numbers, most_numbers));
}

void check_rule(const AgentOptions& options, const QuestionNetwork& questions) {
  const auto rule = options.learner.rule;
  if (questions.size() == 0) {
    require(rule == RuleKind::rtd,
            fmt::format("learner.rule {} learns the answers to a state's questions, and this state has none",
                        rule_names[static_cast<std::size_t>(rule)]));
    return;
  }
  if (rule != RuleKind::target) return;
  try {
    forecasts(questions);
  } catch (const InvalidInput& error) {
    throw InvalidInput(fmt::format("learner.rule target trains on what is seen later, but {}", error.what()));
  }
  require(scaling_for(options.inputs, questions.vocabulary()) != InputScaling::online,
          "learner.rule target trains on what is seen later, which online inputs do not keep: declare the signals' "
          "ranges, and set agent.inputs to range");
  require(options.learner.sensitivity == SensitivityKind::bptt,
          "learner.rule target trains a state that lies back in the window: it goes with learner.sensitivity bptt");
  require(
      options.free_units == 0 && options.beside.units == 0 && options.target_weight == 0,
      "learner.rule target trains a state that lies back in the window, where the head's error does not reach: it goes "
      "without free units, a layer beside and a target weight");
}

/// A trace belongs to one weight of one output, and a forecast has a target instead of a TD error.
void check_head_traces(const AgentOptions& options) {
  const double lambda = options.head_lambda;
  require(lambda >= 0 && lambda <= 1, fmt::format("head.lambda {} is not from 0 to 1", lambda));
  require(lambda == 0 || options.head_hidden.empty(),
          fmt::format("head.lambda = {}: a head with hidden layers has no eligibility traces; head.hidden = [] is a "
                      "linear one",
                      lambda));
  require(lambda == 0 || options.head_forecasts.empty(),
          fmt::format("head.lambda = {}: a head that learns forecasts has no eligibility traces", lambda));
}

void check_input_traces(const std::vector<std::size_t>& traces) {
  require(traces.size() <= most_traces, fmt::format("{} traces are more than {}", traces.size(), most_traces));
  for (const auto steps : traces)
    require(steps >= 1 && steps <= longest_trace,
            fmt::format("a trace over {} steps is not from 1 to {}", steps, longest_trace));
}

/// All outputs must read the same inputs, whose moments P is the inverse of.
void check_least_squares(const AgentOptions& options, std::size_t questions) {
  require(options.optimizer.name != OptimizerKind::rls, "optimizer.name = \"rls\" is for a head: head.optimizer.name");
  if (options.head_optimizer.name != OptimizerKind::rls) return;
  require(options.head_hidden.empty() && options.head_lambda == 0,
          "head.optimizer.name = \"rls\" is for a linear head without traces: head.hidden = [] and head.lambda = 0");
  const std::size_t inputs = 1 + questions + options.free_units + options.beside.units;
  require(inputs <= most_numbers / inputs,
          fmt::format("head.optimizer.name = \"rls\" for {} inputs would remember more than {} numbers", inputs,
                      most_numbers));
}

void check_size(const CellShape& shape, std::size_t truncation) {
  const std::size_t gates = shape.kind == CellKind::simple ? 1 : 4;
  require(shape.units > 0, "an agent needs questions for its state, or free units");
  check_units(shape.units, "units");
  require(
      shape.blocks * shape.features() <= most_numbers / (gates * padded<float>(shape.units)),
      fmt::format("{} units and {} features make more than {} weights", shape.units, shape.features(), most_numbers));
  require(truncation <= most_numbers / (shape.features() + 2 * gates * padded<float>(shape.units)),
          fmt::format("a window of {} steps with {} units has more than {} numbers", truncation, shape.units,
                      most_numbers));
}

}  // namespace

StepSizes usual_step_sizes(const AgentOptions& options, const QuestionNetwork& state_questions,
                           std::size_t head_questions) {
  // F sigma'^2 l, the largest of the layers of the state, and of the head.
  double of_state = 0;
  double of_head = 0;
  const std::size_t outputs = head_questions + options.head_forecasts.size();
  const double head_scale = error_scale(options.head_loss, std::max<std::size_t>(1, outputs));
  const auto add = [](double& largest, std::size_t features, Activation activation, double scale) {
    const double derivative = activation == Activation::sigmoid ? 0.25 : 1;
    largest = std::max(largest, static_cast<double>(features) * derivative * derivative * scale);
  };
  const double state_scale = error_scale(options.state_loss, std::max<std::size_t>(1, state_questions.size()));
  for (const auto& plan : plan_layers(options, state_questions)) {
    const bool is_simple = plan.shape.kind == CellKind::simple;
    add(of_state, plan.shape.features(), is_simple ? plan.shape.activation : Activation::tanh, state_scale);
  }
  if (outputs > 0) {
    std::size_t inputs = state_questions.size() + options.free_units + options.beside.units;
    for (const auto hidden : options.head_hidden) {
      add(of_head, inputs + 1, options.head_activation, head_scale);
      inputs = hidden;
    }
    add(of_head, inputs + 1, Activation::linear, head_scale);
  }
  const auto step_size = [](const OptimizerOptions& optimizer, double largest, double scale) {
    if (optimizer.name == OptimizerKind::rls) return 1 / scale;
    const bool by_sizes = optimizer.name == OptimizerKind::sgd || optimizer.name == OptimizerKind::momentum;
    if (!by_sizes || largest == 0) return 0.001;
    return 0.2 / largest * (optimizer.name == OptimizerKind::momentum ? 1 - optimizer.momentum : 1);
  };
  const bool trains_all = options.head_optimizer.name == OptimizerKind::same;
  return {step_size(options.optimizer, trains_all ? std::max(of_state, of_head) : of_state, state_scale),
          step_size(options.head_optimizer, of_head, head_scale)};
}

void validate(const AgentOptions& options, const QuestionNetwork& questions) {
  require(options.truncation >= 1 && options.truncation <= most_truncation,
          fmt::format("truncation {} is not from 1 to {}", options.truncation, most_truncation));
  check_units(options.free_units, "free units");
  check_units(options.below.units, "units of the layer below");
  check_units(options.beside.units, "units of the layer beside");
  for (const auto units : options.head_hidden)
    require(units >= 1 && units <= most_units,
            fmt::format("a head layer of {} units is not from 1 to {}", units, most_units));
  require(options.target_weight >= 0 && std::isfinite(options.target_weight),
          fmt::format("target weight {} is not 0 or more", options.target_weight));
  check_input_traces(options.traces);
  check_head_traces(options);
  check_least_squares(options, questions.size());
  const auto with_number = [](OptimizerOptions optimizer) {
    if (std::isnan(optimizer.step_size)) optimizer.step_size = 1;  // automatic_step_size
    return optimizer;
  };
  validate(with_number(options.optimizer));
  if (options.head_optimizer.name != OptimizerKind::same)
    validate(with_number(options.head_optimizer), "head.optimizer.");
  for (const auto& forecast : options.head_forecasts) check(forecast, questions.vocabulary());
  // What a smaller number cannot mend comes first.
  check_rule(options, questions);
  check_carried(options, questions);
  validate(options.learner, options.truncation);
  const std::size_t window = options.truncation + window_ahead(options, questions);
  for (const auto& plan : plan_layers(options, questions)) check_size(plan.shape, window);
  check_rtrl_size(options, questions);
}

}  // namespace gvfn
