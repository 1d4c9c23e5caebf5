#include "language/toml_entry.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gvfn/base/invalid_input.hpp"

namespace gvfn {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

class TomlEntryTest : public testing::Test {
 protected:
  const toml::table table_ =
      parse_toml("zebra = \"{colour} {n-1}\"\nant = \"{n}\"\nflag = true\nbad = \"{colour\"", "f.toml");
  const Bindings bindings_{{"colour", "red"}, {"n", 4.0}};
  const TomlEntry entry_{table_, "f.toml", bindings_};
};

TEST_F(TomlEntryTest, FillsPlaceholders) {
  EXPECT_EQ(entry_.text("zebra"), "red 3");
  EXPECT_EQ(entry_.number("ant"), 4);
  EXPECT_EQ(entry_.fill("{n+10}", table_), "14");
}

TEST_F(TomlEntryTest, RefusesPlaceholdersThatStandForNothing) {
  EXPECT_THAT([&] { entry_.text("bad"); }, ThrowsMessage<InvalidInput>(HasSubstr("\"{colour\" has a { without a }")));
  EXPECT_THAT([&] { entry_.fill("{colours}", table_); },
              ThrowsMessage<InvalidInput>(HasSubstr("unknown placeholder \"colours\"; did you mean \"colour\"?")));
  EXPECT_THAT([&] { entry_.fill("{colour-1}", table_); },
              ThrowsMessage<InvalidInput>(HasSubstr("unknown placeholder \"colour-1\"")));
  EXPECT_THAT([&] { entry_.number("zebra"); },
              ThrowsMessage<InvalidInput>(HasSubstr("f.toml:1:9: a number is expected")));
}

TEST_F(TomlEntryTest, KeepsTheOrderOfTheFile) {
  std::vector<std::string> names;
  for (const auto& [name, node] : entry_.entries()) names.push_back(name);
  EXPECT_THAT(names, testing::ElementsAre("zebra", "ant", "flag", "bad"));
}

TEST_F(TomlEntryTest, NamesTheKeyThatIsMissingOrUnknown) {
  EXPECT_TRUE(entry_.flag("flag"));
  EXPECT_FALSE(entry_.flag("other"));
  EXPECT_THAT([&] { entry_.flag("ant"); }, ThrowsMessage<InvalidInput>(HasSubstr("\"ant\" is either true or false")));
  EXPECT_THAT([&] { static_cast<void>(entry_.node("other")); },
              ThrowsMessage<InvalidInput>(HasSubstr("\"other\" is missing")));
  EXPECT_THAT(
      [&] {
        entry_.allow("a test", {"zebra", "ant", "flag"});
      },
      ThrowsMessage<InvalidInput>(HasSubstr("unknown key in a test \"bad\"; there is zebra, ant, flag")));
  EXPECT_NO_THROW(entry_.allow("a test", {"zebra", "ant", "flag", "bad"}));
}

}  // namespace
}  // namespace gvfn
