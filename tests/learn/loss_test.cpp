#include "gvfn/learn/loss.hpp"

#include <gtest/gtest.h>

#include "question/question_table.hpp"

namespace gvfn {
namespace {

TEST(Loss, ScalesAreTheDerivativesOfTheSquares) {
  EXPECT_EQ(error_scale(Loss::sum, 5), 2);
  EXPECT_EQ(error_scale(Loss::half_sum, 5), 1);
  EXPECT_EQ(error_scale(Loss::mean, 5), 0.4);
  EXPECT_EQ(error_scale(Loss::half_mean, 5), 0.2);
}

TEST(Loss, TdGradientByHand) {
  Targets<double> targets(2);
  targets.cumulant = {1, 0, 0, 0, 0, 0, 0, 0};
  targets.continuation = {0.5, 1, 0, 0, 0, 0, 0, 0};
  targets.rho = {1, 2, 0, 0, 0, 0, 0, 0};
  const AlignedVector<double> s_t{2, 3, 9, 9, 9, 9, 9, 9};
  const AlignedVector<double> s_tp1{4, 1, 9, 9, 9, 9, 9, 9};
  AlignedVector<double> out(8);
  kernels<double>().add_td_gradient(targets.view(), s_t.data(), s_tp1.data(), error_scale(Loss::sum, 2), out.data(), 8);
  // delta = (1 + 0.5 * 4 - 2, 0 + 1 - 3) = (1, -2); the derivative is -2 rho delta, and 0 in the padding.
  EXPECT_EQ(out, (AlignedVector<double>{-2, 8, 0, 0, 0, 0, 0, 0}));
}

}  // namespace
}  // namespace gvfn
