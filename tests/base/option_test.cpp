#include "gvfn/base/option.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "gvfn/base/invalid_input.hpp"

namespace gvfn {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

enum class Colour { red, green };
constexpr std::array<std::string_view, 2> colour_names{"red", "green"};

struct Paint {
  Colour colour = Colour::green;
  std::int64_t coats = 2;
  double share = 0.5;
  bool is_dry = false;
  std::string maker = "a \"b\"\n";
  std::vector<std::int64_t> sizes = {3, 4};

  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("colour", self.colour, Option::choice(colour_names, "The colour"));
    visit("coats", self.coats, Option::number(1, 9, "Number of coats"));
    visit("share", self.share, Option::number_or("thick", 0, 1, "Share of pigment"));
    visit("is_dry", self.is_dry, Option::flag("Whether it is dry"));
    visit("maker", self.maker, Option::text("Who made it"));
    visit("sizes", self.sizes, Option::number(1, 10, "Sizes of its tins"));
  }
};

std::vector<std::string> texts(const Paint& paint) {
  std::vector<std::string> all;
  auto add = [&](const std::string& path, const auto& field, const Option& option) {
    all.push_back(path + " = " + to_text(option, value_of(field, option)));
  };
  for_each_field("", paint, add);
  return all;
}

TEST(Option, ValuesAreWrittenAsToml) {
  EXPECT_THAT(texts({}), testing::ElementsAre("colour = \"green\"", "coats = 2", "share = 0.5", "is_dry = false",
                                              "maker = \"a \\\"b\\\"\\u000A\"", "sizes = [3, 4]"));
  EXPECT_THAT(texts({.share = std::nan("")}), testing::Contains("share = \"thick\""));
}

TEST(Option, AFieldTakesTheValueThatItGave) {
  const Paint painted{.colour = Colour::red, .coats = 7, .share = 0.25, .is_dry = true, .maker = "x", .sizes = {1}};
  std::map<std::string, OptionValue> values;
  auto get = [&](const std::string& path, const auto& field, const Option& option) {
    values[path] = value_of(field, option);
  };
  for_each_field("", painted, get);
  Paint other;
  auto set = [&](const std::string& path, auto& field, const Option& option) {
    set_value(field, option, values[path]);
  };
  for_each_field("", other, set);
  EXPECT_EQ(texts(other), texts(painted));
}

std::string refusal(const Paint& paint) {
  try {
    check_options(paint, "paint.");
  } catch (const InvalidInput& error) {
    return error.what();
  }
  return "not refused";
}

TEST(Option, WhatIsNotTakenIsRefusedWithItsNameValueAndRange) {
  EXPECT_EQ(refusal({}), "not refused");
  EXPECT_EQ(refusal({.coats = 10}), "paint.coats = 10 is not from 1 to 9");
  EXPECT_EQ(refusal({.share = 1.5}), "paint.share = 1.5 is not from 0 to 1");
  EXPECT_EQ(refusal({.share = std::nan("")}), "paint.share = nan is not from 0 to 1");
  EXPECT_EQ(refusal({.sizes = {3, 0}}), "paint.sizes = 0 is not from 1 to 10");
  const auto named = Option::choice(colour_names, "");
  EXPECT_THAT([&] { check_option("colour", named, OptionValue("grean")); },
              ThrowsMessage<InvalidInput>(HasSubstr("unknown colour \"grean\"; did you mean \"green\"?")));
}

TEST(Option, ANumberThatDoesNotFitItsFieldIsRefused) {
  const auto any = Option::number(0, 0, "");
  std::uint8_t small = 7;
  set_value(small, any, std::int64_t{255});
  EXPECT_EQ(small, 255);
  EXPECT_THAT([&] { set_value(small, any, std::int64_t{256}); },
              ThrowsMessage<InvalidInput>(HasSubstr("256 does not fit the type of this option")));
  std::size_t count = 7;
  EXPECT_THAT([&] { set_value(count, any, std::int64_t{-1}); },
              ThrowsMessage<InvalidInput>(HasSubstr("-1 does not fit the type of this option")));
  EXPECT_EQ(count, 7U);
}

TEST(Option, AValueThatIsLookedForHereIsToldItsPlace) {
  const auto option = Option::choice(colour_names, "").instead_of("shiny", "is_glossy = true");
  EXPECT_THAT([&] { check_option("colour", option, OptionValue("shiny")); },
              testing::ThrowsMessage<InvalidInput>("unknown colour \"shiny\"; write is_glossy = true"));
  EXPECT_THAT([&] { check_option("colour", option, OptionValue("grean")); },
              testing::ThrowsMessage<InvalidInput>("unknown colour \"grean\"; did you mean \"green\"?"));
}

TEST(Option, AWordStandsInForANumber) {
  const auto option = Option::number_or("thick", 1, 9, "");
  EXPECT_TRUE(is_word(option, std::nan("")));
  EXPECT_TRUE(is_word(option, std::int64_t{0}));
  EXPECT_FALSE(is_word(option, 0.0));
  EXPECT_FALSE(is_word(Option::number(1, 9, ""), std::nan("")));
  EXPECT_NO_THROW(check_option("share", option, std::nan("")));
}

}  // namespace
}  // namespace gvfn
