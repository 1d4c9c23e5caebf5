#include "agent/matrix_names.hpp"

namespace gvfn {
namespace {

using Names = std::vector<std::string>;

void append(Names& names, const Names& more) { names.insert(names.end(), more.begin(), more.end()); }

Names numbered(const std::string& what, std::size_t count) {
  Names names;
  for (std::size_t i = 1; i <= count; ++i) names.push_back(what + " " + std::to_string(i));
  return names;
}

Names question_names(const QuestionNetwork& network) {
  Names names;
  for (const auto& question : network.questions()) names.push_back(question.name);
  return names;
}

Names input_names(const InputEncoder& encoder, const Vocabulary& vocabulary, const std::vector<std::size_t>& traces) {
  Names names;
  for (const auto& signal : vocabulary.signals) names.push_back(signal.name);
  for (const auto steps : traces)
    for (const auto& signal : vocabulary.signals) names.push_back(signal.name + " over " + std::to_string(steps));
  for (std::size_t a = 0; a < encoder.action_bits; ++a) names.push_back("action " + vocabulary.actions[a]);
  if (encoder.complement)
    for (std::size_t i = 0, count = names.size(); i < count; ++i) names.push_back("1 - " + names[i]);
  if (encoder.constant) names.emplace_back("1");
  return names;
}

/// One name for each unit of each gate.
Names gated(const Names& units, CellKind kind) {
  if (kind == CellKind::simple) return units;
  Names names;
  for (const auto* gate : kind == CellKind::gru ? std::vector{"reset", "update", "candidate"}
                                                : std::vector{"input", "forget", "memory", "output"})
    for (const auto& unit : units) names.push_back(std::string(gate) + " of " + unit);
  return names;
}

/// What the matrices of a cell read: all of [x, 1, s]; a GRU has one matrix for [x, 1] and one for s.
Names rows_of(const CellShape& shape, std::size_t matrix, const Names& inputs, const Names& units) {
  Names rows;
  if (shape.kind != CellKind::gru || matrix == 0) {
    append(rows, inputs);
    rows.emplace_back("bias");
  }
  if (shape.kind != CellKind::gru || matrix == 1) append(rows, units);
  return rows;
}

}  // namespace

template <class T>
std::vector<MatrixNames> matrix_names(const AgentCore<T>& core) {
  const auto& vocabulary = core.state_questions().network().vocabulary();
  auto state_units = question_names(core.state_questions().network());
  append(state_units, numbered("free", core.options().free_units));
  std::vector<MatrixNames> all;
  Names below;
  Names head_inputs;
  for (std::size_t l = 0; l < core.layers().size(); ++l) {
    const auto& [cell, window, reads_below, encoder] = core.layers()[l];
    const std::string layer = l == core.state_layer() ? "state" : l < core.state_layer() ? "below" : "beside";
    const auto units = l == core.state_layer() ? state_units : numbered(layer, cell.shape.units);
    const auto inputs = reads_below ? below : input_names(encoder, vocabulary, core.options().traces);
    for (std::size_t m = 0; m < cell.weights.size(); ++m) {
      const auto after = cell.shape.blocks > 1 ? " after " + vocabulary.actions[m] : "";
      const auto part = cell.shape.kind == CellKind::gru ? (m == 0 ? " from input" : " from state") : "";
      all.push_back({layer + after + part, rows_of(cell.shape, m, inputs, units), gated(units, cell.shape.kind),
                     "layers/" + std::to_string(l) + "/cell/weights/" + std::to_string(m)});
    }
    below = units;
    if (l >= core.state_layer()) append(head_inputs, units);
  }
  const auto* const head = core.head();
  if (!head) return all;
  auto inputs = head_inputs;
  for (std::size_t l = 0; l < head->layers.size(); ++l) {
    const bool is_last = l + 1 == head->layers.size();
    const auto name = "head " + std::to_string(l + 1);
    auto outputs = is_last ? question_names(core.head_questions().network())
                           : numbered("hidden " + std::to_string(l + 1), head->layers[l].weights.units);
    if (is_last)
      for (const auto& [signal, steps, scale] : core.options().head_forecasts)
        outputs.push_back(vocabulary.signals[signal].name + " in " + std::to_string(steps));
    Names rows{"bias"};
    append(rows, inputs);
    all.push_back({name, rows, outputs, "head/learner/network/layers/" + std::to_string(l) + "/weights"});
    inputs = outputs;
  }
  return all;
}
template std::vector<MatrixNames> matrix_names(const AgentCore<float>&);
template std::vector<MatrixNames> matrix_names(const AgentCore<double>&);

}  // namespace gvfn
