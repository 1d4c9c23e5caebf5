// Families: one entry of a file that stands for many.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gvfn/base/invalid_input.hpp"
#include "language/question_reader.hpp"

namespace gvfn {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// What "name" says in every member.
std::vector<std::string> names(const std::string& text) {
  const auto table = parse_toml(text, "f.toml");
  std::vector<std::string> all;
  for_each_member(TomlEntry(table, "f.toml"), [&](const TomlEntry& member) { all.push_back(member.text("name")); });
  return all;
}

std::string refusal(const std::string& values) {
  try {
    names("name = \"{x}\"\nfor = { x = " + values + " }");
  } catch (const InvalidInput& error) {
    return error.what();
  }
  return "not refused";
}

TEST(Family, AnEntryWithoutVariablesStandsForItself) {
  EXPECT_THAT(names("name = \"alone\""), ElementsAre("alone"));
  EXPECT_THAT(names("name = \"alone\"\nfor = {}"), ElementsAre("alone"));
}

TEST(Family, TheLastVariableOfTheFileChangesFastest) {
  EXPECT_THAT(names("name = \"{z} {a}\"\nfor = { z = [\"u\", \"v\"], a = [1, 2.5] }"),
              ElementsAre("u 1", "u 2.5", "v 1", "v 2.5"));
}

TEST(Family, NumbersMayBeEvenlySpacedInEitherDirection) {
  EXPECT_THAT(names("name = \"{x}\"\nfor = { x = { from = 0, to = 1, count = 5 } }"),
              ElementsAre("0", "0.25", "0.5", "0.75", "1"));
  EXPECT_THAT(names("name = \"{x}\"\nfor = { x = { from = 3, to = -1, count = 2 } }"), ElementsAre("3", "-1"));
}

TEST(Family, ValuesThatAreNoneAreRefusedWithTheirPlace) {
  EXPECT_EQ(refusal("[]"), "f.toml:2:13: a family needs at least one value");
  EXPECT_EQ(refusal("[true]"), "f.toml:2:14: a number is expected");
  EXPECT_THAT(refusal("3"), HasSubstr("a family's values (a list, or from, to and count) is a table"));
  EXPECT_THAT(refusal("{ from = 0, to = 1 }"), HasSubstr("\"count\" is missing"));
  for (const auto* count : {"1", "2.5", "-3", "100001"})
    EXPECT_THAT(refusal("{ from = 0, to = 1, count = " + std::string(count) + " }"),
                HasSubstr("count " + std::string(count) + " is not a whole number from 2 to 100000"));
  EXPECT_THAT(refusal("{ from = 0, to = 1, count = 400 }, y = { from = 0, to = 1, count = 400 }"),
              HasSubstr("a family of more than 100000 questions"));
}

}  // namespace
}  // namespace gvfn
