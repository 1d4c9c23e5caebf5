#include "wrap.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

namespace gvfn::cli {
namespace {

TEST(ColumnsOf, LettersOfSeveralBytesTakeOne) {
  EXPECT_EQ(columns_of("a ± b"), 5U);
  EXPECT_EQ(columns_of(""), 0U);
}

TEST(Wrapped, LinesAreFilledToTheLastColumn) {
  const std::string word(19, 'x');  // four of them, and three spaces, take 79 columns
  const auto row = word + " " + word + " " + word + " " + word;
  EXPECT_EQ(wrapped(row, 0), row);
  EXPECT_EQ(wrapped(row, 1), " " + row);
  EXPECT_EQ(wrapped(row, 2), "  " + word + " " + word + " " + word + "\n  " + word);
}

TEST(Wrapped, AWordThatIsTooLongIsCut) {
  EXPECT_EQ(wrapped("a " + std::string(100, 'x') + " b", 1),
            " a\n " + std::string(79, 'x') + "\n " + std::string(21, 'x') + " b");
}

TEST(Wrapped, NothingIsNothing) { EXPECT_EQ(wrapped("", 3), ""); }

TEST(Wrapped, WidthIsOfColumnsAndNotOfBytes) {
  std::string text;
  for (int i = 0; i < 40; ++i) text += i == 0 ? "±" : " ±";
  EXPECT_EQ(wrapped(text, 0), text);
  EXPECT_EQ(wrapped(text, 2), "  " + text.substr(0, text.rfind(' ')) + "\n  ±");
}

TEST(Broken, WordsGoToTheNextLineAndSpacesAreOne) {
  EXPECT_THAT(broken("one two three", 7), testing::ElementsAre("one two", "three"));
  EXPECT_THAT(broken("one   two", 9), testing::ElementsAre("one   two")) << "what fits stays as it is";
  EXPECT_THAT(broken("±±±±±", 2), testing::ElementsAre("±±", "±±", "±"));
}

TEST(TerminalWidth, IsWhatColumnsSaysWhereThereIsNoTerminal) {
  ASSERT_EQ(setenv("COLUMNS", "120", 1), 0);
  EXPECT_EQ(terminal_width(), 120U);
  ASSERT_EQ(setenv("COLUMNS", "x", 1), 0);
  EXPECT_EQ(terminal_width(), 80U);
  ASSERT_EQ(unsetenv("COLUMNS"), 0);
  EXPECT_EQ(terminal_width(), 80U);
}

}  // namespace
}  // namespace gvfn::cli
