#include "network/head.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "finite_difference.hpp"

namespace gvfn {
namespace {

TEST(Head, ForwardByHand) {
  Random random(1);
  Head<double> head({.inputs = 1, .hidden = {2}, .outputs = 1}, random);
  auto& first = head.layers[0].weights;
  first.at(0, 0) = 1;
  first.at(1, 0) = 2;
  first.at(0, 1) = 1;
  first.at(1, 1) = -2;
  auto& last = head.layers[1].weights;
  last.at(0, 0) = 0.5;
  last.at(1, 0) = 3;
  last.at(2, 0) = 100;
  Features<double> state(1);
  state.values()[0] = 2;
  HeadTape<double> tape(head);
  head_forward(kernels<double>(), head, state.with_bias(), tape);
  // hidden: relu(1 + 4) = 5 and relu(1 - 4) = 0
  EXPECT_DOUBLE_EQ(tape.prediction()[0], 0.5 + 15);
}

TEST(Head, MayStartWithOutputsAtZero) {
  Random random(1);
  const Head<double> head({.inputs = 4, .hidden = {3}, .outputs = 2, .zero_start = true}, random);
  EXPECT_NE(head.layers[0].weights.at(1, 0), 0);
  for (const double weight : head.layers[1].weights.data) EXPECT_EQ(weight, 0);
}

TEST(Head, StartsGlorotUniformWithZeroBiases) {
  Random random(1);
  const Head<double> head({.inputs = 40, .hidden = {32}, .outputs = 5}, random);
  double largest = 0;
  const auto& weights = head.layers[0].weights;
  for (std::size_t u = 0; u < 32; ++u) {
    EXPECT_EQ(weights.data[u], 0);
    for (std::size_t i = 1; i <= 40; ++i) largest = std::max(largest, std::abs(weights.data[i * weights.stride + u]));
  }
  EXPECT_LT(largest, std::sqrt(6.0 / 72));
  EXPECT_GT(largest, 0.99 * std::sqrt(6.0 / 72));
}

TEST(Head, BackwardAgreesWithFiniteDifferences) {
  const std::vector<std::vector<std::size_t>> shapes{{}, {7}, {6, 4}};
  for (const auto& hidden : shapes) {
    for (const auto activation : {Activation::relu, Activation::tanh, Activation::sigmoid, Activation::linear}) {
      Random random(3);
      Head<double> head({.inputs = 5, .hidden = hidden, .outputs = 3, .activation = activation}, random);
      for (auto& layer : head.layers)
        for (std::size_t u = 0; u < layer.weights.units; ++u) layer.weights.at(0, u) = random.uniform(-0.5, 0.5);
      Features<double> state(5);
      for (std::size_t i = 0; i < 5; ++i) state.values()[i] = random.uniform(-1, 1);
      const std::vector<double> v{0.3, -1.1, 0.7};
      HeadTape<double> tape(head);
      const auto loss = [&] {
        head_forward(kernels<double>(), head, state.with_bias(), tape);
        double sum = 0;
        for (std::size_t k = 0; k < 3; ++k) sum += v[k] * tape.prediction()[k];
        return sum;
      };
      loss();
      auto deltas = make_deltas(head);
      std::copy(v.begin(), v.end(), deltas.back().begin());
      AlignedVector<double> cotangent(padded<double>(5));
      head_backward(kernels<double>(), head, tape, deltas, cotangent.data());

      for (std::size_t l = 0; l < head.layers.size(); ++l) {
        auto& weights = head.layers[l].weights;
        loss();
        const auto* features = head_gradient(tape, deltas, state.with_bias(), l).features;
        const std::vector<double> inputs(features, features + weights.rows);
        for (std::size_t i = 0; i < weights.rows; ++i)
          for (std::size_t u = 0; u < weights.units; ++u)
            expect_derivative(inputs[i] * deltas[l][u], central_difference(weights.at(i, u), loss));
      }
      for (std::size_t i = 0; i < 5; ++i) expect_derivative(cotangent[i], central_difference(state.values()[i], loss));
    }
  }
}

}  // namespace
}  // namespace gvfn
