#include "gvfn/learn/uoro.hpp"

#include <gtest/gtest.h>

#include "carried_walk.hpp"

namespace gvfn {
namespace {

TEST(Uoro, ItsMeanIsTheExactGradient) {
  for (const auto& shape : carried_shapes())
    expect_unbiased(shape, [](const Layers<double>& layers, std::uint64_t seed) { return Uoro<double>(layers, seed); });
}

TEST(Uoro, OneStepOfOneUnitIsExact) {
  CarriedWalk walk({.inputs = 2, .units = 1, .activation = Activation::tanh});
  Uoro<double> uoro(walk.layers(), 3);
  walk.next();
  uoro.follow(kernels<double>(), walk.layers());
  const auto actual = walk.gradient(uoro, {1});
  const auto exact = walk.exact_gradient({1});
  for (std::size_t m = 0; m < exact.size(); ++m) EXPECT_NEAR(actual[m], exact[m], 1e-15);
}

}  // namespace
}  // namespace gvfn
