#include "gvfn/learn/kf_rtrl.hpp"

#include <gtest/gtest.h>

#include "carried_walk.hpp"

namespace gvfn {
namespace {

TEST(KfRtrl, ItsMeanIsTheExactGradient) {
  for (const auto& shape : carried_shapes())
    expect_unbiased(shape,
                    [](const Layers<double>& layers, std::uint64_t seed) { return KfRtrl<double>(layers, seed); });
}

/// One Kronecker product is all there is after one step.
TEST(KfRtrl, OneStepIsExact) {
  for (const auto& shape : carried_shapes()) {
    CarriedWalk walk(shape);
    KfRtrl<double> kf(walk.layers(), 3);
    walk.next();
    kf.follow(kernels<double>(), walk.layers());
    const std::vector<double> v(shape.units, 0.7);
    const auto actual = walk.gradient(kf, v);
    const auto exact = walk.exact_gradient(v);
    for (std::size_t m = 0; m < exact.size(); ++m) EXPECT_NEAR(actual[m], exact[m], 1e-15);
  }
}

}  // namespace
}  // namespace gvfn
