#include "network/unit_reset.hpp"

#include <gtest/gtest.h>

#include "network/parameter.hpp"

namespace gvfn {
namespace {

/// A matrix of two gates that reads an input, the bias and the three units; moments and sums beside it; all ones.
Parameter<double> ones() {
  Parameter<double> matrix(5, 3, 2);
  matrix.state_row = 2;
  matrix.first = matrix.zeros();
  matrix.batch.sum = matrix.zeros();
  for (auto* each : {static_cast<Matrix<double>*>(&matrix), &matrix.first, &matrix.batch.sum})
    std::ranges::fill(each->data, 1.0);
  matrix.deferred_trace.columns.assign(matrix.column_count(), 1.0);
  matrix.batch.features.assign(1, AlignedVector<double>(5, 1.0));
  matrix.batch.deltas.assign(1, AlignedVector<double>(matrix.column_count(), 1.0));
  return matrix;
}

TEST(UnitReset, ForgetsAUnitInBothDirectionsInEveryField) {
  auto matrix = ones();
  reset_unit(matrix, 1, 3);
  for (const auto* each : {static_cast<Matrix<double>*>(&matrix), &matrix.first, &matrix.batch.sum})
    for (std::size_t row = 0; row < 5; ++row)
      for (std::size_t gate = 0; gate < 2; ++gate)
        for (std::size_t unit = 0; unit < 3; ++unit)
          EXPECT_EQ(each->at(row, unit, gate), unit == 1 || row == 3 ? 0 : 1) << row << " " << unit;
  for (std::size_t gate = 0; gate < 2; ++gate)
    for (std::size_t unit = 0; unit < 3; ++unit) {
      const std::size_t column = gate * padded<double>(3) + unit;
      EXPECT_EQ(matrix.deferred_trace.columns[column], unit == 1 ? 0 : 1);
      EXPECT_EQ(matrix.batch.deltas[0][column], unit == 1 ? 0 : 1);
    }
  for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(matrix.batch.features[0][i], i == 3 ? 0 : 1) << "feature " << i;
}

TEST(UnitReset, OutgoingLeavesWhatMakesTheUnit) {
  auto matrix = ones();
  const OutgoingReset outgoing{1};
  for_each_field("", matrix, outgoing);
  EXPECT_EQ(matrix.at(0, 1), 1);
  EXPECT_EQ(matrix.at(3, 0), 0);
  EXPECT_EQ(matrix.deferred_trace.columns[1], 1);
}

TEST(UnitReset, AMatrixThatDoesNotReadTheStateKeepsItsRows) {
  Matrix<double> matrix(2, 3);
  std::ranges::fill(matrix.data, 1.0);
  reset_unit(matrix, 1, 3);
  for (std::size_t row = 0; row < 2; ++row)
    for (std::size_t unit = 0; unit < 3; ++unit) EXPECT_EQ(matrix.at(row, unit), unit == 1 ? 0 : 1);
}

}  // namespace
}  // namespace gvfn
