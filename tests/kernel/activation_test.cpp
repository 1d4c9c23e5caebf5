#include <gtest/gtest.h>

#include <cmath>

#include "kernel/activation_functions.hpp"

namespace gvfn {
namespace {

TEST(Activation, Ranges) {
  EXPECT_EQ(range_of(Activation::sigmoid).low, 0);
  EXPECT_EQ(range_of(Activation::sigmoid).high, 1);
  EXPECT_EQ(range_of(Activation::tanh).low, -1);
  EXPECT_EQ(range_of(Activation::clipped_linear).high, 10);
  EXPECT_EQ(range_of(Activation::relu).low, 0);
  EXPECT_TRUE(std::isinf(range_of(Activation::relu).high));
  EXPECT_TRUE(std::isinf(range_of(Activation::linear).low));
}

TEST(Activation, NamesAreInTheOrderOfTheValues) {
  EXPECT_EQ(activation_names[static_cast<std::size_t>(Activation::clipped_linear)], "clipped-linear");
  EXPECT_EQ(activation_names[static_cast<std::size_t>(Activation::relu)], "relu");
}

}  // namespace
}  // namespace gvfn
