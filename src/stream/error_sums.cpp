#include "stream/error_sums.hpp"

#include <algorithm>
#include <cmath>

namespace gvfn {

void ErrorSums::next_row() {
  if (++rows_ <= rows_per_block_ * static_cast<std::int64_t>(most_blocks)) return;
  for (std::size_t b = 0; b < most_blocks; ++b)
    for (std::size_t i = 0; i < 3; ++i) {
      const double sum = blocks_[3 * b + i];
      blocks_[3 * b + i] = 0;
      blocks_[3 * (b / 2) + i] += sum;
    }
  rows_per_block_ *= 2;
}

void ErrorSums::add(double error) {
  double* const sums = block(rows_ - 1);
  sums[0] += 1;
  sums[1] += std::abs(error);
  sums[2] += error * error;
}

ErrorSums::Errors ErrorSums::over_last(double share) const {
  const auto first_row = static_cast<std::int64_t>(std::ceil(static_cast<double>(rows_) * (1 - share)));
  const auto first = (first_row + rows_per_block_ - 1) / rows_per_block_;
  double count = 0;
  double sum = 0;
  double squares = 0;
  for (auto b = static_cast<std::size_t>(std::max<std::int64_t>(0, first)); b < most_blocks; ++b) {
    count += blocks_[3 * b];
    sum += blocks_[3 * b + 1];
    squares += blocks_[3 * b + 2];
  }
  return {count, sum / count, std::sqrt(squares / count)};
}

}  // namespace gvfn
