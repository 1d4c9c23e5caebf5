#include "gvfn/agent/agent_options.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "compass_agents.hpp"
#include "gvfn/base/invalid_input.hpp"

namespace gvfn {
namespace {

TEST(AgentOptions, NumbersOutOfRangeAreRefused) {
  const auto refused = [](const AgentOptions& options) { EXPECT_THROW(validate(options, small()), InvalidInput); };
  EXPECT_NO_THROW(validate({}, small()));
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
