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

  ErrorSums() : counts_(most_blocks), absolutes_(most_blocks), squares_(most_blocks) {}

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
    visit("counts", self.counts_);
    visit("absolutes", self.absolutes_);
    visit("squares", self.squares_);
  }

 private:
  std::int64_t rows_ = 0;
  std::int64_t rows_per_block_ = 1;
  std::vector<double> counts_;  // by block: the number of errors, the sum of their sizes, and that of their squares
  std::vector<double> absolutes_;
  std::vector<double> squares_;
};

}  // namespace gvfn
