#include "gvfn/agent/agent_options.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "compass_agents.hpp"
#include "gvfn/base/invalid_input.hpp"

namespace gvfn {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

TEST(AgentOptions, NumbersOutOfRangeAreRefused) {
  const auto expect_refused = [](const AgentOptions& options, const std::string& says) {
    EXPECT_THAT([&] { validate(options, small()); }, ThrowsMessage<InvalidInput>(HasSubstr(says)));
  };
  EXPECT_NO_THROW(validate({}, small()));
  expect_refused({.truncation = 0}, "truncation 0 is not from 1 to 100000");
  expect_refused({.truncation = 100'001}, "truncation 100001 is not from 1 to 100000");
  expect_refused({.free_units = most_units + 1}, "65537 free units are more than 65536");
  expect_refused({.below = {.units = most_units + 1}}, "65537 units of the layer below are more than 65536");
  expect_refused({.beside = {.units = most_units + 1}}, "65537 units of the layer beside are more than 65536");
  expect_refused({.traces = {4, 0}}, "a trace over 0 steps is not from 1 to 1000000");
  expect_refused({.traces = std::vector<std::size_t>(65, 2)}, "65 traces are more than 64");
  expect_refused({.target_weight = -1}, "target weight -1 is not 0 or more");
  expect_refused({.target_weight = std::numeric_limits<double>::infinity()}, "target weight inf is not 0 or more");
  expect_refused({.head_hidden = {0}}, "a head layer of 0 units is not from 1 to 65536");
  expect_refused({.optimizer = {.step_size = -1}}, "optimizer.step_size = -1 is not from 1e-30 to 1000000");
  expect_refused({.truncation = 50'000, .below = {.units = 60'000}},
                 "60000 units and 60019 features make more than 268435456 weights");
}

TEST(AgentOptions, StateAndHeadAreAboutTheSameSignals) {
  const QuestionNetwork state({{{"x", 0, 1}}, {}}, {{"x next", SignalCumulant{"x"}}});
  const QuestionNetwork head({{{"x", 0, 2}}, {}}, {{"x next", SignalCumulant{"x"}}});
  EXPECT_NO_THROW(Agent<float>({}, state, state, 1));
  EXPECT_THAT([&] { Agent<float>({}, state, head, 1); },
              ThrowsMessage<InvalidInput>(
                  HasSubstr("the questions of the state and of the head are about different signals or actions")));
}

TEST(AgentOptions, WithoutActionsTheirProbabilityIsOne) {
  Agent<float> agent(QuestionNetwork({{{"x", 0, 1}}, {}}, {{"x next", SignalCumulant{"x"}}}));
  const float x = 0.5;
  agent.start({&x, 1});
  EXPECT_THAT(
      [&] {
        agent.step(0, 0.5, {&x, 1});
      },
      ThrowsMessage<InvalidInput>(HasSubstr("there are no actions, so that the probability of one is 1, not 0.5")));
  EXPECT_NO_THROW(agent.step(0, 1, {&x, 1}));
}

}  // namespace
}  // namespace gvfn
