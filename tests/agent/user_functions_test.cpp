// Cumulants, continuations and policies that are C++ functions: when they are called, and what happens where they fail.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "gvfn/agent/save.hpp"
#include "gvfn/base/invalid_input.hpp"

namespace gvfn {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

const Vocabulary vocabulary{{{"x"}}, {"a", "b"}};

std::vector<float> seen(int t) { return {static_cast<float>(t)}; }

/// What a function was called with, as numbers that tell transitions apart: o_t, a_t, o_{t+1}.
using Calls = std::vector<std::array<float, 3>>;

Question watched(Calls& calls) {
  return {"watched", CumulantFunction([&calls](const Transition& t) {
            calls.push_back({t.observation_t[0], static_cast<float>(t.action), t.observation_tp1[0]});
            return 0.5;
          }),
          Discount{0.5}};
}

/// A head that waits learns from a transition later, but its functions see it when it happens; and before the past is
/// full they see nothing else.
TEST(UserFunctions, AreCalledOnceForEveryTransitionAndNeverForAnother) {
  for (const std::size_t steps : {1, 4}) {
    for (const std::size_t free_units : {0, 2}) {
      Calls of_state;
      Calls of_head;
      Agent<float> agent({.free_units = free_units, .head_forecasts = {{.signal = 0, .steps = steps, .scale = 1}}},
                         {vocabulary, {watched(of_state)}}, {vocabulary, {watched(of_head)}}, 1);
      Calls expected;
      agent.start(seen(0));
      for (int t = 1; t <= 10; ++t) {
        agent.step(static_cast<std::size_t>(t % 2), 0.5, seen(t));
        expected.push_back({static_cast<float>(t - 1), static_cast<float>(t % 2), static_cast<float>(t)});
      }
      EXPECT_EQ(of_state, expected);
      EXPECT_EQ(of_head, expected);
    }
  }
}

/// At one step a function fails; the step is made again, and is then what it would have been.
void expect_unchanged(const std::string& says, const std::function<Question(const bool& fails)>& ask, bool of_head) {
  SCOPED_TRACE(says);
  for (const std::size_t steps : {1, 3}) {
    bool fails = false;
    const QuestionNetwork failing(vocabulary, {{"plain", SignalCumulant{"x", 0.1}}, ask(fails)});
    const QuestionNetwork plain(vocabulary, {{"plain", SignalCumulant{"x", 0.1}}});
    Agent<float> agent({.truncation = 2,
                        .head_forecasts = {{.signal = 0, .steps = steps, .scale = 1}},
                        .optimizer = {.name = OptimizerKind::adam, .batch = 2}},
                       of_head ? plain : failing, of_head ? failing : plain, 1);
    agent.start(seen(0));
    for (int t = 1; t <= 5; ++t) agent.step(0, 0.5, seen(t));
    const auto before = agent;
    fails = true;
    EXPECT_THAT([&] { agent.step(1, 0.5, seen(6)); }, ThrowsMessage<InvalidInput>(HasSubstr(says)));
    EXPECT_EQ(first_difference(agent, before), "");
    fails = false;
    auto undisturbed = before;
    for (int t = 6; t <= 9; ++t) {
      agent.step(1, 0.5, seen(t));
      undisturbed.step(1, 0.5, seen(t));
    }
    EXPECT_EQ(first_difference(agent, undisturbed), "");
  }
}

TEST(UserFunctions, OneThatFailsLeavesTheAgentAsItWasAndIsNamed) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  constexpr double infinity = std::numeric_limits<double>::infinity();
  for (const bool of_head : {false, true}) {
    const auto cumulant = [&](double wrong) {
      return [wrong](const bool& fails) {
        return Question{"bad", CumulantFunction([&fails, wrong](const Transition&) { return fails ? wrong : 0.5; })};
      };
    };
    expect_unchanged("question \"bad\": its cumulant function gave nan, which is not finite", cumulant(nan), of_head);
    expect_unchanged("question \"bad\": its cumulant function gave inf", cumulant(infinity), of_head);
    expect_unchanged("question \"bad\": its cumulant function gave 1e+39, which is not in [", cumulant(1e39), of_head);
    const auto throwing = [](const bool& fails) {
      return Question{"bad", CumulantFunction([&fails](const Transition&) {
                        if (fails) throw std::runtime_error("no sensor");
                        return 0.5;
                      })};
    };
    expect_unchanged("question \"bad\": its cumulant function threw: no sensor", throwing, of_head);
    const auto throwing_a_number = [](const bool& fails) {
      return Question{"bad", CumulantFunction([&fails](const Transition&) {
                        if (fails) throw 7;
                        return 0.5;
                      })};
    };
    expect_unchanged("threw what is no std::exception", throwing_a_number, of_head);
    const auto continuation = [](double wrong) {
      return [wrong](const bool& fails) {
        return Question{"bad", SignalCumulant{"x", 0.1},
                        ContinuationFunction([&fails, wrong](const Transition&) { return fails ? wrong : 0.5; })};
      };
    };
    expect_unchanged("question \"bad\": its continuation function gave 1.5, which is not in [0, 1]", continuation(1.5),
                     of_head);
    expect_unchanged("question \"bad\": its continuation function gave nan, which is not finite", continuation(nan),
                     of_head);
    const auto throwing_continuation = [](const bool& fails) {
      return Question{"bad", SignalCumulant{"x", 0.1}, ContinuationFunction([&fails](const Transition&) {
                        if (fails) throw std::runtime_error("no sensor");
                        return 0.5;
                      })};
    };
    expect_unchanged("question \"bad\": its continuation function threw: no sensor", throwing_continuation, of_head);
    const auto policy = [](double wrong) {
      return [wrong](const bool& fails) {
        return Question{"bad", SignalCumulant{"x", 0.1}, Discount{},
                        PolicyFunction([&fails, wrong](auto, std::size_t) { return fails ? wrong : 0.5; })};
      };
    };
    expect_unchanged("question \"bad\": its policy function gave -0.5, which is not in [0, 1]", policy(-0.5), of_head);
    expect_unchanged("question \"bad\": its policy function gave nan, which is not finite", policy(nan), of_head);
    const auto throwing_policy = [](const bool& fails) {
      return Question{"bad", SignalCumulant{"x", 0.1}, Discount{}, PolicyFunction([&fails](auto, std::size_t) {
                        if (fails) throw std::runtime_error("no map");
                        return 0.5;
                      })};
    };
    expect_unchanged("question \"bad\": its policy function threw: no map", throwing_policy, of_head);
  }
}

}  // namespace
}  // namespace gvfn
