#include "learn/least_squares.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace gvfn {

Matrix<double> first_inverse(std::size_t inputs, double ridge) {
  Matrix<double> inverse(inputs, inputs);
  for (std::size_t i = 0; i < inputs; ++i) inverse.at(i, i) = 1 / ridge;
  return inverse;
}

LeastSquaresGain::LeastSquaresGain(std::size_t inputs, double forgetting, double ridge)
    : forgetting_(forgetting),
      most_trace_(1e4 * static_cast<double>(inputs) / ridge),
      decay_(padded<double>(inputs)),
      gain_(padded<double>(inputs)),
      minus_gain_(padded<double>(inputs)) {}

std::span<const double> LeastSquaresGain::take(const Kernels<double>& kernels, const double* z,
                                               Matrix<double>& inverse) {
  const std::size_t n = inverse.rows;
  kernels.forward(inverse.view(), z, Activation::linear, gain_.data());
  const double variance = forgetting_ + std::max(0.0, std::inner_product(z, z + n, gain_.data(), 0.0));
  double trace = 0;
  for (std::size_t i = 0; i < n; ++i) trace += inverse.at(i, i);
  const double decay = trace <= forgetting_ * most_trace_ ? 1 / forgetting_ : 1;
  // Both factors are the same vector, so that P stays symmetric: P = decay (P - Pz (Pz)' / variance).
  const double scale = std::sqrt(decay / variance);
  for (std::size_t i = 0; i < n; ++i) minus_gain_[i] = -(gain_[i] *= scale);
  std::ranges::fill(decay_, decay);
  kernels.trace(inverse.view(), decay_.data(), {gain_.data(), minus_gain_.data()});
  for (std::size_t i = 0; i < n; ++i) gain_[i] /= scale * variance;
  return {gain_.data(), n};
}

}  // namespace gvfn
