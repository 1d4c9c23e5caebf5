#include "gvfn/agent/agent_options.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "gvfn/base/invalid_input.hpp"

namespace gvfn {
namespace {

const Vocabulary vocabulary{{{"x"}, {"y"}}, {"left", "right", "on"}};

QuestionNetwork two() {
  return {vocabulary,
          {{"x", SignalCumulant{"x"}, Discount{0.5}, Always{"on"}}, {"y", SignalCumulant{"y"}, Discount{0.9}}}};
}

TEST(AgentOptions, NumbersOutOfRangeAreRefused) {
  const auto refused = [](const AgentOptions& options) { EXPECT_THROW(validate(options, two()), InvalidInput); };
  EXPECT_NO_THROW(validate({}, two()));
  refused({.truncation = 0});
  refused({.free_units = most_units + 1});
  refused({.below = {.units = most_units + 1}});
  refused({.beside = {.units = most_units + 1}});
  refused({.target_weight = -1});
  refused({.target_weight = std::numeric_limits<double>::infinity()});
  refused({.head_hidden = {0}});
  refused({.truncation = 50'000, .below = {.units = 60'000}});
}

}  // namespace
}  // namespace gvfn
