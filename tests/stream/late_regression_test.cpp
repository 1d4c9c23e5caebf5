#include "stream/late_regression.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>

#include "gvfn/base/random.hpp"

namespace gvfn {
namespace {

constexpr std::size_t inputs = 5;
constexpr double forgetting = 0.97;
constexpr double ridge = 0.5;

std::vector<double> input_at(int t) {
  Random random(static_cast<std::uint64_t>(t) + 1);
  std::vector<double> z(inputs);
  for (auto& x : z) x = random.normal();
  return z;
}
double target_of(std::size_t output, int t) {
  const auto z = input_at(t);
  return output == 0 ? 2 * z[0] - z[1] : z[2] * z[3] + 1;
}

/// The normal equations of the inputs up to a step.
Eigen::VectorXd solution(std::size_t output, int last) {
  Eigen::MatrixXd moments = Eigen::MatrixXd::Identity(inputs, inputs) * ridge;
  Eigen::VectorXd sums = Eigen::VectorXd::Zero(inputs);
  for (int t = 0; t <= last; ++t) {
    const auto z = input_at(t);
    const Eigen::Map<const Eigen::VectorXd> row(z.data(), inputs);
    moments = forgetting * moments + row * row.transpose();
    sums = forgetting * sums + target_of(output, t) * row;
  }
  return moments.ldlt().solve(sums);
}

TEST(LateRegression, HasTheWeightsOfAllTargetsThatAreKnown) {
  const std::vector<std::size_t> delays{1, 12};
  LateRegression regression(kernels<double>(), inputs, delays, forgetting, ridge);
  for (int t = 0; t < 80; ++t) {
    const auto z = input_at(t);
    regression.take(z);
    for (std::size_t j = 0; j < delays.size(); ++j) {
      const int known = t - static_cast<int>(delays[j]);
      if (known < 0) {
        regression.learn(j, 1e9);  // of an input that there was not
        EXPECT_EQ(regression.predict(j), 0);
        continue;
      }
      regression.learn(j, target_of(j, known));
      const Eigen::Map<const Eigen::VectorXd> row(z.data(), inputs);
      ASSERT_NEAR(regression.predict(j), row.dot(solution(j, known)), 1e-9) << "output " << j << ", step " << t;
    }
  }
}

/// It counts as if it had been what was predicted, so that it is only learned later.
TEST(LateRegression, ATargetThatIsMissingIsLeftOut) {
  LateRegression regression(kernels<double>(), inputs, {0}, forgetting, ridge);
  const auto learn_until = [&](int first, int last) {
    for (int t = first; t < last; ++t) {
      regression.take(input_at(t));
      if (t % 3 > 0) regression.learn(0, target_of(0, t));
    }
    return std::abs(regression.predict(0) - target_of(0, last - 1));
  };
  EXPECT_GT(learn_until(0, 20), 1e-3);
  EXPECT_LT(learn_until(20, 2'000), 1e-6);
}

}  // namespace
}  // namespace gvfn
