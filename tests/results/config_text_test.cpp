#include "results/config_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gvfn/experiment/config.hpp"

namespace gvfn {
namespace {

using testing::HasSubstr;
using testing::Pair;
using testing::ThrowsMessage;
using testing::UnorderedElementsAre;

TEST(ConfigText, KeysAreReadAsTheyAreWritten) {
  EXPECT_THAT(keys_in("a.b = 1\nc = \"x = y\"\n"), UnorderedElementsAre(Pair("a.b", "1"), Pair("c", "\"x = y\"")));
  EXPECT_TRUE(keys_in("").empty());
}

TEST(ConfigText, WhatAConfigurationHoldsIsSound) {
  EXPECT_NO_THROW(check_config_text(to_toml(Config{})));
  for (const auto* value : {"1", "-3", "1e-05", "-0.0", "0.1", "inf", "true", "false", "[]", "[8, 4]", "\"\"",
                            "\"a b\"", "\"é\"", "\"a\\\"b\\\\\"", "\"a\\u000Ab\""})
    EXPECT_NO_THROW(check_config_text("a = " + std::string(value) + "\n")) << value;
}

TEST(ConfigText, WhatItDoesNotHoldIsNamed) {
  for (const auto* line : {"abc", "", "a = ", "a = \"", "a = x", "a = \"b", "a = \"b\" c", "a = \"b\\\"", "a = [1,",
                           "a = {b = 1}", "a = [[1]]", "a = 5.", "a = .5", "a = infinity", "a = 1979-05-27"})
    EXPECT_THAT([&] { check_config_text("b = 1\n" + std::string(line) + "\n"); },
                ThrowsMessage<InvalidInput>("its configuration has the line \"" + std::string(line) + "\""))
        << line;
  EXPECT_THAT([] { check_config_text("a = 1"); }, ThrowsMessage<InvalidInput>(HasSubstr("line \"a = 1\"")))
      << "cut before its end";
  EXPECT_THAT([] { check_config_text("agent.truncation = \"x\"\n"); },
              ThrowsMessage<InvalidInput>("its configuration has agent.truncation = \"x\""));
}

TEST(ConfigText, TextsLoseTheirQuotes) {
  EXPECT_EQ(plain_value("\"a b\""), "a b");
  EXPECT_EQ(plain_value("\"a\\u000Ab\\\\\""), "a\nb\\");
  EXPECT_EQ(plain_value("0.5"), "0.5");
  EXPECT_EQ(plain_value(""), "");
  EXPECT_EQ(plain_value("\""), "\"");
}

TEST(ConfigText, TheTruncationIsOneWhereThereIsNone) {
  EXPECT_EQ(truncation_in({}), 1);
  EXPECT_EQ(truncation_in({{"agent.truncation", "8"}}), 8);
}

}  // namespace
}  // namespace gvfn
