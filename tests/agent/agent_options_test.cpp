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

TEST(AgentOptions, StateAndHeadAreAboutTheSameSignals) {
  const QuestionNetwork state({{{"x", 0, 1}}, {}}, {{"x next", SignalCumulant{"x"}}});
  const QuestionNetwork head({{{"x", 0, 2}}, {}}, {{"x next", SignalCumulant{"x"}}});
  EXPECT_NO_THROW(Agent<float>({}, state, state, 1));
  EXPECT_THROW(Agent<float>({}, state, head, 1), InvalidInput);
}

TEST(AgentOptions, WithoutActionsTheirProbabilityIsOne) {
  Agent<float> agent(QuestionNetwork({{{"x", 0, 1}}, {}}, {{"x next", SignalCumulant{"x"}}}));
  const float x = 0.5;
  agent.start({&x, 1});
  EXPECT_THROW(agent.step(0, 0.5, {&x, 1}), InvalidInput);
  EXPECT_NO_THROW(agent.step(0, 1, {&x, 1}));
}

}  // namespace
}  // namespace gvfn
