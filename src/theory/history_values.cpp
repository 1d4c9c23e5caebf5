#include "agent/agent_core.hpp"
#include "gvfn/base/invalid_input.hpp"
#include "gvfn/theory/mspbne.hpp"
#include "learn/bptt.hpp"

namespace gvfn {
namespace {

/// The layers of an agent with windows of another length.
Layers<double> with_windows(Layers<double> layers, std::size_t length) {
  for (auto& layer : layers) layer.window = Window<double>(layer.cell, length - 1);
  return layers;
}

void run_over(const Kernels<double>& kernels, Layers<double>& layers, const Histories& histories, std::size_t history) {
  for (const auto& [action, seen] : histories[history]) push_input(layers, action, histories.model.observation(seen));
  for (auto& [cell, window, reads_below, encoder] : layers) std::fill_n(window.state(0), cell.state_size(), 0.0);
  run_window(kernels, layers, 0);
}

std::size_t weight_count(const Layers<double>& layers) {
  std::size_t count = 0;
  for (const auto& layer : layers)
    for (const auto& matrix : layer.cell.weights) count += matrix.weight_count();
  return count;
}

/// Adds the outer products of a gradient to a row with a number for each weight.
template <class Row>
void write_gradient(const Layers<double>& layers, const std::vector<CellGradient<double>>& gradients, Row row) {
  Eigen::Index first = 0;
  for (std::size_t l = 0; l < layers.size(); ++l) {
    for (std::size_t m = 0; m < layers[l].cell.weights.size(); ++m) {
      const auto& matrix = layers[l].cell.weights[m];
      for (const auto& [features, delta] : gradients[l].gradient(m).factors) {
        auto at = first;
        for (std::size_t r = 0; r < matrix.rows; ++r)
          for (std::size_t g = 0; g < matrix.gates; ++g)
            for (std::size_t u = 0; u < matrix.units; ++u)
              row[at++] += features[r] * delta[g * padded<double>(matrix.units) + u];
      }
      first += static_cast<Eigen::Index>(matrix.weight_count());
    }
  }
}

}  // namespace

HistoryValues history_values(const Agent<double>& agent, const Histories& histories) {
  const auto& core = AgentCore<double>::of(agent);
  require(core.state_questions().scaling().is_identity(),
          "history_values is of agents whose units give the answers as they are: AgentOptions::inputs = raw");
  require(core.options().traces.empty(),
          "history_values is of agents without AgentOptions::traces, which remember more than a history");
  auto layers = with_windows(core.layers(), histories.length);
  const double numbers = static_cast<double>(histories.size()) * static_cast<double>(core.state_questions().size()) *
                         static_cast<double>(weight_count(layers));
  require(numbers <= most_numbers, "the gradients of " + std::to_string(core.state_questions().size()) +
                                       " answers by " + std::to_string(weight_count(layers)) + " weights after " +
                                       std::to_string(histories.size()) +
                                       " histories are too many numbers; shorter histories are fewer");
  const auto& window = layers[core.state_layer()].window;
  const auto questions = core.state_questions().size();
  const auto rows = static_cast<Eigen::Index>(histories.size());
  HistoryValues found{Values(rows, static_cast<Eigen::Index>(questions)),
                      std::vector(questions, Eigen::MatrixXd(Eigen::MatrixXd::Zero(
                                                 rows, static_cast<Eigen::Index>(weight_count(layers)))))};
  std::vector<CellGradient<double>> gradients;
  for (const auto& layer : layers) gradients.emplace_back(layer.cell, histories.length);
  auto cotangents = make_cotangents(layers);
  for (std::size_t h = 0; h < histories.size(); ++h) {
    const auto row = static_cast<Eigen::Index>(h);
    run_over(core.kernels(), layers, histories, h);
    for (std::size_t j = 0; j < questions; ++j) {
      found.v(row, static_cast<Eigen::Index>(j)) = window.state(histories.length)[j];
      clear(cotangents);
      cotangents[core.state_layer()][j] = 1;
      backpropagate(core.kernels(), layers, histories.length, cotangents, gradients);
      write_gradient(layers, gradients, found.gradients[j].row(row));
    }
  }
  return found;
}

}  // namespace gvfn
