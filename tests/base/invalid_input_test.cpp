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

TEST(InvalidInput, WithNothingNearAllNamesAreListed) {
  EXPECT_EQ(unknown_name("signal", "temperature", {"red", "orange"}),
            "unknown signal \"temperature\"; there is red, orange");
}

TEST(InvalidInput, WithNoNamesItSaysSo) {
  EXPECT_EQ(unknown_name("action", "up", {}), "unknown action \"up\"; there is none");
}

TEST(InvalidInput, IndexOfFindsOrThrows) {
  EXPECT_EQ(index_of("signal", "blue", colours), 2U);
  EXPECT_THAT([&] { index_of("signal", "blu", colours); },
              ThrowsMessage<InvalidInput>(HasSubstr("unknown signal \"blu\"; did you mean \"blue\"?")));
}

}  // namespace
}  // namespace gvfn
