#include "theory/exact_return.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace gvfn {
namespace {

/// 0 -> 1 -> 1 for ever; 2 -> 2 with 0.5; 3 -> 1 or 2.
TransitionMatrix chain() {
  TransitionMatrix matrix(4, 4);
  matrix.insert(0, 1) = 1;
  matrix.insert(1, 1) = 1;
  matrix.insert(2, 2) = 0.5;
  matrix.insert(3, 1) = 0.5;
  matrix.insert(3, 2) = 0.5;
  matrix.makeCompressed();
  return matrix;
}

TEST(ExactReturn, ThatStaysZeroForEverIsZero) {
  const auto v = exact_return(chain(), Eigen::Vector4d(3, 0, 1, 0));
  EXPECT_DOUBLE_EQ(v[0], 3);
  EXPECT_DOUBLE_EQ(v[1], 0);
  EXPECT_DOUBLE_EQ(v[2], 2);
  EXPECT_DOUBLE_EQ(v[3], 1);
}

TEST(ExactReturn, ThatGoesOnForEverIsNoNumberNorIsWhatLeadsThere) {
  const auto v = exact_return(chain(), Eigen::Vector4d(0, 1, 1, 0));
  EXPECT_TRUE(std::isnan(v[0]));
  EXPECT_TRUE(std::isnan(v[1]));
  EXPECT_DOUBLE_EQ(v[2], 2);
  EXPECT_TRUE(std::isnan(v[3]));
}

TEST(ExactReturn, IsProperWhereEveryReturnEnds) {
  EXPECT_FALSE(is_proper(chain()));
  TransitionMatrix ends = chain();
  ends.coeffRef(1, 1) = 0.9;
  EXPECT_TRUE(is_proper(ends));
}

}  // namespace
}  // namespace gvfn
