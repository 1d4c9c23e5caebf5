#include "gvfn/learn/window.hpp"

#include <gtest/gtest.h>

#include <cstdint>

namespace gvfn {
namespace {

const CellShape shape{.inputs = 2, .units = 3, .blocks = 2, .activation = Activation::tanh};

TEST(Window, FeaturesAreInputBiasAndState) {
  Window<double> window(shape, 1);
  EXPECT_EQ(window.truncation(), 1U);
  EXPECT_EQ(window.features(0) + 3, window.state(0));
  EXPECT_EQ(window.features(0)[2], 1);
  EXPECT_EQ(window.state_with_bias(2)[0], 1);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(window.state(1)) % alignment, 0U);
}

TEST(Window, SlidingRenamesTheSlots) {
  Window<double> window(shape, 2);
  for (std::size_t k = 0; k <= 3; ++k) window.state(k)[0] = static_cast<double>(k);
  window.set_block(2, 1);
  window.slide();
  EXPECT_EQ(window.state(0)[0], 1);
  EXPECT_EQ(window.state(2)[0], 3);
  EXPECT_EQ(window.block(1), 1U);
}

TEST(Window, KnowsWhichBlocksItsInputsUse) {
  Window<double> window(shape, 1);
  window.set_block(0, 0);
  window.set_block(1, 0);
  window.set_block(2, 1);  // the slot whose input is yet to come
  EXPECT_TRUE(window.uses(0));
  EXPECT_FALSE(window.uses(1));
}

TEST(Window, RunningGoesFromStateToState) {
  Random random(1);
  const Cell<double> cell(shape, random);
  Window<double> window(shape, 2);
  for (std::size_t k = 0; k <= 2; ++k) {
    window.set_block(k, k % 2);
    window.features(k)[0] = static_cast<double>(k);
  }
  run_window(kernels<double>(), cell, window, 0);
  AlignedVector<double> expected(padded<double>(3));
  cell_forward(kernels<double>(), cell, 1, window.features(1), expected.data());
  for (std::size_t u = 0; u < 3; ++u) EXPECT_EQ(window.state(2)[u], expected[u]);
  const double last = window.state(3)[0];
  window.state(1)[0] = 9;  // running from input 1 takes it from here
  run_window(kernels<double>(), cell, window, 1);
  EXPECT_NE(window.state(3)[0], last);
}

}  // namespace
}  // namespace gvfn
