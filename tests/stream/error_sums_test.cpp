#include "stream/error_sums.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace gvfn {
namespace {

double error_at(int row) { return (row % 2 == 0 ? 1 : -1) * (1 + 0.001 * row); }

/// Rows whose number is divided by 3 have no error.
ErrorSums errors_of(int rows) {
  ErrorSums sums;
  for (int row = 0; row < rows; ++row) {
    sums.next_row();
    if (row % 3 > 0) sums.add(error_at(row));
  }
  return sums;
}

ErrorSums::Errors by_hand(int first, int rows) {
  double count = 0;
  double sum = 0;
  double squares = 0;
  for (int row = first; row < rows; ++row) {
    if (row % 3 == 0) continue;
    count += 1;
    sum += std::abs(error_at(row));
    squares += error_at(row) * error_at(row);
  }
  return {count, sum / count, std::sqrt(squares / count)};
}

void expect_near(const ErrorSums::Errors& a, const ErrorSums::Errors& b, double relative) {
  EXPECT_NEAR(a.count, b.count, relative * b.count);
  EXPECT_NEAR(a.mae, b.mae, relative * b.mae);
  EXPECT_NEAR(a.rmse, b.rmse, relative * b.rmse);
}

TEST(ErrorSums, AreExactWhileEveryRowHasABlock) {
  for (const int rows : {1, 2, 7, 100, 2'048}) {
    const auto sums = errors_of(rows);
    if (rows > 1) expect_near(sums.over_last(1), by_hand(0, rows), 1e-12);
    if (rows > 4) expect_near(sums.over_last(0.5), by_hand((rows + 1) / 2, rows), 1e-12);
  }
}

TEST(ErrorSums, OfLongStreamsTheLastPartIsNearlyThatPart) {
  for (const int rows : {2'049, 10'000, 1'000'000}) {
    const auto sums = errors_of(rows);
    expect_near(sums.over_last(1), by_hand(0, rows), 1e-9);
    expect_near(sums.over_last(0.5), by_hand((rows + 1) / 2, rows), 0.002);
    expect_near(sums.over_last(0.1), by_hand(rows - rows / 10, rows), 0.01);
  }
}

TEST(ErrorSums, WhereNothingWasScoredThereIsNoNumber) {
  ErrorSums sums;
  EXPECT_EQ(sums.over_last(1).count, 0);
  EXPECT_TRUE(std::isnan(sums.over_last(1).rmse));
  sums.next_row();
  EXPECT_TRUE(std::isnan(sums.over_last(0.5).mae));
}

}  // namespace
}  // namespace gvfn
