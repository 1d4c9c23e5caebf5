#pragma once
// Recursive least squares, the part that knows the inputs only: how much each weight is to change with an error.

#include "network/matrix.hpp"

namespace gvfn {

/// P, the inverse of what the inputs' moments add up to: P_0 = I / ridge.
Matrix<double> first_inverse(std::size_t inputs, double ridge);

/// For the input z of a step,
///   k = P z / (f + z'Pz),  P = (P - k z'P) / f,
/// so that the weights w += k (y - w'z) minimise sum_i f^(t-i) (y_i - w'z_i)^2 + f^t ridge |w|^2. P stays symmetric to
/// the bit. What z does not excite is forgotten, and P grows there; where its trace would exceed 10,000 times that of
/// P_0, nothing is forgotten in this step.
class LeastSquaresGain {
 public:
  LeastSquaresGain(std::size_t inputs, double forgetting, double ridge);

  /// Returns k, and takes z into account. z is padded, as a column of P is.
  std::span<const double> take(const Kernels<double>& kernels, const double* z, Matrix<double>& inverse);

 private:
  double forgetting_;
  double most_trace_;
  AlignedVector<double> decay_;
  AlignedVector<double> gain_;
  AlignedVector<double> minus_gain_;
};

}  // namespace gvfn
