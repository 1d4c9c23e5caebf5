#include "kernel/flush_denormals.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace gvfn {
namespace {

float half_of(float x) {
  volatile float seen = x;  // keeps the division for run time
  return seen / 2;
}

TEST(FlushDenormals, FlushesWhileItLives) {
  constexpr float least = std::numeric_limits<float>::min();
  EXPECT_GT(half_of(least), 0);
  {
    const FlushDenormals outer;
    EXPECT_EQ(half_of(least), 0);
    { const FlushDenormals inner; }
    EXPECT_EQ(half_of(least), 0);
  }
  EXPECT_GT(half_of(least), 0);
}

}  // namespace
}  // namespace gvfn
