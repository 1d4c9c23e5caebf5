#pragma once
// Activation functions and their derivatives, which follow from a unit's output alone.

#include <algorithm>
#include <cmath>

#include "gvfn/kernel/activation.hpp"
#include "kernel/dual.hpp"

namespace gvfn {

inline constexpr double clipped_linear_limit = 10;

/// sigma(x).
template <class T>
T activate(Activation sigma, T x) {
  switch (sigma) {
    case Activation::linear: return x;
    case Activation::clipped_linear: return std::clamp(x, T(-clipped_linear_limit), T(clipped_linear_limit));
    case Activation::sigmoid: return 1 / (1 + std::exp(-x));
    case Activation::tanh: return std::tanh(x);
    case Activation::relu: return std::max(x, T(0));
  }
  return x;
}

/// sigma'(x), given the output sigma(x). That of clipped_linear is taken to be 1 everywhere, as in the paper's
/// experiments.
template <class T>
T derivative(Activation sigma, T output) {
  switch (sigma) {
    case Activation::linear: return 1;
    case Activation::clipped_linear: return 1;
    case Activation::sigmoid: return output * (1 - output);
    case Activation::tanh: return 1 - output * output;
    case Activation::relu: return output > 0 ? T(1) : T(0);
  }
  return 1;
}

/// The same with its own derivative, which is 0 for the piecewise linear ones.
template <class T>
Dual<T> derivative(Activation sigma, Dual<T> output) {
  switch (sigma) {
    case Activation::sigmoid: return output * (T(1) - output);
    case Activation::tanh: return T(1) - output * output;
    default: return {derivative(sigma, output.value), 0};
  }
}

/// sigma(x), given its value and the tangent of x.
template <class T>
Dual<T> activated(Activation sigma, T output, T sum_tangent) {
  return {output, derivative(sigma, output) * sum_tangent};
}

}  // namespace gvfn
