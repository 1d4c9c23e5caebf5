#pragma once
// What the learners that carry ds/dtheta forward in time share.

#include <algorithm>
#include <cmath>

#include "network/layers.hpp"

namespace gvfn {

/// The step that made s_t, of the one layer there is.
template <class T>
CellStep<T> latest(Layers<T>& layers) {
  auto& window = layers.front().window;
  return window.step(window.truncation() - 1);
}

/// H_t[j][l] = sigma'_j W_s[l][j].
template <class T>
void find_transition(const Cell<T>& cell, const CellStep<T>& step, Matrix<T>& transition) {
  const auto& w = cell.weights[step.block];
  const std::size_t n = cell.shape.units;
  const T* const w_s = w.rows_from(cell.shape.inputs + 1).data;
  for (std::size_t j = 0; j < n; ++j) {
    const T slope = derivative(cell.shape.activation, step.state_tp1[j]);
    for (std::size_t l = 0; l < n; ++l) transition.at(j, l) = slope * w_s[l * w.stride + j];
  }
}

/// out = m^T z, a row of a matrix. It goes through `scratch`, which has a number for each column.
template <class T>
void multiply_row(const Kernels<T>& kernels, const Matrix<T>& m, const T* z, AlignedVector<T>& scratch, T* out) {
  kernels.forward(m.view(), z, Activation::linear, scratch.data());
  std::copy_n(scratch.data(), m.stride, out);
}

/// out = H_t m, row by row.
template <class T>
void multiply(const Kernels<T>& kernels, Matrix<T>& transition, const Matrix<T>& m, AlignedVector<T>& scratch,
              Matrix<T>& out) {
  for (std::size_t j = 0; j < m.rows; ++j) multiply_row(kernels, m, &transition.at(j, 0), scratch, &out.at(j, 0));
}

template <class T, class Values>
double length(const Values& values, std::size_t n) {
  double sum = 0;
  for (std::size_t i = 0; i < n; ++i) sum += static_cast<double>(values[i]) * static_cast<double>(values[i]);
  return std::sqrt(sum);
}

/// sqrt(numerator / denominator), which makes two factors of a product equally long; 1 where the product is zero.
inline double balance(double numerator, double denominator) {
  return numerator > 0 && denominator > 0 ? std::sqrt(numerator / denominator) : 1;
}

inline double sign(Random& random) { return random.uniform() < 0.5 ? -1 : 1; }

template <class T>
std::size_t width(const Layers<T>& layers) {
  return padded<T>(layers.front().cell.shape.units);
}

}  // namespace gvfn
