#include "learn/trace.hpp"

#include <gtest/gtest.h>

namespace gvfn {
namespace {

/// Against matrices that decay at every step, whether they are used or not.
TEST(Trace, WhatIsPutOffIsNotLost) {
  Random random(1);
  const Cell<double> cell({.inputs = 1, .units = 3, .blocks = 2}, random);
  const std::size_t rows = cell.shape.features();
  Trace<double> trace(cell);
  std::vector<std::vector<double>> expected(2, std::vector<double>(rows * 3));
  AlignedVector<double> decay(padded<double>(3)), delta(padded<double>(3)), weight(padded<double>(3));
  std::vector<double> features(rows);
  for (int t = 0; t < 30; ++t) {
    for (std::size_t u = 0; u < 3; ++u) {
      decay[u] = random.uniform(-1, 1);
      delta[u] = random.uniform(-1, 1);
      weight[u] = random.uniform(-1, 1);
    }
    for (auto& feature : features) feature = random.uniform(-1, 1);
    const std::size_t used = random.below(2);
    trace.add(kernels<double>(), decay.data(), used, {features.data(), delta.data()});
    double squares = 0;
    for (std::size_t b = 0; b < 2; ++b) {
      const auto gradient = trace.gradient(b, weight.data());
      AlignedVector<double> product(padded<double>(3));
      trace.apply_transpose(kernels<double>(), b, features.data(), product.data());
      AlignedVector<double> expected_product(padded<double>(3));
      for (std::size_t i = 0; i < rows; ++i)
        for (std::size_t u = 0; u < 3; ++u) {
          double& e = expected[b][i * 3 + u];
          e = decay[u] * e + (b == used ? features[i] * delta[u] : 0);
          squares += e * e;
          expected_product[u] += e * features[i];
          const double actual =
              gradient.has_no_terms() ? 0 : gradient.dense[i * row_stride<double>(3) + u] * gradient.weight[u];
          ASSERT_NEAR(actual, e * weight[u], 1e-14) << "step " << t;
        }
      for (std::size_t u = 0; u < 3; ++u) ASSERT_NEAR(product[u], expected_product[u], 1e-14) << "step " << t;
    }
    ASSERT_NEAR(trace.squared_norm(kernels<double>()), squares, 1e-12);
  }
  trace.clear();
  EXPECT_TRUE(trace.gradient(0, weight.data()).has_no_terms());
}

}  // namespace
}  // namespace gvfn
