// The simple and the action-conditional cell.

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "cell_checks.hpp"

namespace gvfn {
namespace {

TEST(SimpleCell, ForwardByHand) {
  Random random(1);
  Cell<double> cell({.inputs = 1, .units = 1, .blocks = 2, .activation = Activation::sigmoid}, random);
  // z = [x, 1, s]
  cell.weights[1].at(0, 0) = 2;
  cell.weights[1].at(1, 0) = -1;
  cell.weights[1].at(2, 0) = 0.5;
  std::array<double, 3> z{3, 1, 4};
  AlignedVector<double> sums(padded<double>(1));
  AlignedVector<double> state(padded<double>(1));
  cell_forward(kernels<double>(), cell, {1, z.data(), sums.data(), state.data()});
  EXPECT_NEAR(sums[0], 7, 1e-12);
  EXPECT_NEAR(state[0], 1 / (1 + std::exp(-7.0)), 1e-12);
}

/// The state after a gradient step, without the matrix, is what the changed matrix gives.
TEST(SimpleCell, ForwardAfterAPlainStepIsForwardWithTheNewWeights) {
  Random random(2);
  Cell<double> cell({.inputs = 2, .units = 3, .blocks = 2, .activation = Activation::tanh}, random);
  AlignedVector<double> z{0.3, -1, 1, 0.2, 0.9, -0.4, 0, 0};
  AlignedVector<double> delta{0.5, -2, 1, 0, 0, 0, 0, 0};
  AlignedVector<double> sums(8), state(8), expected_sums(8), expected(8);
  const CellStep<double> step{1, z.data(), sums.data(), state.data()};
  cell_forward(kernels<double>(), cell, step);
  const Factor<double> factor{z.data(), delta.data()};
  const Gradient<double> gradient{.factors = {&factor, 1}, .scale = 0.5};
  kernels<double>().sgd(cell.weights[1].view(), gradient, 0.1);
  ASSERT_TRUE(cell_forward_after_step(kernels<double>(), cell, step, gradient, 0.1));
  cell_forward(kernels<double>(), cell, {1, z.data(), expected_sums.data(), expected.data()});
  for (std::size_t u = 0; u < 3; ++u) {
    EXPECT_NEAR(sums[u], expected_sums[u], 1e-14);
    EXPECT_NEAR(state[u], expected[u], 1e-14);
  }
  const AlignedVector<double> other = z;
  const Factor<double> of_other{other.data(), delta.data()};
  const std::array<Factor<double>, 2> both{factor, factor};
  EXPECT_FALSE(cell_forward_after_step(kernels<double>(), cell, step, {.factors = {&of_other, 1}}, 0.1));
  EXPECT_FALSE(cell_forward_after_step(kernels<double>(), cell, step, {.factors = both}, 0.1));
  EXPECT_FALSE(cell_forward_after_step(kernels<double>(), cell, step, {}, 0.1));
}

TEST(SimpleCell, StartsGlorotUniformWithZeroBiases) {
  Random random(1);
  const Cell<double> cell({.inputs = 12, .units = 35, .blocks = 3}, random);
  double largest_input = 0;
  double largest_state = 0;
  for (const auto& block : cell.weights) {
    for (std::size_t i = 0; i < block.rows; ++i) {
      for (std::size_t u = 0; u < block.units; ++u) {
        const double w = std::abs(block.data[i * block.stride + u]);
        if (i == 12) {
          EXPECT_EQ(w, 0);
        }
        if (i < 12) largest_input = std::max(largest_input, w);
        if (i > 12) largest_state = std::max(largest_state, w);
      }
      for (std::size_t u = block.units; u < block.stride; ++u) EXPECT_EQ(block.data[i * block.stride + u], 0);
    }
  }
  // +-sqrt(6 / (3 + 35 + 12)) and +-sqrt(6 / (3 + 35 + 35))
  EXPECT_LT(largest_input, std::sqrt(6.0 / 50));
  EXPECT_GT(largest_input, 0.99 * std::sqrt(6.0 / 50));
  EXPECT_LT(largest_state, std::sqrt(6.0 / 73));
  EXPECT_GT(largest_state, 0.99 * std::sqrt(6.0 / 73));
}

TEST(SimpleCell, DerivativesAgreeWithFiniteDifferences) {
  for (const auto activation :
       {Activation::linear, Activation::clipped_linear, Activation::sigmoid, Activation::tanh, Activation::relu}) {
    SCOPED_TRACE(activation_names[static_cast<std::size_t>(activation)]);
    expect_derivatives({.inputs = 3, .units = 5, .blocks = 2, .activation = activation});
  }
}

}  // namespace
}  // namespace gvfn
