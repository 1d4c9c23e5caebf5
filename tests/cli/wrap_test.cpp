#include "wrap.hpp"

#include <gtest/gtest.h>

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

TEST(Wrapped, AWordThatIsTooLongHasALineOfItsOwn) {
  const std::string word(100, 'x');
  EXPECT_EQ(wrapped("a " + word + " b", 1), " a\n " + word + "\n b");
}

TEST(Wrapped, NothingIsNothing) { EXPECT_EQ(wrapped(" \n ", 3), ""); }

TEST(Wrapped, WidthIsOfColumnsAndNotOfBytes) {
  std::string text;
  for (int i = 0; i < 40; ++i) text += i == 0 ? "±" : " ±";
  EXPECT_EQ(wrapped(text, 0), text);
  EXPECT_EQ(wrapped(text, 2), "  " + text.substr(0, text.rfind(' ')) + "\n  ±");
}

}  // namespace
}  // namespace gvfn::cli
