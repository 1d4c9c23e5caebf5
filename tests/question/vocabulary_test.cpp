#include "gvfn/question/vocabulary.hpp"

#include <gtest/gtest.h>

#include "gvfn/base/invalid_input.hpp"

namespace gvfn {
namespace {

TEST(Vocabulary, FindsNames) {
  const Vocabulary vocabulary{one_hot_signals({"red", "blue"}), {"left", "right"}};
  EXPECT_EQ(vocabulary.signal("blue"), 1U);
  EXPECT_EQ(vocabulary.action("right"), 1U);
  EXPECT_THROW(static_cast<void>(vocabulary.signal("right")), InvalidInput);
  EXPECT_THROW(static_cast<void>(vocabulary.action("blue")), InvalidInput);
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
