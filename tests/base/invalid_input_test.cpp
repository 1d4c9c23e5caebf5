#include "gvfn/base/invalid_input.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gvfn {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

const std::vector<std::string> colours{"red", "orange", "blue"};

TEST(InvalidInput, TheNearestNameIsSuggested) {
  EXPECT_EQ(unknown_name("signal", "oragne", {"red", "orange"}), "unknown signal \"oragne\"; did you mean \"orange\"?");
}

TEST(InvalidInput, TheSectionMayHaveBeenForgotten) {
  EXPECT_EQ(unknown_name("key", "truncation", {"run.steps", "agent.truncation"}),
            "unknown key \"truncation\"; did you mean \"agent.truncation\"?");
}

TEST(InvalidInput, WithNothingNearAllNamesAreListed) {
  EXPECT_EQ(unknown_name("signal", "temperature", {"red", "orange"}),
            "unknown signal \"temperature\"; there is red, orange");
}

TEST(InvalidInput, WithNoNamesItSaysSo) {
  EXPECT_EQ(unknown_name("action", "up", {}), "unknown action \"up\"; there is none");
}

/// Distances of names of a million letters would take an hour.
TEST(InvalidInput, LongNamesAreCutAndNearNothing) {
  const std::string typed(1'000'000, 'x');
  const std::string known = typed + "y";
  const auto text = unknown_name("signal", typed, std::vector<std::string_view>(10'000, known));
  EXPECT_THAT(text, testing::StartsWith("unknown signal \"xxx"));
  EXPECT_THAT(text, testing::HasSubstr("xxx ... xxx"));
  EXPECT_THAT(text, testing::EndsWith(", ..."));
  EXPECT_LT(text.size(), 1'200U);
}

TEST(InvalidInput, AMessageIsOneLineOfLimitedLength) {
  const std::string message = InvalidInput("here:\n" + std::string(1'000'000, 'x') + "\tis too long").what();
  EXPECT_THAT(message, testing::StartsWith("here:\\nxxx"));
  EXPECT_THAT(message, testing::EndsWith("xxx\\x09is too long"));
  EXPECT_LT(message.size(), 1'300U);
}

TEST(InvalidInput, NoLetterIsCutInTwo) {
  std::string text;
  for (int i = 0; i < 100; ++i) text += "ä";
  for (std::size_t longest = 40; longest < 44; ++longest) {
    const auto line = one_line(text, longest);
    const auto cut = line.find(" ... ");
    ASSERT_NE(cut, std::string::npos);
    EXPECT_EQ(cut % 2, 0U);
    EXPECT_EQ((line.size() - cut - 5) % 2, 0U);
  }
}

TEST(InvalidInput, IndexOfFindsOrThrows) {
  EXPECT_EQ(index_of("signal", "blue", colours), 2U);
  EXPECT_THAT([&] { index_of("signal", "blu", colours); },
              ThrowsMessage<InvalidInput>(HasSubstr("unknown signal \"blu\"; did you mean \"blue\"?")));
}

}  // namespace
}  // namespace gvfn
