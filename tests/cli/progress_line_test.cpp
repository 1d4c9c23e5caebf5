#include "cli/progress_line.hpp"

#include <gtest/gtest.h>

namespace gvfn::cli {
namespace {

TEST(ProgressLine, ASparklineRisesAndFallsWithItsValues) {
  EXPECT_EQ(sparkline({1, 0.5, 0.01}, 10), "█▅▁");
  EXPECT_EQ(sparkline({1, 1, 0, 0}, 2), "█▁");
  EXPECT_EQ(sparkline({}, 10), "");
  EXPECT_EQ(sparkline({0, 0}, 10), "▁▁");
}

TEST(ProgressLine, SaysHowFarHowFastAndHowWell) {
  const Metric metric{"rmsve", 0, {0.5, 0.25}};
  EXPECT_EQ(progress_text({250, 1'000, 0.5, metric}), " 25 %  500 steps/s  0:02 left  rmsve 0.2500  █▅");
  EXPECT_EQ(progress_text({2'000'000, 4'000'000, 1, {}}), " 50 %  2.00 M steps/s  0:01 left");
}

}  // namespace
}  // namespace gvfn::cli
