#pragma once
// A weight matrix: rows are features, units are the contiguous, padded direction.

#include "gvfn/base/fields.hpp"
#include "gvfn/base/random.hpp"
#include "kernel/aligned.hpp"
#include "kernel/kernels.hpp"

namespace gvfn {

/// Where a matrix has what belongs to one unit: a column in each gate, and, if the units' last state is among the
/// features, one of the rows from `state_row` on.
struct MatrixLayout {
  std::size_t rows;
  std::size_t stride;
  std::size_t state_row;
};

/// The units of several gates stand side by side, each gate's padded to a line on its own.
template <class T>
struct Matrix {
  Matrix() = default;
  Matrix(std::size_t row_count, std::size_t unit_count, std::size_t gate_count = 1)
      : rows(row_count),
        units(unit_count),
        gates(gate_count),
        stride(gate_count == 1 ? row_stride<T>(unit_count) : column_count()),
        state_row(row_count),
        data(padded<T>(rows * stride)) {}

  std::size_t rows = 0;
  std::size_t units = 0;
  std::size_t gates = 0;
  std::size_t stride = 0;
  std::size_t state_row = 0;  // the first row that is a unit's last state; `rows` if there is none
  AlignedVector<T> data;

  std::size_t weight_count() const { return rows * gates * units; }
  /// How long a vector is that has a number for each column.
  std::size_t column_count() const { return gates * padded<T>(units); }
  T& at(std::size_t row, std::size_t unit, std::size_t gate = 0) {
    return data[row * stride + gate * padded<T>(units) + unit];
  }
  T at(std::size_t row, std::size_t unit, std::size_t gate = 0) const {
    return data[row * stride + gate * padded<T>(units) + unit];
  }
  MatrixView<T> view() { return {data.data(), rows, stride}; }
  MatrixView<const T> view() const { return {data.data(), rows, stride}; }
  MatrixView<const T> row_range(std::size_t first, std::size_t last) const {
    return {data.data() + first * stride, last - first, stride};
  }
  MatrixView<const T> rows_from(std::size_t first) const { return row_range(first, rows); }

  /// A matrix of the same shape, all zero.
  Matrix zeros() const {
    Matrix other(rows, units, gates);
    other.state_row = state_row;
    return other;
  }

  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("rows", self.rows, Fixed{});
    visit("units", self.units, Fixed{});
    visit("gates", self.gates, Fixed{});
    visit("stride", self.stride, Fixed{});
    visit("data", self.data, MatrixLayout{self.rows, self.stride, self.state_row});
  }
};

/// Glorot's uniform distribution, +-sqrt(6 / dimensions), for rows first to last - 1; `dimensions` is the sum of the
/// dimensions of the tensor that the rows are part of.
template <class T>
void glorot_uniform(Matrix<T>& matrix, std::size_t first, std::size_t last, std::size_t dimensions, Random& random);

/// The same for the weights of one unit.
template <class T>
void glorot_uniform(Matrix<T>& matrix, std::size_t first, std::size_t last, std::size_t unit, std::size_t dimensions,
                    Random& random);

/// A vector of features with the bias unit, 1, in front of it, so that both are one row range of a matrix.
template <class T>
class Features {
 public:
  explicit Features(std::size_t n) : data_(lead + padded<T>(n)) { data_[lead - 1] = 1; }

  T* values() { return data_.data() + lead; }
  const T* values() const { return data_.data() + lead; }
  const T* with_bias() const { return data_.data() + lead - 1; }

  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("data", self.data_);
  }

 private:
  static constexpr std::size_t lead = alignment / sizeof(T);
  AlignedVector<T> data_;
};

}  // namespace gvfn
