#include "whole_number.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gvfn/base/invalid_input.hpp"

namespace gvfn::cli {
namespace {

std::int64_t read(const std::string& text) { return whole_number("--steps", text, 1, 9'007'199'254'740'993); }

TEST(WholeNumber, IsReadAsPeopleTypeIt) {
  EXPECT_EQ(read("7"), 7);
  EXPECT_EQ(read("100000"), 100'000);
  EXPECT_EQ(read("100_000"), 100'000);
  EXPECT_EQ(read("1e5"), 100'000);
  EXPECT_EQ(read("2.5e6"), 2'500'000);
  EXPECT_EQ(read("3.0"), 3);
  EXPECT_EQ(read("9007199254740993"), 9'007'199'254'740'993) << "more digits than a double has";
}

TEST(WholeNumber, ASentenceForWhatIsNone) {
  for (const std::string text :
       {"", "x", "1.5", "1e", "1e5x", "inf", "nan", "1e400", "--json", "1__0", "1 2", "[1]", "\"1\""})
    EXPECT_THAT([&] { read(text); },
                testing::ThrowsMessage<InvalidInput>("--steps \"" + text + "\" is not a whole number"));
}

TEST(WholeNumber, ASentenceForWhatIsOutOfRange) {
  for (const std::string text : {"0", "-5", "1e5", "5000"})
    EXPECT_THAT([&] { whole_number("--jobs", text, 1, 4096); },
                testing::ThrowsMessage<InvalidInput>("--jobs " + text + " is not from 1 to 4096"));
}

}  // namespace
}  // namespace gvfn::cli
