#pragma once
// How large errors are, over a whole stream and over its last part.

#include <cstdint>
#include <vector>

namespace gvfn {

/// Constant memory, however long the stream is: errors are summed up in blocks of rows, and when there are 2,048
/// blocks, two and two become one. The last part of a stream is whole blocks of it: at most 0.1 % of the rows less than
/// asked.
class ErrorSums {
 public:
  static constexpr std::size_t most_blocks = 2048;

  ErrorSums() : blocks_(3 * most_blocks) {}

  /// Another row begins.
  void next_row();
  /// An error of the row. There may be none, or several.
  void add(double error);

  struct Errors {
    double count;
    double mae;  // not a number where nothing was scored
    double rmse;
  };
  /// Over the last share of the rows, from 0 to 1.
  Errors over_last(double share) const;

  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("rows", self.rows_);
    visit("rows_per_block", self.rows_per_block_);
    visit("blocks", self.blocks_);
  }

 private:
  double* block(std::int64_t row) { return blocks_.data() + 3 * static_cast<std::size_t>(row / rows_per_block_); }

  std::int64_t rows_ = 0;
  std::int64_t rows_per_block_ = 1;
  std::vector<double> blocks_;  // of each: number of errors, their sum without signs, the sum of their squares
};

}  // namespace gvfn
