#include "network/window.hpp"

#include <gtest/gtest.h>

#include <cstdint>

namespace gvfn {
namespace {

class WindowTest : public testing::Test {
 protected:
  Random random_{1};
  Cell<double> cell_{{.inputs = 2, .units = 3, .blocks = 2, .activation = Activation::tanh}, random_};
};

TEST_F(WindowTest, FeaturesAreInputBiasAndState) {
  Window<double> window(cell_, 1);
  EXPECT_EQ(window.truncation(), 1U);
  EXPECT_EQ(window.features(0) + 3, window.state(0));
  EXPECT_EQ(window.features(0)[2], 1);
  EXPECT_EQ(window.state_with_bias(2)[0], 1);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(window.state(1)) % alignment, 0U);
}

TEST_F(WindowTest, TheBiasOfATangentIsZero) { EXPECT_EQ(Window<double>(cell_, 1, 0, 0).features(0)[2], 0); }

TEST_F(WindowTest, SlidingRenamesTheSlots) {
  Window<double> window(cell_, 2);
  for (std::size_t k = 0; k <= 3; ++k) window.state(k)[0] = static_cast<double>(k);
  window.set_block(2, 1);
  window.slide();
  EXPECT_EQ(window.state(0)[0], 1);
  EXPECT_EQ(window.state(2)[0], 3);
  EXPECT_EQ(window.block(1), 1U);
}

TEST_F(WindowTest, KnowsWhichBlocksItsInputsUse) {
  Window<double> window(cell_, 1);
  window.set_block(0, 0);
  window.set_block(1, 0);
  window.set_block(2, 1);  // the slot whose input is yet to come
  EXPECT_TRUE(window.uses(0));
  EXPECT_FALSE(window.uses(1));
}

TEST_F(WindowTest, AStepReadsOneSlotAndWritesTheNextState) {
  const Cell<double> lstm({.inputs = 2, .units = 3, .kind = CellKind::lstm}, random_);
  Window<double> window(lstm, 2);
  window.set_block(1, 1);
  const auto step = window.step(1);
  EXPECT_EQ(step.block, 1U);
  EXPECT_EQ(step.features, window.features(1));
  EXPECT_EQ(step.state_tp1, window.state(2));
  // The memory stands behind the state, and what is kept behind that, before the next slot.
  EXPECT_EQ(step.gates, window.state(1) + lstm.state_size());
  EXPECT_LE(step.gates + lstm.gates_size(), window.features(2));
}

}  // namespace
}  // namespace gvfn
