#include "gvfn/base/name_index.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gvfn {
namespace {

TEST(NameIndex, FindsPlacesOrSuggestsNames) {
  NameIndex names("state", {"dry", "wet"});
  EXPECT_TRUE(names.add("frozen"));
  EXPECT_FALSE(names.add("wet"));
  EXPECT_EQ(names.place("frozen"), 2U);
  EXPECT_EQ(names.place("wet"), 1U);
  EXPECT_THAT([&] { names.place("wat"); },
              testing::ThrowsMessage<InvalidInput>("unknown state \"wat\"; did you mean \"wet\"?"));
}

}  // namespace
}  // namespace gvfn
