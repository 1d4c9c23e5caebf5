#include "base/ring.hpp"

#include <gtest/gtest.h>

namespace gvfn {
namespace {

TEST(Ring, MovingOnMakesTheSecondPlaceTheFirst) {
  Ring ring(3);
  for (std::size_t moved = 0; moved < 7; ++moved) {
    for (std::size_t k = 0; k < 3; ++k) EXPECT_EQ(ring.place(k), (moved + k) % 3);
    ring.move_on();
  }
}

TEST(Ring, OfOnePlaceStaysWhereItIs) {
  Ring ring(1);
  ring.move_on();
  EXPECT_EQ(ring.place(0), 0U);
}

}  // namespace
}  // namespace gvfn
