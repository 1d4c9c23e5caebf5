#include "stream/error_sums.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace gvfn {

void ErrorSums::next_row() {
  if (++rows_ <= rows_per_block_ * static_cast<std::int64_t>(most_blocks)) return;
  for (auto* sums : {&counts_, &absolutes_, &squares_}) {
    for (std::size_t b = 0; b < most_blocks / 2; ++b) (*sums)[b] = (*sums)[2 * b] + (*sums)[2 * b + 1];
    std::fill(sums->begin() + most_blocks / 2, sums->end(), 0);
  }
  rows_per_block_ *= 2;
}

void ErrorSums::add(double error) {
  const auto block = static_cast<std::size_t>((rows_ - 1) / rows_per_block_);
  counts_[block] += 1;
  absolutes_[block] += std::abs(error);
  squares_[block] += error * error;
}

ErrorSums::Errors ErrorSums::over_last(double share) const {
  const auto first_row = static_cast<std::int64_t>(std::ceil(static_cast<double>(rows_) * (1 - share)));
  const auto first = (first_row + rows_per_block_ - 1) / rows_per_block_;
  const auto sum = [&](const std::vector<double>& blocks) {
    return std::accumulate(blocks.begin() + std::min<std::int64_t>(first, most_blocks), blocks.end(), 0.0);
  };
  const double count = sum(counts_);
  return {count, sum(absolutes_) / count, std::sqrt(sum(squares_) / count)};
}

}  // namespace gvfn
