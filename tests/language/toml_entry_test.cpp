#include "language/toml_entry.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gvfn/base/invalid_input.hpp"

namespace gvfn {
namespace {

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
  EXPECT_THROW(entry_.text("bad"), InvalidInput);
  EXPECT_THROW(entry_.fill("{colours}", table_), InvalidInput);
  EXPECT_THROW(entry_.fill("{colour-1}", table_), InvalidInput);
  EXPECT_THROW(entry_.number("zebra"), InvalidInput);
}

TEST_F(TomlEntryTest, KeepsTheOrderOfTheFile) {
  std::vector<std::string> names;
  for (const auto& [name, node] : entry_.entries()) names.push_back(name);
  EXPECT_THAT(names, testing::ElementsAre("zebra", "ant", "flag", "bad"));
}

TEST_F(TomlEntryTest, NamesTheKeyThatIsMissingOrUnknown) {
  EXPECT_TRUE(entry_.flag("flag"));
  EXPECT_FALSE(entry_.flag("other"));
  EXPECT_THROW(entry_.flag("ant"), InvalidInput);
  EXPECT_THROW(static_cast<void>(entry_.node("other")), InvalidInput);
  EXPECT_THROW(entry_.allow("a test", {"zebra", "ant", "flag"}), InvalidInput);
  EXPECT_NO_THROW(entry_.allow("a test", {"zebra", "ant", "flag", "bad"}));
}

}  // namespace
}  // namespace gvfn
