#include "learn/snap1.hpp"

#include <gtest/gtest.h>

#include "carried_walk.hpp"

namespace gvfn {
namespace {

/// Without weights between different units, what is left out is zero.
TEST(Snap1, IsExactForUnitsThatDoNotUseEachOther) {
  const CellShape shape{.inputs = 2, .units = 3, .blocks = 2, .activation = Activation::tanh};
  CarriedWalk walk(shape);
  for (auto& w : walk.layers()[0].cell.weights)
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t u = 0; u < 3; ++u)
        if (i != u) w.at(shape.inputs + 1 + i, u) = 0;
  run_window(kernels<double>(), walk.layers(), 0);
  Snap1<double> snap(walk.layers());
  const std::vector<double> v{1, -0.5, 0.3};
  for (int t = 0; t < 12; ++t) {
    walk.next();
    snap.advance(kernels<double>(), walk.layers());
    const auto actual = walk.gradient(snap, v);
    const auto exact = walk.exact_gradient(v);
    for (std::size_t m = 0; m < exact.size(); ++m) ASSERT_NEAR(actual[m], exact[m], 1e-12) << t << " " << m;
  }
}

TEST(Snap1, ForgetsAtARestart) {
  expect_forgets_at_a_restart([](const Layers<double>& layers) { return Snap1<double>(layers); });
}

TEST(Snap1, TwoStepsByHand) {
  // One linear unit: s_1 = w_x x_1 + b, s_2 = w_x x_2 + b + w_s s_1, and SnAp-1 is exact.
  CarriedWalk walk({.inputs = 1, .units = 1, .activation = Activation::linear});
  Snap1<double> snap(walk.layers());
  const auto& w = walk.layers()[0].cell.weights[0];
  const double w_s = w.data[2 * w.stride];
  walk.next();
  const double x_1 = walk.layers()[0].window.features(0)[0];
  const double s_1 = walk.layers()[0].window.state(1)[0];
  snap.advance(kernels<double>(), walk.layers());
  EXPECT_EQ(walk.gradient(snap, {2}), (std::vector<double>{2 * x_1, 2, 0}));
  walk.next();
  const double x_2 = walk.layers()[0].window.features(0)[0];
  snap.advance(kernels<double>(), walk.layers());
  const auto actual = walk.gradient(snap, {1});
  EXPECT_NEAR(actual[0], x_2 + w_s * x_1, 1e-15);
  EXPECT_NEAR(actual[1], 1 + w_s, 1e-15);
  EXPECT_NEAR(actual[2], s_1, 1e-15);
}

}  // namespace
}  // namespace gvfn
