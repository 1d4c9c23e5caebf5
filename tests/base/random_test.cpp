#include "gvfn/base/random.hpp"

#include <gtest/gtest.h>

#include <array>

namespace gvfn {
namespace {

TEST(Random, TheSameSeedGivesTheSameNumbers) {
  Random a(3);
  Random b(3);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(a.next(), b.next());
}

TEST(Random, SeedsAndStreamsDiffer) {
  EXPECT_NE(Random(3).next(), Random(4).next());
  EXPECT_NE(Random(3, Stream(0)).next(), Random(3, Stream(1)).next());
}

TEST(Random, UniformHasTheRightMoments) {
  Random random(1);
  constexpr int n = 100'000;
  double sum = 0;
  double squares = 0;
  for (int i = 0; i < n; ++i) {
    const double x = random.uniform();
    ASSERT_GE(x, 0);
    ASSERT_LT(x, 1);
    sum += x;
    squares += x * x;
  }
  EXPECT_NEAR(sum / n, 0.5, 0.005);
  EXPECT_NEAR(squares / n, 1.0 / 3, 0.005);
}

TEST(Random, BelowIsEven) {
  Random random(1);
  std::array<int, 5> counts{};
  for (int i = 0; i < 50'000; ++i) ++counts.at(random.below(5));
  for (const int count : counts) EXPECT_NEAR(count, 10'000, 500);
}

TEST(Random, NormalHasTheRightMoments) {
  Random random(1);
  constexpr int n = 100'000;
  double sum = 0;
  double squares = 0;
  for (int i = 0; i < n; ++i) {
    const double x = random.normal();
    sum += x;
    squares += x * x;
  }
  EXPECT_NEAR(sum / n, 0, 0.02);
  EXPECT_NEAR(squares / n, 1, 0.02);
}

}  // namespace
}  // namespace gvfn
