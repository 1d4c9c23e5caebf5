#pragma once
// Derivatives by central differences, the oracle of the backward passes.

#include <gtest/gtest.h>

#include <cmath>

namespace gvfn {

/// (f(x + h) - f(x - h)) / 2h, by changing x in place.
template <class Function>
double central_difference(double& x, Function f) {
  constexpr double h = 1e-5;
  const double before = x;
  x = before + h;
  const double above = f();
  x = before - h;
  const double below = f();
  x = before;
  return (above - below) / (2 * h);
}

/// Equal to 1e-6, relative to the larger of the derivative and 1e-3 (below that, the difference's own rounding counts).
inline void expect_derivative(double actual, double expected) {
  EXPECT_NEAR(actual, expected, 1e-6 * std::max(std::abs(expected), 1e-3));
}

}  // namespace gvfn
