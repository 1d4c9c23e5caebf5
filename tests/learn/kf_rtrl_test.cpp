#include "learn/kf_rtrl.hpp"

#include <gtest/gtest.h>

#include "carried_walk.hpp"

namespace gvfn {
namespace {

TEST(KfRtrl, ItsMeanIsTheExactGradient) {
  for (const auto& shape : carried_shapes())
    expect_unbiased(shape,
                    [](const Layers<double>& layers, std::uint64_t seed) { return KfRtrl<double>(layers, seed); });
}

/// The recursion with dense matrices and the same signs; J[j][(i, u)] = features[i] A[j][u], with i over all blocks.
TEST(KfRtrl, StepByStepAgainstThePaper) {
  for (const auto& shape : carried_shapes()) {
    CarriedWalk walk(shape);
    KfRtrl<double> kf(walk.layers(), 3);
    Random signs(3, Stream::kf_rtrl);
    const std::size_t n = shape.units;
    std::vector<double> features(shape.blocks * shape.features());
    std::vector<double> a_matrix(n * n);
    const std::vector<double> v(n, 0.7);
    for (int t = 0; t < 15; ++t) {
      walk.next();
      const auto [h, f] = walk.step_jacobians();
      const auto& window = walk.layers()[0].window;
      // D from F: the bias is a feature of 1.
      const std::size_t first = window.block(0) * shape.features();
      std::vector<double> pushed(n * n), d(n), z(features.size());
      for (std::size_t j = 0; j < n; ++j) {
        d[j] = f[j][(first + shape.inputs) * n + j];
        for (std::size_t u = 0; u < n; ++u)
          for (std::size_t l = 0; l < n; ++l) pushed[j * n + u] += h[j][l] * a_matrix[l * n + u];
      }
      for (std::size_t i = 0; i < shape.features(); ++i) z[first + i] = window.features(0)[i];
      const double a = t == 0 ? 1 : std::sqrt(plain_length(pushed) / plain_length(features));
      const double b = std::sqrt(plain_length(d) / plain_length(z));
      const double c_1 = signs.uniform() < 0.5 ? -1 : 1;
      const double c_2 = signs.uniform() < 0.5 ? -1 : 1;
      for (std::size_t i = 0; i < features.size(); ++i) features[i] = c_1 * a * features[i] + c_2 * b * z[i];
      for (std::size_t j = 0; j < n; ++j)
        for (std::size_t u = 0; u < n; ++u)
          a_matrix[j * n + u] = c_1 / a * pushed[j * n + u] + (j == u ? c_2 / b * d[j] : 0);

      kf.advance(kernels<double>(), walk.layers());
      const auto actual = walk.gradient(kf, v);
      for (std::size_t i = 0; i < features.size(); ++i)
        for (std::size_t u = 0; u < n; ++u) {
          double expected = 0;
          for (std::size_t j = 0; j < n; ++j) expected += v[j] * features[i] * a_matrix[j * n + u];
          ASSERT_NEAR(actual[i * n + u], expected, 1e-9) << "step " << t;
        }
    }
  }
}

TEST(KfRtrl, ForgetsAtARestart) {
  expect_forgets_at_a_restart([](const Layers<double>& layers) { return KfRtrl<double>(layers, 3); });
}

/// One Kronecker product is all there is after one step.
TEST(KfRtrl, OneStepIsExact) {
  for (const auto& shape : carried_shapes()) {
    CarriedWalk walk(shape);
    KfRtrl<double> kf(walk.layers(), 3);
    walk.next();
    kf.advance(kernels<double>(), walk.layers());
    const std::vector<double> v(shape.units, 0.7);
    const auto actual = walk.gradient(kf, v);
    const auto exact = walk.exact_gradient(v);
    for (std::size_t m = 0; m < exact.size(); ++m) EXPECT_NEAR(actual[m], exact[m], 1e-15);
  }
}

}  // namespace
}  // namespace gvfn
