// The long short-term memory.

#include <gtest/gtest.h>

#include <cmath>

#include "cell_checks.hpp"

namespace gvfn {
namespace {

TEST(Lstm, ForwardByHand) {
  const auto sigmoid = [](double x) { return 1 / (1 + std::exp(-x)); };
  Random random(1);
  Cell<double> lstm({.inputs = 1, .units = 1, .kind = CellKind::lstm}, random);
  for (std::size_t gate = 0; gate < 4; ++gate)
    for (std::size_t i = 0; i < 3; ++i)
      lstm.weights[0].at(i, 0, gate) = 0.1 * static_cast<double>(gate) + 0.2 * static_cast<double>(i);
  Application application(lstm, random);
  double* z = application.features(lstm.shape);
  z[0] = 0.5;
  z[2] = -0.4;
  application.memory(lstm.shape)[0] = 0.3;
  cell_forward(kernels<double>(), lstm, application.step(lstm.shape, 0));
  const auto sum = [](double gate) { return 0.1 * gate * 0.5 + (0.1 * gate + 0.2) + (0.1 * gate + 0.4) * -0.4; };
  const double m = sigmoid(sum(1)) * 0.3 + sigmoid(sum(0)) * std::tanh(sum(2));
  EXPECT_NEAR(application.state()[0], sigmoid(sum(3)) * std::tanh(m), 1e-12);
  EXPECT_NEAR(application.state()[padded<double>(1)], m, 1e-12);
}

TEST(Lstm, RemembersAtFirst) {
  Random random(1);
  Cell<double> lstm({.inputs = 12, .units = 35, .kind = CellKind::lstm}, random);
  EXPECT_EQ(lstm.weights[0].weight_count(), 4U * 35 * (12 + 1 + 35));
  EXPECT_EQ(lstm.weights[0].at(12, 3, 0), 0);
  EXPECT_EQ(lstm.weights[0].at(12, 3, 1), 1);
  EXPECT_EQ(lstm.weights[0].at(12, 3, 3), 0);
}

TEST(Lstm, DerivativesAgreeWithFiniteDifferences) {
  for (const std::size_t units : {1, 5, 9}) expect_derivatives({.inputs = 3, .units = units, .kind = CellKind::lstm});
}

}  // namespace
}  // namespace gvfn
