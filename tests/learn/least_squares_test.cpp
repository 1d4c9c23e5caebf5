#include "learn/least_squares.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>

#include "gvfn/base/random.hpp"
#include "gvfn/kernel/instruction_sets.hpp"

namespace gvfn {
namespace {

using testing::ElementsAre;

/// z_t and y_t, and the weights that recursive least squares has for them.
class Regression {
 public:
  Regression(std::size_t inputs, double forgetting, double ridge, std::string_view instruction_set = "auto")
      : kernels_(kernels<double>(instruction_set)),
        inverse_(first_inverse(inputs, ridge)),
        gain_(inputs, forgetting, ridge),
        weights_(inputs) {}

  void add(const std::vector<double>& z, double y) {
    AlignedVector<double> input(padded<double>(z.size()));
    std::ranges::copy(z, input.begin());
    double error = y;
    for (std::size_t i = 0; i < z.size(); ++i) error -= weights_[i] * z[i];
    const auto k = gain_.take(kernels_, input.data(), inverse_);
    for (std::size_t i = 0; i < z.size(); ++i) weights_[i] += k[i] * error;
  }
  const std::vector<double>& weights() const { return weights_; }
  const Matrix<double>& inverse() const { return inverse_; }

 private:
  const Kernels<double>& kernels_;
  Matrix<double> inverse_;
  LeastSquaresGain gain_;
  std::vector<double> weights_;
};

TEST(LeastSquares, ByHand) {
  // P_0 = 1/2. k = P z / (f + z'Pz) = 1 / (1/2 + 2) = 0.4 for z = 2, and P = (1/2 - 0.4 * 2 / 2) / (1/2) = 0.2.
  Regression one(1, 0.5, 2);
  one.add({2}, 3);
  EXPECT_DOUBLE_EQ(one.weights()[0], 1.2);
  EXPECT_NEAR(one.inverse().at(0, 0), 0.2, 1e-15);
  // k = 0.2 / (1/2 + 0.2) for z = 1; the error is 1 - 1.2.
  one.add({1}, 1);
  EXPECT_NEAR(one.weights()[0], 1.2 - 0.2 * 0.2 / 0.7, 1e-15);
}

class LeastSquaresOf : public testing::TestWithParam<double> {};

TEST_P(LeastSquaresOf, IsTheSolutionOfTheNormalEquations) {
  const double forgetting = GetParam();
  const double ridge = 0.3;
  for (const auto instruction_set : instruction_sets()) {
    for (const std::size_t n : {1, 3, 8, 13, 40}) {
      Random random(n);
      Regression regression(n, forgetting, ridge, instruction_set);
      const auto size = static_cast<Eigen::Index>(n);
      Eigen::MatrixXd moments = Eigen::MatrixXd::Identity(size, size) * ridge;
      Eigen::VectorXd sums = Eigen::VectorXd::Zero(size);
      for (int t = 0; t < 200; ++t) {
        std::vector<double> z(n);
        for (auto& x : z) x = random.normal();
        const double y = random.normal();
        regression.add(z, y);
        const Eigen::Map<const Eigen::VectorXd> input(z.data(), size);
        moments = forgetting * moments + input * input.transpose();
        sums = forgetting * sums + y * input;
      }
      const Eigen::VectorXd solution = moments.ldlt().solve(sums);
      for (std::size_t i = 0; i < n; ++i)
        EXPECT_NEAR(regression.weights()[i], solution[static_cast<Eigen::Index>(i)], 1e-9) << instruction_set << n;
    }
  }
}
INSTANTIATE_TEST_SUITE_P(Forgetting, LeastSquaresOf, testing::Values(1.0, 0.99, 0.9), [](const auto& one) {
  return one.param == 1 ? "none" : one.param == 0.99 ? "slow" : "fast";
});

/// A constant, and two inputs that are nearly the same: what nothing excites must not grow without bounds.
TEST(LeastSquares, StaysSymmetricAndFiniteWhereInputsSayNothingNew) {
  Regression regression(3, 0.95, 1);
  Random random(1);
  for (int t = 0; t < 200'000; ++t) {
    const double x = t < 1000 ? random.normal() : 0;
    regression.add({1, x, x * (1 + 1e-9)}, 2 + 3 * x);
  }
  const auto& inverse = regression.inverse();
  double trace = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    trace += inverse.at(i, i);
    for (std::size_t j = 0; j < 3; ++j) EXPECT_EQ(inverse.at(i, j), inverse.at(j, i));
  }
  EXPECT_LE(trace, 3e4 / 0.95);
  regression.add({1, 1, 1 + 1e-9}, 5);
  const auto& w = regression.weights();
  EXPECT_NEAR(w[0] + w[1] + w[2], 5, 1e-3) << "it still knows what it learned";
}

}  // namespace
}  // namespace gvfn
