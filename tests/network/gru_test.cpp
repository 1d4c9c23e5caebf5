// The gated recurrent unit.

#include <gtest/gtest.h>

#include <cmath>

#include "cell_checks.hpp"

namespace gvfn {
namespace {

TEST(Gru, ForwardByHand) {
  const auto sigmoid = [](double x) { return 1 / (1 + std::exp(-x)); };
  Random random(1);
  Cell<double> gru({.inputs = 1, .units = 1, .kind = CellKind::gru}, random);
  for (std::size_t gate = 0; gate < 3; ++gate) {
    const auto g = static_cast<double>(gate);
    gru.weights[0].at(0, 0, gate) = 0.1 + g;  // x
    gru.weights[0].at(1, 0, gate) = 0.2 * g;  // bias
    gru.weights[1].at(0, 0, gate) = 0.3 - g;  // s
  }
  Application application(gru, random);
  double* z = application.features(gru.shape);
  z[0] = 0.5;
  z[2] = -0.4;
  cell_forward(kernels<double>(), gru, application.step(gru.shape, 0));
  const double r = sigmoid(0.1 * 0.5 + 0.3 * -0.4), u = sigmoid(1.1 * 0.5 + 0.2 - 0.7 * -0.4);
  const double c = std::tanh(2.1 * 0.5 + 0.4 + r * (-1.7 * -0.4));
  EXPECT_NEAR(application.state()[0], (1 - u) * c + u * -0.4, 1e-12);
}

TEST(Gru, GatesStartAsOneTensor) {
  Random random(1);
  Cell<double> gru({.inputs = 12, .units = 35, .kind = CellKind::gru}, random);
  EXPECT_EQ(gru.weights[0].weight_count() + gru.weights[1].weight_count(), 3U * 35 * (12 + 1 + 35));
  double largest = 0;
  for (std::size_t i = 0; i < 35; ++i) largest = std::max(largest, std::abs(gru.weights[1].at(3, i, 2)));
  EXPECT_LT(largest, std::sqrt(6.0 / (3 * 35 + 35)));
  EXPECT_GT(largest, 0.9 * std::sqrt(6.0 / (3 * 35 + 35)));
  EXPECT_EQ(gru.weights[0].at(12, 3, 1), 0);
}

TEST(Gru, DerivativesAgreeWithFiniteDifferences) {
  for (const std::size_t units : {1, 5, 9}) expect_derivatives({.inputs = 3, .units = units, .kind = CellKind::gru});
}

}  // namespace
}  // namespace gvfn
