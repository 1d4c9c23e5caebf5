#include "learn/rtrl.hpp"

#include <gtest/gtest.h>

#include "carried_walk.hpp"
#include "learn/bptt.hpp"

namespace gvfn {
namespace {

TEST(Rtrl, IsBpttOverTheWholeHistory) {
  for (const auto& shape : carried_shapes()) {
    CarriedWalk walk(shape);
    Rtrl<double> rtrl(walk.layers());
    const std::vector<double> v(shape.units, 0.7);
    for (int t = 0; t < 12; ++t) {
      walk.next();
      rtrl.advance(kernels<double>(), walk.layers());
      const auto actual = walk.gradient(rtrl, v);
      const auto expected = walk.exact_gradient(v);
      for (std::size_t m = 0; m < expected.size(); ++m) ASSERT_NEAR(actual[m], expected[m], 1e-13) << "step " << t;
    }
    // The library's own BPTT, with a window as long as the history.
    const auto& history = walk.inputs();
    Random random(1);
    Layers<double> layers;
    layers.emplace_back(shape, history.size() - 1, random);
    layers[0].cell = walk.layers()[0].cell;
    for (std::size_t k = 0; k < history.size(); ++k) {
      layers[0].window.set_block(k, history[k][0].block);
      std::copy(history[k][0].x.begin(), history[k][0].x.end(), layers[0].window.features(k));
    }
    run_window(kernels<double>(), layers, 0);
    Bptt<double> bptt(layers, history.size() - 1);
    auto cotangents = make_cotangents(layers);
    std::copy(v.begin(), v.end(), cotangents[0].begin());
    bptt.apply_transpose(kernels<double>(), layers, cotangents);
    const auto by_bptt = dense_gradient(layers, bptt);
    const auto by_rtrl = walk.gradient(rtrl, v);
    for (std::size_t m = 0; m < by_bptt.size(); ++m) EXPECT_NEAR(by_rtrl[m], by_bptt[m], 1e-13);
  }
}

/// ds/dW of the weights that make it and of those that read it, and its own ds/dW.
TEST(Rtrl, ForgetsAUnitThatIsReset) {
  const CellShape shape{.inputs = 2, .units = 3, .blocks = 2, .activation = Activation::tanh};
  CarriedWalk walk(shape);
  Rtrl<double> rtrl(walk.layers());
  for (int t = 0; t < 12; ++t) {
    walk.next();
    rtrl.advance(kernels<double>(), walk.layers());
  }
  rtrl.reset_unit(1, 3);
  for (const double number : walk.gradient(rtrl, {0, 1, 0})) EXPECT_EQ(number, 0);
  const auto of_others = walk.gradient(rtrl, {1, 0, 0.5});
  for (std::size_t row = 0; row < 2 * shape.features(); ++row)
    for (std::size_t u = 0; u < 3; ++u) {
      const bool is_gone = u == 1 || row % shape.features() == shape.inputs + 1 + 1;
      EXPECT_EQ(of_others[row * 3 + u] == 0, is_gone) << "row " << row << ", unit " << u;
    }
}

TEST(Rtrl, ForgetsAtARestart) {
  expect_forgets_at_a_restart([](const Layers<double>& layers) { return Rtrl<double>(layers); });
}

}  // namespace
}  // namespace gvfn
