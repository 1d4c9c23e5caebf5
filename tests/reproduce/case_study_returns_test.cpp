#include "reproduce/case_study_returns.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace gvfn {
namespace {

double y(double t) { return std::sin(0.2 * t) + std::sin(0.311 * t) + std::sin(0.42 * t) + std::sin(0.51 * t); }

TEST(CaseStudyReturns, TheSeriesIsMso) {
  const auto series = case_study_series();
  ASSERT_EQ(series.size(), 120U);
  for (int i = 0; i < 120; ++i) EXPECT_NEAR(series[i], y(100 + i), 1e-12);
}

TEST(CaseStudyReturns, AReturnIsTheDiscountedSumOfWhatComes) {
  for (const double gamma : case_study_gammas) {
    const auto returns = case_study_returns(gamma);
    ASSERT_EQ(returns.size(), 120U);
    for (const int i : {0, 57, 119}) {
      double sum = 0;
      for (int k = 0; k < 2000; ++k) sum += std::pow(gamma, k) * y(101 + i + k);
      EXPECT_NEAR(returns[i], (1 - gamma) * sum, 1e-12) << gamma << ", " << i;
    }
  }
}

}  // namespace
}  // namespace gvfn
