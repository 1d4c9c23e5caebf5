#include "experiment/next_piece.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace gvfn {
namespace {

TEST(NextPiece, DoublesWhilePiecesAreShort) {
  EXPECT_EQ(next_piece(1, 0), 2);
  EXPECT_EQ(next_piece(32, 0.01), 64);
  EXPECT_EQ(next_piece(8192, 0.01), 8192) << "a million steps a second are looked at a hundred times";
}

TEST(NextPiece, StaysWhereItTakesATwentiethOfASecond) { EXPECT_EQ(next_piece(100, 0.05), 100); }

TEST(NextPiece, IsAsShortAsItHasToBeAtOnce) {
  EXPECT_EQ(next_piece(8192, 0.2), 4096);
  EXPECT_EQ(next_piece(32, 76), 1);
  EXPECT_EQ(next_piece(8192, 8.192), 100);
  EXPECT_EQ(next_piece(1, 60), 1);
  EXPECT_EQ(next_piece(8192, std::numeric_limits<double>::infinity()), 1);
}

}  // namespace
}  // namespace gvfn
