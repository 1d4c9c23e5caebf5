#include "learn/uoro.hpp"

#include <gtest/gtest.h>

#include "carried_walk.hpp"

namespace gvfn {
namespace {

TEST(Uoro, ItsMeanIsTheExactGradient) {
  for (const auto& shape : carried_shapes())
    expect_unbiased(shape, [](const Layers<double>& layers, std::uint64_t seed) { return Uoro<double>(layers, seed); });
}

/// The recursion with dense vectors and the same signs.
TEST(Uoro, StepByStepAgainstThePaper) {
  for (const auto& shape : carried_shapes()) {
    CarriedWalk walk(shape);
    Uoro<double> uoro(walk.layers(), 3);
    Random signs(3, Stream::uoro);
    std::vector<double> s(shape.units);
    std::vector<double> theta(PlainNetwork::weights_of(walk.layers()).size());
    const std::vector<double> v(shape.units, 0.7);
    for (int t = 0; t < 15; ++t) {
      walk.next();
      const auto [h, f] = walk.step_jacobians();
      std::vector<double> nu(shape.units), pushed(shape.units), back(theta.size());
      for (auto& sign : nu) sign = signs.uniform() < 0.5 ? -1 : 1;
      for (std::size_t j = 0; j < s.size(); ++j) {
        for (std::size_t l = 0; l < s.size(); ++l) pushed[j] += h[j][l] * s[l];
        for (std::size_t m = 0; m < theta.size(); ++m) back[m] += nu[j] * f[j][m];
      }
      const double a = t == 0 ? 1 : std::sqrt(plain_length(theta) / plain_length(pushed));
      const double b = std::sqrt(plain_length(back) / plain_length(nu));
      for (std::size_t j = 0; j < s.size(); ++j) s[j] = a * pushed[j] + b * nu[j];
      for (std::size_t m = 0; m < theta.size(); ++m) theta[m] = theta[m] / a + back[m] / b;

      uoro.advance(kernels<double>(), walk.layers());
      const auto actual = walk.gradient(uoro, v);
      double along = 0;
      for (std::size_t j = 0; j < s.size(); ++j) along += v[j] * s[j];
      for (std::size_t m = 0; m < theta.size(); ++m) ASSERT_NEAR(actual[m], along * theta[m], 1e-9) << "step " << t;
    }
  }
}

TEST(Uoro, ForgetsAtARestart) {
  expect_forgets_at_a_restart([](const Layers<double>& layers) { return Uoro<double>(layers, 3); });
}

TEST(Uoro, OneStepOfOneUnitIsExact) {
  CarriedWalk walk({.inputs = 2, .units = 1, .activation = Activation::tanh});
  Uoro<double> uoro(walk.layers(), 3);
  walk.next();
  uoro.advance(kernels<double>(), walk.layers());
  const auto actual = walk.gradient(uoro, {1});
  const auto exact = walk.exact_gradient({1});
  for (std::size_t m = 0; m < exact.size(); ++m) EXPECT_NEAR(actual[m], exact[m], 1e-15);
}

}  // namespace
}  // namespace gvfn
