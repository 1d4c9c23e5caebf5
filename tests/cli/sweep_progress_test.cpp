#include "cli/sweep_progress.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace gvfn::cli {
namespace {

TEST(SweepProgress, SaysHowFarHowFastAndHowLong) {
  const SweepProgress progress{
      .done = 7, .total = 10, .begun_with = 2, .seconds = 10, .steps_done = 5e3, .steps_left = 4e3};
  EXPECT_EQ(progress_text(progress), " 64 %  7 of 10 runs  0.5 runs/s  500 steps/s  0:08 left");
}

TEST(SweepProgress, CountsTheDiverged) {
  const SweepProgress progress{.done = 4, .total = 4, .diverged = 3, .seconds = 1, .steps_done = 2e6};
  EXPECT_EQ(progress_text(progress), "100 %  4 of 4 runs  4 runs/s  2.00 M steps/s  0:00 left  3 diverged");
}

TEST(SweepProgress, HasNoTimeLeftBeforeTheFirstStep) {
  EXPECT_EQ(progress_text({.done = 2, .total = 4, .begun_with = 2, .seconds = 0, .steps_left = 100}),
            " 50 %  2 of 4 runs  0 runs/s  0 steps/s");
}

TEST(SweepProgress, HasNoTimeLeftWhereLittleWasMeasured) {
  EXPECT_EQ(progress_text({.total = 100, .seconds = 0.01, .steps_done = 1, .steps_left = 1e6}),
            "  0 %  0 of 100 runs  0 runs/s  100 steps/s");
}

TEST(SweepProgress, ALogGetsALineForEachTenth) {
  testing::internal::CaptureStderr();
  SweepProgressLine line;
  for (int step = 0; step <= 1'000; ++step)
    line.show({.total = 1, .seconds = 1, .steps_done = static_cast<double>(step), .steps_left = 1'000.0 - step});
  const auto log = testing::internal::GetCapturedStderr();
  EXPECT_EQ(std::count(log.begin(), log.end(), '\n'), 9);
}

}  // namespace
}  // namespace gvfn::cli
