#pragma once
// A weight matrix: rows are features, units are the contiguous, padded direction.

#include "gvfn/base/random.hpp"
#include "gvfn/kernel/aligned.hpp"
#include "gvfn/kernel/kernels.hpp"

namespace gvfn {

template <class T>
struct Matrix {
  Matrix(std::size_t row_count, std::size_t unit_count)
      : rows(row_count), units(unit_count), stride(padded<T>(unit_count)), data(rows * stride) {}

  std::size_t rows;
  std::size_t units;
  std::size_t stride;
  AlignedVector<T> data;

  T& at(std::size_t row, std::size_t unit) { return data[row * stride + unit]; }
  MatrixView<T> view() { return {data.data(), rows, stride}; }
  MatrixView<const T> view() const { return {data.data(), rows, stride}; }
  MatrixView<const T> rows_from(std::size_t first) const {
    return {data.data() + first * stride, rows - first, stride};
  }
};

/// Glorot's uniform distribution, +-sqrt(6 / dimensions), for rows first to last - 1; `dimensions` is the sum of the
/// dimensions of the tensor that the rows are part of.
template <class T>
void glorot_uniform(Matrix<T>& matrix, std::size_t first, std::size_t last, std::size_t dimensions, Random& random);

/// A vector of features with the bias unit, 1, in front of it, so that both are one row range of a matrix.
template <class T>
class Features {
 public:
  explicit Features(std::size_t n) : data_(lead + padded<T>(n)) { data_[lead - 1] = 1; }

  T* values() { return data_.data() + lead; }
  const T* values() const { return data_.data() + lead; }
  const T* with_bias() const { return data_.data() + lead - 1; }

 private:
  static constexpr std::size_t lead = alignment / sizeof(T);
  AlignedVector<T> data_;
};

}  // namespace gvfn
