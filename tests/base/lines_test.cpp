#include "base/lines.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gvfn {
namespace {

using testing::ElementsAre;

TEST(ColumnsOf, LettersOfSeveralBytesTakeOne) {
  EXPECT_EQ(columns_of("a ± b"), 5U);
  EXPECT_EQ(columns_of(""), 0U);
}

TEST(Broken, WordsGoToTheNextLineAndSpacesAreOne) {
  EXPECT_THAT(broken("one two three", 7), ElementsAre("one two", "three"));
  EXPECT_THAT(broken("one   two", 9), ElementsAre("one   two")) << "what fits stays as it is";
  EXPECT_THAT(broken("±±±±±", 2), ElementsAre("±±", "±±", "±"));
}

TEST(Broken, ALongWordIsBrokenBetweenItsPartsIfItHasSome) {
  EXPECT_THAT(broken("agent.questions", 12), ElementsAre("agent.", "questions"));
  EXPECT_THAT(broken("a long-name.toml", 10), ElementsAre("a long-", "name.toml"));
  EXPECT_THAT(broken("0.25-0.5 x", 9), ElementsAre("0.25-0.5", "x")) << "numbers have no parts";
}

TEST(LongestPart, IsOfAWordOrOfAPartOfIt) {
  EXPECT_EQ(longest_word("one agent.kind"), 10U);
  EXPECT_EQ(longest_part("one agent.kind"), 6U);
  EXPECT_EQ(longest_part("0.0625"), 6U);
  EXPECT_EQ(longest_word(""), 0U);
}

}  // namespace
}  // namespace gvfn
