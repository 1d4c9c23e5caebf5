#include "cli/status_line.hpp"

#include <gtest/gtest.h>

namespace gvfn::cli {
namespace {

TEST(StatusLine, ClockTexts) {
  EXPECT_EQ(clock_text(6.2), "0:07");
  EXPECT_EQ(clock_text(754), "12:34");
  EXPECT_EQ(clock_text(11045), "3:04:05");
}

TEST(StatusLine, RateTexts) {
  EXPECT_EQ(rate_text(950), "950 steps/s");
  EXPECT_EQ(rate_text(1.914e6), "1.91 M steps/s");
}

}  // namespace
}  // namespace gvfn::cli
