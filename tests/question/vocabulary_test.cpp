#include "gvfn/question/vocabulary.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gvfn/base/invalid_input.hpp"

namespace gvfn {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

TEST(Vocabulary, FindsNames) {
  const Vocabulary vocabulary{one_hot_signals({"red", "blue"}), {"left", "right"}};
  EXPECT_EQ(vocabulary.signal("blue"), 1U);
  EXPECT_EQ(vocabulary.action("right"), 1U);
  EXPECT_THAT([&] { static_cast<void>(vocabulary.signal("right")); },
              ThrowsMessage<InvalidInput>(HasSubstr("unknown signal \"right\"; there is red, blue")));
  EXPECT_THAT([&] { static_cast<void>(vocabulary.action("blue")); },
              ThrowsMessage<InvalidInput>(HasSubstr("unknown action \"blue\"; there is left, right")));
}

TEST(Vocabulary, OneHotSignalsShareAGroupAndTheUnitInterval) {
  const auto signals = one_hot_signals({"red", "blue"}, 3);
  ASSERT_EQ(signals.size(), 2U);
  EXPECT_EQ(signals[1].one_hot_group, 3);
  EXPECT_EQ(signals[1].low, 0);
  EXPECT_EQ(signals[1].high, 1);
}

}  // namespace
}  // namespace gvfn
