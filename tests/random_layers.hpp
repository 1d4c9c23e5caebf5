#pragma once
// Recurrent layers with a window full of random numbers, for the tests of what goes through it.

#include "network/layers.hpp"
#include "plain_network.hpp"

namespace gvfn {

/// Layers of these shapes, the second reading the first one if `stacked`.
inline Layers<double> random_layers(const std::vector<CellShape>& shapes, std::size_t truncation, bool stacked,
                                    Random& random) {
  Layers<double> layers;
  for (std::size_t l = 0; l < shapes.size(); ++l) {
    auto& layer = layers.emplace_back(shapes[l], truncation, random, stacked && l > 0);
    for (std::size_t u = 0; u < shapes[l].units; ++u) layer.window.state(0)[u] = random.uniform(-0.5, 0.5);
    for (std::size_t k = 0; k <= truncation; ++k) {
      layer.window.set_block(k, random.below(shapes[l].blocks));
      for (std::size_t i = 0; i < shapes[l].inputs; ++i) layer.window.features(k)[i] = random.uniform(-1, 1);
    }
  }
  run_window(kernels<double>(), layers, 0);
  return layers;
}

/// The same window for the plain network.
inline std::vector<PlainNetwork::Inputs> plain_inputs(const Layers<double>& layers) {
  std::vector<PlainNetwork::Inputs> all;
  for (std::size_t k = 0; k <= layers[0].window.truncation(); ++k) {
    auto& inputs = all.emplace_back();
    for (const auto& [cell, window, reads_below, encoder] : layers)
      inputs.push_back({window.block(k), {window.features(k), window.features(k) + cell.shape.inputs}});
  }
  return all;
}

inline PlainNetwork::States<double> plain_start(const Layers<double>& layers) {
  PlainNetwork::States<double> h;
  for (const auto& [cell, window, reads_below, encoder] : layers) {
    auto& state = h.emplace_back(window.state(0), window.state(0) + cell.shape.units);
    if (cell.shape.kind == CellKind::lstm) {
      const double* const memory = window.state(0) + padded<double>(cell.shape.units);
      state.insert(state.end(), memory, memory + cell.shape.units);
    }
  }
  return h;
}

/// A gradient as a matrix, in the order of PlainNetwork's weights.
inline std::vector<double> dense(const Cell<double>& cell, std::size_t matrix, const Gradient<double>& g) {
  const auto& w = cell.weights[matrix];
  std::vector<double> all;
  for (std::size_t i = 0; i < w.rows; ++i)
    for (std::size_t gate = 0; gate < w.gates; ++gate)
      for (std::size_t u = 0; u < w.units; ++u) {
        const std::size_t column = gate * padded<double>(w.units) + u;
        double sum = g.dense ? g.dense[i * w.stride + column] * g.weight[column] : 0;
        for (const auto& [features, delta] : g.factors) sum += features[i] * delta[column];
        all.push_back(g.scale * sum);
      }
  return all;
}

/// Of a learner or a sensitivity, all layers' weights in one list.
template <class Learner>
std::vector<double> dense_gradient(const Layers<double>& layers, const Learner& learner) {
  std::vector<double> all;
  for (std::size_t l = 0; l < layers.size(); ++l)
    for (std::size_t m = 0; m < layers[l].cell.weights.size(); ++m) {
      const auto part = dense(layers[l].cell, m, learner.gradient(l, m));
      all.insert(all.end(), part.begin(), part.end());
    }
  return all;
}

}  // namespace gvfn
