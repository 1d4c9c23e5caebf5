#include "network/matrix.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>

namespace gvfn {
namespace {

TEST(Matrix, ItsNumbersAreAlignedAndPadded) {
  Matrix<float> matrix(3, 35);
  EXPECT_EQ(matrix.stride, 40U);
  EXPECT_EQ(matrix.column_count(), 48U);
  EXPECT_EQ(matrix.data.size(), 128U);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(matrix.data.data()) % alignment, 0U);
  matrix.at(2, 34) = 7;
  EXPECT_EQ(matrix.view().data[2 * 40 + 34], 7);
  const auto& constant = matrix;
  EXPECT_EQ(constant.rows_from(2).rows, 1U);
  EXPECT_EQ(constant.rows_from(2).data[34], 7);
}

TEST(Matrix, LongRowsAndGatesArePaddedToWholeLines) {
  EXPECT_EQ(Matrix<float>(3, 56).stride, 56U);
  EXPECT_EQ(Matrix<float>(3, 57).stride, 64U);
  EXPECT_EQ(Matrix<float>(3, 70).stride, 80U);
  EXPECT_EQ(Matrix<float>(3, 35, 4).stride, 4 * 48U);
  EXPECT_EQ(Matrix<double>(3, 3).stride, 4U);
}

TEST(Matrix, GlorotFillsOnlyTheRowsAskedFor) {
  Matrix<double> matrix(4, 3);
  Random random(1);
  glorot_uniform(matrix, 1, 3, 24, random);
  for (std::size_t row = 0; row < 4; ++row) {
    for (std::size_t unit = 0; unit < 3; ++unit) {
      EXPECT_EQ(matrix.at(row, unit) != 0, row == 1 || row == 2);
      EXPECT_LE(std::abs(matrix.at(row, unit)), 0.5);
    }
  }
}

TEST(Features, HaveTheBiasInFront) {
  Features<float> features(3);
  features.values()[0] = 5;
  EXPECT_EQ(features.with_bias()[0], 1);
  EXPECT_EQ(features.with_bias()[1], 5);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(features.values()) % alignment, 0U);
}

}  // namespace
}  // namespace gvfn
