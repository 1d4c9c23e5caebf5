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

TEST(Toml, NumbersMayBeWholeAndLarge) {
  const auto table = parse_toml("a = 9223372036854775807\nb = 0.5", "f.toml");
  EXPECT_EQ(number_of(*table.get("a")), 9223372036854775807.0);
  EXPECT_EQ(number_of(*table.get("b")), 0.5);
}

}  // namespace
}  // namespace gvfn
