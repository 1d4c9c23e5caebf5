#include "experiment/sweep_values.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "gvfn/base/invalid_input.hpp"

namespace gvfn {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

template <class Function>
std::string refusal(Function function, const std::string& text) {
  try {
    function(text);
  } catch (const InvalidInput& error) {
    return error.what();
  }
  return "not refused";
}

TEST(SweepValues, PowersAreCountedUp) {
  EXPECT_THAT(powers("2^(-2..1)"), ElementsAre(0.25, 0.5, 1, 2));
  EXPECT_THAT(powers("3 * 2^(0..4 step 2)"), ElementsAre(3, 12, 48));
  EXPECT_THAT(powers("2^(0..4 step 3)"), ElementsAre(1, 8));
  EXPECT_THAT(powers(" 5*10 ^ ( -2 .. -1 ) "), ElementsAre(0.05, 0.5));
  EXPECT_THAT(powers("1e2*.5^(+1..+1)"), ElementsAre(50));
  EXPECT_EQ(powers("0.1 * 1.5^(-10..5)").size(), 16U);
  EXPECT_NEAR(powers("0.1 * 1.5^(-10..5)").front(), 0.1 * std::pow(1.5, -10), 1e-16);
}

TEST(SweepValues, PowersReadAsWrittenByHand) {
  EXPECT_THAT(powers("5 * 10^(-6..-4)"), ElementsAre(5e-6, 5e-5, 5e-4));
  EXPECT_THAT(powers("0.1 * 1.5^(1..2)"), ElementsAre(0.15, 0.225));
  EXPECT_THAT(powers("3^(-1..-1)"), ElementsAre(0.33333333333333));
  EXPECT_THAT(powers("10^(23..23)"), ElementsAre(1e23));
}

TEST(SweepValues, WholeNumbersAreExact) {
  EXPECT_THAT(powers("2^(49..49)"), ElementsAre(562'949'953'421'312));
  EXPECT_THAT(powers("-2^(49..49)"), ElementsAre(-562'949'953'421'312));
}

TEST(SweepValues, WhatIsNoRangeOfPowersIsRefused) {
  for (const char* text : {"", "2", "2^3", "2^(1..)", "2^(1..2", "x^(1..2)", "2^(1.5..2)", "2^(1..2 step)", "2**(1..2)",
                           "2^(1..2) 3", "2^(1..2 step -1)"})
    EXPECT_THAT(refusal(powers, text), HasSubstr("is not a number or a range of powers")) << text;
  EXPECT_THAT(refusal(powers, "2^(3..1)"), HasSubstr("counts up, and 3 is larger than 1"));
  EXPECT_THAT(refusal(powers, "2^(1..3 step 0)"), HasSubstr("a step is 1 or more"));
  EXPECT_THAT(refusal(powers, "2^(0..2000000000)"), HasSubstr("more than 1000000 values"));
  EXPECT_THAT(refusal(powers, "2^(0..99999999999)"), HasSubstr("is out of range"));
  EXPECT_THAT(refusal(powers, "1e999^(0..1)"), HasSubstr("is out of range"));
  const std::string digits(5'000, '1');
  EXPECT_THAT(refusal(powers, digits + "*" + digits), HasSubstr("is not a number or a range of powers"));
  EXPECT_THAT(refusal(powers, std::string(1'000'000, '1')), HasSubstr("is not a number or a range of powers"));
}

TEST(SweepValues, SeedsAreListed) {
  EXPECT_THAT(seed_list("1-5, 8"), ElementsAre(1, 2, 3, 4, 5, 8));
  EXPECT_THAT(seed_list("7"), ElementsAre(7));
  EXPECT_THAT(seed_list(" 3 - 3 ,1"), ElementsAre(3, 1));
}

TEST(SweepValues, WhatIsNoListOfSeedsIsRefused) {
  for (const char* text : {"", ",", "1,", "a", "1-", "-1", "1.5", "1 2", "1-2-3"})
    EXPECT_THAT(refusal(seed_list, text), HasSubstr("is not a list of seeds")) << text;
  EXPECT_THAT(refusal(seed_list, "5-1"), HasSubstr("the first seed must not be larger than the last one"));
  EXPECT_THAT(refusal(seed_list, "1-9000000000000"), HasSubstr("more than 1000000 seeds"));
  EXPECT_THAT(refusal(seed_list, "1-600000, 1-600000"), HasSubstr("more than 1000000 seeds"));
  for (const auto* seeds : {"99999999999999999999", "9223372036854775807", "9223372036854775000-9223372036854775807"})
    EXPECT_THAT(refusal(seed_list, seeds), HasSubstr("is out of range")) << seeds;
}

}  // namespace
}  // namespace gvfn
