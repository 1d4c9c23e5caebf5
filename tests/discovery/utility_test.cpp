#include "discovery/utility.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "agent/agent_core.hpp"
#include "gvfn/world/compass_world.hpp"

namespace gvfn {
namespace {

using testing::ElementsAre;

const Vocabulary vocabulary{{{"x", 0, 1}}, {}};

QuestionNetwork questions() {
  return {vocabulary, {{"a", SignalCumulant{"x"}}, {"b", SignalCumulant{"x"}}, {"c", SignalCumulant{"x"}}}};
}

/// Three units, and a head of two outputs whose weights from them are set by hand; nothing is learned.
Agent<float> agent_with(std::vector<std::size_t> hidden = {}) {
  AgentOptions options{
      .inputs = InputScaling::raw, .head_hidden = std::move(hidden), .optimizer = {.step_size = 1e-30}};
  Agent<float> agent(options, questions(), {vocabulary, {{"d", SignalCumulant{"x"}}, {"e", SignalCumulant{"x"}}}}, 1);
  auto& weights = const_cast<Head<float>*>(AgentCore<float>::of(agent).head())->layers.front().weights;
  for (std::size_t j = 0; j < 3; ++j)
    for (std::size_t k = 0; k < 2; ++k) weights.at(1 + j, k) = static_cast<float>(j) * (k == 0 ? 1.0F : -0.5F);
  agent.start(std::vector<float>{0});
  return agent;
}

TEST(Utility, IsTheMagnitudeOfTheWeightsThatTheFirstLayerReadsAUnitWith) {
  for (const auto& hidden : std::vector<std::vector<std::size_t>>{{}, {2}}) {
    const auto agent = agent_with(hidden);
    EXPECT_THAT(UnitStatistics({}, 3).utilities(agent), ElementsAre(0, 1.5, 3));
  }
}

/// The mean since birth at first; from the second step on, a quarter of what was before and three of the newest.
TEST(Utility, OnTracesIsTheRunningMeanOfThat) {
  auto agent = agent_with();
  UnitStatistics statistics({.utility = Utility::trace, .decay = 0.25}, 3);
  auto& weights = const_cast<Head<float>*>(AgentCore<float>::of(agent).head())->layers.front().weights;
  double expected = 0;
  for (const double change : {1.0, 0.75, 0.75}) {
    statistics.add(agent);
    const double magnitude = 1.5 * static_cast<double>(weights.at(2, 0));
    expected += change * (magnitude - expected);
    EXPECT_NEAR(statistics.utilities(agent)[1], expected, 1e-6);
    for (std::size_t k = 0; k < 2; ++k) weights.at(2, k) *= 2;
  }
  statistics.forget(1);
  EXPECT_EQ(statistics.utilities(agent)[1], 0);
}

TEST(Utility, AsContributionIsThatTimesHowMuchTheStateVaries) {
  auto agent = agent_with();
  UnitStatistics statistics({.utility = Utility::contribution, .decay = 0.9}, 3);
  double mean = 0;
  double deviation = 0;
  for (int t = 0; t < 30; ++t) {
    agent.step(0, 1, std::vector<float>{t % 3 == 0 ? 1.0F : 0.0F});
    statistics.add(agent);
    const double change = std::max(0.1, 1.0 / (t + 1));
    const auto state = static_cast<double>(agent.state()[1]);
    mean += change * (state - mean);
    deviation += change * (std::abs(state - mean) - deviation);
    EXPECT_NEAR(statistics.utilities(agent)[1], 1.5 * deviation, 1e-6) << t;
  }
  EXPECT_GT(deviation, 0.01);
  EXPECT_NEAR(statistics.utilities(agent)[0], 0, 1e-12);
}

TEST(Utility, IsInheritedFromThoseThatUseAnAnswer) {
  // b and c use a, d uses b and c: u_c = 3 + 1/2 4, u_b = 2 + 1/2 4, u_a = 1 + 1/2 (u_b + u_c).
  const LivingQuestions living(vocabulary, {{"d", PredictionCumulant{{{"b", 1}, {"c", 1}}}},
                                            {"a", SignalCumulant{"x"}},
                                            {"c", PredictionCumulant{{{"a", 1}}}},
                                            {"b", PredictionCumulant{{{"a", 1}}}}});
  std::vector<double> utilities{4, 1, 3, 2};
  inherit(living, 0.5, utilities);
  EXPECT_THAT(utilities, ElementsAre(4, 1 + 0.5 * (4 + 5), 5, 4));
  utilities = {4, 1, 3, 2};
  inherit(living, 0, utilities);
  EXPECT_THAT(utilities, ElementsAre(4, 1, 3, 2));
}

}  // namespace
}  // namespace gvfn
