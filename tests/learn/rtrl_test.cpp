#include "gvfn/learn/rtrl.hpp"

#include <gtest/gtest.h>

#include "carried_walk.hpp"

namespace gvfn {
namespace {

TEST(Rtrl, IsBpttOverTheWholeHistory) {
  for (const auto& shape : carried_shapes()) {
    CarriedWalk walk(shape);
    Rtrl<double> rtrl(walk.layers());
    const std::vector<double> v(shape.units, 0.7);
    for (int t = 0; t < 12; ++t) {
      walk.next();
      rtrl.follow(kernels<double>(), walk.layers());
      const auto actual = walk.gradient(rtrl, v);
      const auto expected = walk.exact_gradient(v);
      for (std::size_t m = 0; m < expected.size(); ++m) ASSERT_NEAR(actual[m], expected[m], 1e-13) << "step " << t;
    }
  }
}

TEST(Rtrl, ForgetsAtARestart) {
  CarriedWalk walk(carried_shapes()[0]);
  Rtrl<double> fresh(walk.layers());
  Rtrl<double> restarted(walk.layers());
  restarted.follow(kernels<double>(), walk.layers());
  restarted.restart();
  walk.next();
  fresh.follow(kernels<double>(), walk.layers());
  restarted.follow(kernels<double>(), walk.layers());
  EXPECT_EQ(walk.gradient(fresh, {1, 2, 3}), walk.gradient(restarted, {1, 2, 3}));
}

}  // namespace
}  // namespace gvfn
