// A configuration becomes the agent that it describes, or is refused with the reason.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "agent/agent_core.hpp"
#include "gvfn/base/invalid_input.hpp"
#include "gvfn/experiment/run.hpp"

namespace gvfn {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

Config compass(std::initializer_list<const char*> assignments) {
  auto config = load_config("compass-world");
  set_keys(config, {assignments.begin(), assignments.end()});
  return config;
}

Agent<float> agent(std::initializer_list<const char*> assignments) {
  const auto config = compass(assignments);
  return make_agent(config, make_world(config));
}

TEST(MakeAgent, AGvfnHasAUnitForEveryQuestionAndSeparateWeightsForEveryAction) {
  const auto gvfn = agent({});
  ASSERT_EQ(AgentCore<float>::of(gvfn).layers().size(), 1U);
  const auto& shape = AgentCore<float>::of(gvfn).layers()[0].cell.shape;
  EXPECT_EQ(shape.units, 35U);
  EXPECT_EQ(shape.blocks, 3U);
  EXPECT_EQ(shape.inputs, 12U);
  EXPECT_EQ(shape.activation, Activation::sigmoid);
  EXPECT_EQ(gvfn.head_questions().size(), 5U);
}

TEST(MakeAgent, AGruHasTheActionInItsInput) {
  const auto gru = agent({"agent.kind=rnn", "agent.cell=gru"});
  const auto& shape = AgentCore<float>::of(gru).layers()[0].cell.shape;
  EXPECT_EQ(shape.kind, CellKind::gru);
  EXPECT_EQ(shape.units, 40U);
  EXPECT_EQ(shape.inputs, 18U);  // 6 signals, 3 actions, and their complements
  EXPECT_EQ(shape.blocks, 1U);
}

TEST(MakeAgent, AuxiliaryTasksStandBehindTheEvaluationQuestions) {
  const auto rnn = agent({"agent.kind=rnn", "agent.auxiliary=terminating-horizon"});
  ASSERT_EQ(rnn.head_questions().size(), 40U);
  EXPECT_EQ(rnn.head_questions().questions()[0].name, "facing orange");
  EXPECT_EQ(rnn.head_questions().questions()[5].name, "orange within 2");
  EXPECT_EQ(rnn.state_questions().size(), 0U);
}

TEST(MakeAgent, AForecastNetworkLooksEightStepsAheadForEveryColour) {
  const auto forecast = agent({"agent.kind=forecast", "agent.truncation=4"});
  EXPECT_EQ(forecast.state_questions().size(), 40U);
  EXPECT_EQ(AgentCore<float>::of(forecast).layers()[0].window.newest(), 4U + 8 - 1);
  EXPECT_TRUE(std::holds_alternative<TargetLoss<float>>(AgentCore<float>::of(forecast).learner()));
  EXPECT_EQ(agent({"agent.kind=forecast", "agent.horizon=3"}).state_questions().size(), 15U);
}

TEST(MakeAgent, AForecastNetworkOfASeriesLooksAheadInTheSeries) {
  auto config = load_config("mso");
  config.agent.kind = "forecast";
  const auto forecast = make_agent(config, make_world(config));
  ASSERT_EQ(forecast.state_questions().size(), 8U);
  EXPECT_EQ(forecast.state_questions().questions()[7].name, "y in 8");
}

TEST(MakeAgent, ATdNetworkIsAGvfnOfMyopicQuestions) {
  const auto network = agent({"agent.questions=compass-forecast"});
  EXPECT_EQ(network.state_questions().size(), 40U);
  EXPECT_TRUE((std::holds_alternative<RecurrentTd<float, Bptt<float>>>(AgentCore<float>::of(network).learner())));
}

TEST(MakeAgent, LayersBelowAndBesideAndFreeUnits) {
  const auto both = agent(
      {"agent.below=gru", "agent.below_units=7", "agent.beside=lstm", "agent.beside_units=9", "agent.free_units=2"});
  ASSERT_EQ(AgentCore<float>::of(both).layers().size(), 3U);
  EXPECT_EQ(AgentCore<float>::of(both).layers()[0].cell.shape.units, 7U);
  EXPECT_TRUE(AgentCore<float>::of(both).layers()[1].reads_below);
  EXPECT_EQ(AgentCore<float>::of(both).layers()[1].cell.shape.inputs, 7U);
  EXPECT_EQ(AgentCore<float>::of(both).layers()[1].cell.shape.units, 37U);
  EXPECT_EQ(AgentCore<float>::of(both).layers()[2].cell.shape.kind, CellKind::lstm);
  EXPECT_EQ(AgentCore<float>::of(both).head()->layers[0].weights.rows, 1U + 37 + 9);
}

TEST(MakeAgent, EveryRuleAndSensitivityIsThere) {
  EXPECT_TRUE(
      std::holds_alternative<RecurrentGtd<float>>(AgentCore<float>::of(agent({"learner.rule=rgtd"})).learner()));
  EXPECT_TRUE(
      std::holds_alternative<TdLambda<float>>(AgentCore<float>::of(agent({"learner.rule=td-lambda"})).learner()));
  for (const auto name : sensitivity_names)
    EXPECT_NO_THROW(agent({("learner.sensitivity=" + std::string(name)).c_str()})) << name;
}

void expect_refused(std::initializer_list<const char*> assignments, const char* why) {
  EXPECT_THAT([&] { agent(assignments); }, ThrowsMessage<InvalidInput>(HasSubstr(why)));
}

TEST(MakeAgent, WhatMakesNoSenseIsRefusedWithTheReason) {
  expect_refused({"learner.rule=target"}, "orange within 2");  // is a return
  expect_refused({"agent.cell=lstm", "learner.sensitivity=rtrl"}, "not for a GRU or an LSTM");
  expect_refused({"agent.cell=gru", "learner.rule=td-lambda"}, "not for a GRU or an LSTM");
  expect_refused({"agent.below=gru", "learner.sensitivity=snap-1"}, "one recurrent layer");
  expect_refused({"agent.beside=gru", "learner.rule=td-lambda"}, "one recurrent layer");
  expect_refused({"learner.rule=rgtd", "learner.form=gtd2", "learner.second_step_size=0"}, "they need a step size");
  expect_refused({"agent.auxiliary=expert"}, "nothing in this one is trained by them");
  expect_refused({"agent.kind=rnn", "agent.auxiliary=ring-chains"}, "ring-chains");
  expect_refused({"agent.kind=rnn", "agent.auxiliary=exprt"}, "did you mean \"expert\"");
}

TEST(MakeWorld, IsTheWorldThatIsNamed) {
  EXPECT_EQ(make_world(compass({})).vocabulary().signals.size(), 6U);
  EXPECT_EQ(make_world(load_config("ring-world")).vocabulary().actions.size(), 2U);
  EXPECT_EQ(make_world(load_config("cycle-world")).vocabulary().actions.size(), 1U);
  EXPECT_EQ(make_world(load_config("mso")).evaluation().forecasts.size(), 1U);
}

TEST(MakeWorld, TakesItsOptions) {
  auto config = load_config("mso");
  set_key(config, "world.horizon=3");
  EXPECT_EQ(make_world(config).evaluation().forecasts.at(0).steps, 3U);
}

}  // namespace
}  // namespace gvfn
