#include "network/layers.hpp"

#include <gtest/gtest.h>

#include "random_layers.hpp"

namespace gvfn {
namespace {

const std::vector<CellShape> stack{{.inputs = 3, .units = 4, .kind = CellKind::lstm},
                                   {.inputs = 4, .units = 2, .blocks = 2, .activation = Activation::sigmoid}};

TEST(Layers, RunningGoesFromStateToStateAndUpTheStack) {
  Random random(1);
  auto layers = random_layers(stack, 2, true, random);
  const PlainNetwork network(layers);
  const auto states = network.run(PlainNetwork::weights_of(layers), plain_start(layers), plain_inputs(layers));
  for (std::size_t k = 0; k <= 3; ++k)
    for (std::size_t l = 0; l < 2; ++l)
      for (std::size_t u = 0; u < stack[l].units; ++u)
        EXPECT_NEAR(layers[l].window.state(k)[u], states[k][l][u], 1e-12);
  const double last = layers[1].window.state(3)[0];
  layers[0].window.state(1)[0] = 9;  // running from input 1 takes it from here
  run_window(kernels<double>(), layers, 1);
  EXPECT_NE(layers[1].window.state(3)[0], last);
}

TEST(Layers, TangentsAreTheJacobianTimesTheDirection) {
  Random random(2);
  auto layers = random_layers(stack, 3, true, random);
  std::vector<std::vector<Matrix<double>>> direction;
  std::vector<Window<double>> tangents;
  std::vector<double> flat;
  for (const auto& layer : layers) {
    auto& matrices = direction.emplace_back(layer.cell.weights.begin(), layer.cell.weights.end());
    for (auto& matrix : matrices) glorot_uniform(matrix, 0, matrix.rows, 6, random);
    const auto part = PlainNetwork::weights_of(matrices);
    flat.insert(flat.end(), part.begin(), part.end());
    tangents.emplace_back(layer.cell, 3, 0, 0);
  }
  run_tangents(kernels<double>(), layers, direction, tangents, 3);
  const PlainNetwork network(layers);
  for (std::size_t k = 1; k <= 3; ++k) {
    for (std::size_t l = 0; l < 2; ++l) {
      const auto jacobian =
          network.jacobian(PlainNetwork::weights_of(layers), plain_start(layers), plain_inputs(layers), k, l);
      for (std::size_t u = 0; u < stack[l].units; ++u) {
        double expected = 0;
        for (std::size_t m = 0; m < flat.size(); ++m) expected += jacobian[u][m] * flat[m];
        EXPECT_NEAR(tangents[l].state(k)[u], expected, 1e-12);
      }
    }
  }
}

TEST(Layers, CotangentsHaveAPlaceForEveryNumberOfAState) {
  Random random(3);
  auto cotangents = make_cotangents(random_layers(stack, 1, true, random));
  EXPECT_EQ(cotangents[0].size(), 2 * padded<double>(4));
  EXPECT_EQ(cotangents[1].size(), padded<double>(2));
  cotangents[0][3] = 1;
  clear(cotangents);
  EXPECT_EQ(cotangents[0][3], 0);
}

}  // namespace
}  // namespace gvfn
