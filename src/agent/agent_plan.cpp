#include "agent/agent_plan.hpp"

#include "learn/learner.hpp"

namespace gvfn {
namespace {

CellShape shape_of(const CellOptions& cell, std::size_t units, std::size_t inputs, std::size_t actions) {
  const bool has_blocks = cell.kind == CellKind::simple && cell.action_conditional && actions > 1;
  return {.inputs = inputs,
          .units = units,
          .blocks = has_blocks ? actions : 1,
          .activation = cell.activation,
          .kind = cell.kind};
}

}  // namespace

bool head_trains_state(const AgentOptions& options) {
  return options.free_units > 0 || options.beside.units > 0 || options.target_weight > 0;
}

std::size_t head_delay(const AgentOptions& options) {
  return options.head_forecasts.empty() ? 0 : longest_forecast(options.head_forecasts) - 1;
}

std::size_t window_ahead(const AgentOptions& options, const QuestionNetwork& questions) {
  return head_trains_state(options) ? head_delay(options) : inputs_ahead(options.learner, questions);
}

std::vector<LayerPlan> plan_layers(const AgentOptions& options, const QuestionNetwork& questions) {
  const std::size_t signals = questions.vocabulary().signals.size() * (1 + options.traces.size());
  const std::size_t actions = questions.vocabulary().actions.size();
  std::vector<LayerPlan> plans;
  const auto add = [&](const CellOptions& cell, std::size_t units, bool reads_below) {
    LayerPlan plan{.shape = shape_of(cell, units, 0, actions), .encoder = {}, .reads_below = reads_below};
    const bool has_action_bits = plan.shape.blocks == 1 && actions > 1;
    plan.encoder = {.signals = signals,
                    .action_bits = has_action_bits ? actions : 0,
                    .complement = options.complement,
                    .constant = options.constant_input};
    plan.shape.inputs = reads_below ? options.below.units : plan.encoder.size();
    plans.push_back(plan);
  };
  if (options.below.units > 0) add(options.below.cell, options.below.units, false);
  add(options.cell, questions.size() + options.free_units, options.below.units > 0);
  if (options.beside.units > 0) add(options.beside.cell, options.beside.units, false);
  return plans;
}

}  // namespace gvfn
