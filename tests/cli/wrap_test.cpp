#include "wrap.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

namespace gvfn::cli {
namespace {

TEST(Wrapped, LinesAreFilledToTheLastColumn) {
  const std::string word(19, 'x');  // four of them, and three spaces, take 79 columns
  const auto row = word + " " + word + " " + word + " " + word;
  EXPECT_EQ(wrapped(row, 0, 80), row);
  EXPECT_EQ(wrapped(row, 1, 80), " " + row);
  EXPECT_EQ(wrapped(row, 2, 80), "  " + word + " " + word + " " + word + "\n  " + word);
}

TEST(Wrapped, AWordThatIsTooLongIsCut) {
  EXPECT_EQ(wrapped("a " + std::string(100, 'x') + " b", 1, 80),
            " a\n " + std::string(79, 'x') + "\n " + std::string(21, 'x') + " b");
}

TEST(Wrapped, NothingIsNothing) { EXPECT_EQ(wrapped("", 3, 80), ""); }

TEST(Wrapped, WidthIsOfColumnsAndNotOfBytes) {
  std::string text;
  for (int i = 0; i < 40; ++i) text += i == 0 ? "±" : " ±";
  EXPECT_EQ(wrapped(text, 0, 80), text);
  EXPECT_EQ(wrapped(text, 2, 80), "  " + text.substr(0, text.rfind(' ')) + "\n  ±");
}

TEST(Paragraph, LinesAfterTheFirstAreTwoColumnsFurtherIn) {
  EXPECT_EQ(paragraph("short"), "short\n");
  EXPECT_EQ(paragraph(""), "\n");
  const std::string word(60, 'x');
  EXPECT_EQ(paragraph(word + " " + word, 1), " " + word + "\n   " + word + "\n");
}

TEST(Entry, HasItsTextBesideOrBelowIt) {
  EXPECT_EQ(entry("--set", 8, "Set a key"), "--set   Set a key\n");
  EXPECT_EQ(entry("--instruction-set", 8, "Pin it"), "--instruction-set\n        Pin it\n");
  EXPECT_EQ(entry("name", 8, ""), "name\n");
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
