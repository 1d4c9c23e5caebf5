#include "language/toml.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gvfn/base/invalid_input.hpp"

namespace gvfn {
namespace {

TEST(Toml, MistakesHaveTheirPlace) {
  try {
    parse_toml("a = 1\nb = = 2", "f.toml");
    FAIL() << "accepted";
  } catch (const InvalidInput& error) {
    EXPECT_THAT(error.what(), testing::StartsWith("f.toml:2:"));
    EXPECT_THAT(error.what(), testing::Not(testing::HasSubstr("\n")));
  }
}

TEST(Toml, NodesHaveTheirPlace) {
  const auto table = parse_toml("a = 1\n  b = 2", "f.toml");
  EXPECT_EQ(at_place("f.toml", *table.get("b"), "no"), "f.toml:2:7: no");
}

std::string dotted(std::size_t parts) {
  std::string key = "a";
  for (std::size_t i = 1; i < parts; ++i) key += i % 2 ? ".a" : " . 'a'";
  return key;
}

std::string refusal(const std::string& text) {
  try {
    parse_toml(text, "f.toml");
  } catch (const InvalidInput& error) {
    return error.what();
  }
  return "not refused";
}

/// TOML++ runs out of stack some thousand parts later.
TEST(Toml, KeysHaveAtMost64Parts) {
  constexpr auto says = "a key has more than 64 parts";
  EXPECT_EQ(refusal("[" + dotted(64) + "]\n" + dotted(64) + " = 1"), "not refused");
  EXPECT_EQ(refusal("x = 1\n[b." + dotted(64) + "]"), "f.toml:2:253: a key has more than 64 parts");
  for (const std::size_t parts : {65, 40'000}) {
    const auto key = dotted(parts);
    for (const auto& text : {"[" + key + "]", "[[" + key + "]]", key + " = 1", "b = { c = 1, " + key + " = 1 }",
                             "[b]\nc = [0.5, {" + key + " = 1}]"})
      EXPECT_THAT(refusal(text), testing::HasSubstr(says));
  }
}

TEST(Toml, DotsOutsideKeysAreNotCounted) {
  const std::string dots(100, '.');
  const std::string three(3, '\'');
  std::string numbers;
  for (int i = 0; i < 100; ++i) numbers += "0.5, ";
  EXPECT_EQ(refusal("a = \"" + dots + "\" # " + dots + "\nb = '" + dots + "'\nc = [" + numbers + "\n]"), "not refused");
  EXPECT_EQ(refusal("a = \"\"\"\n" + dots + "\\\"\"" + dots + "\"\"\"\"\"\nb = " + three + dots + "''" + dots + three),
            "not refused");
  EXPECT_EQ(refusal("\"" + dots + "\" = 1\n[ '" + dots + "!' . b ]\n"), "not refused");
  // After a text that ends in quotes keys are counted again, and in a text that does not end nothing is.
  EXPECT_THAT(refusal("a = \"\"\"b\"\"\"\"\"\n" + dotted(65) + " = 1"), testing::HasSubstr("more than 64 parts"));
  EXPECT_THAT(refusal("a = \"" + dots), testing::HasSubstr("f.toml:1:"));
  EXPECT_THAT(refusal("a = \"\\"), testing::HasSubstr("f.toml:1:"));
}

TEST(Toml, AValueIsTomlOrNot) {
  EXPECT_EQ(parse_toml_value("3")->get("value")->value<int>(), 3);
  EXPECT_FALSE(parse_toml_value("expert").has_value());
  EXPECT_FALSE(parse_toml_value("{" + dotted(40'000) + " = 1}").has_value());
}

TEST(Toml, NumbersMayBeWholeAndLarge) {
  const auto table = parse_toml("a = 9223372036854775807\nb = 0.5", "f.toml");
  EXPECT_EQ(number_of(*table.get("a")), 9223372036854775807.0);
  EXPECT_EQ(number_of(*table.get("b")), 0.5);
}

}  // namespace
}  // namespace gvfn
