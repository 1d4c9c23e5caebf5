// Questions that take the place of others while an agent runs.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "agent/agent_core.hpp"
#include "compass_agents.hpp"
#include "gvfn/agent/save.hpp"
#include "gvfn/base/invalid_input.hpp"

namespace gvfn {
namespace {

using testing::HasSubstr;

class Walk {
 public:
  Walk() { world_.reset(random_); }
  template <class... Agents>
  void start(Agents&... agents) {
    (agents.start(world_.observation()), ...);
  }
  template <class... Agents>
  void steps(int count, Agents&... agents) {
    for (int t = 0; t < count; ++t) {
      const auto action = behaviour_.choose(world_.observation(), random_);
      world_.act(action.index, random_);
      (agents.step(action.index, action.prob, world_.observation()), ...);
    }
  }

 private:
  CompassWorld world_;
  CompassBehaviour behaviour_;
  Random random_{8};
};

AgentOptions td_lambda() {
  return {.inputs = InputScaling::raw,
          .learner = {.rule = RuleKind::td_lambda, .lambda = 0.9},
          .head_lambda = 0.9,
          .optimizer = {.step_size = 0.05}};
}

std::vector<AgentOptions> all_options() {
  auto online = compass_options(OptimizerKind::adam, 2);
  online.inputs = InputScaling::online;
  auto gated = compass_options(OptimizerKind::rmsprop, 3);
  gated.cell.kind = CellKind::gru;
  auto gtd = compass_options(OptimizerKind::sgd, 2);
  gtd.learner.rule = RuleKind::rgtd;
  gtd.learner.gtd.second_step_size = 0.001;
  return {td_lambda(), compass_options(OptimizerKind::sgd, 1), compass_options(OptimizerKind::adam, 4), online, gated,
          gtd};
}

/// small(), but that the second question is another one, and the third refers to that.
QuestionNetwork changed() {
  auto questions = small().questions();
  questions[1] = {"orange", SignalCumulant{"orange"}, Discount{0.5}, UniformlyRandom{}};
  questions[2].cumulant = PredictionCumulant{{{"orange", 1}}};
  std::get<PredictionCumulant>(questions[3].cumulant).weights = {{"red", 0.5}, {"orange", -0.25}};
  return network(questions);
}

TEST(Ask, TheSameQuestionsWithOneFreshIsAResetOfItsUnit) {
  for (const auto& options : all_options()) {
    Agent<float> agent(options, small(), evaluation(), 3);
    Walk walk;
    walk.start(agent);
    walk.steps(200, agent);
    auto other = agent;
    Random random(5);
    Random same(5);
    agent.ask(small(), {1}, random);
    if (options.inputs != InputScaling::online) {  // there the fresh answer's units are new as well
      other.reset_unit(1, same);
      EXPECT_EQ(first_difference(agent, other), "");
    }
    auto nothing_new = agent;
    nothing_new.ask(small(), {}, random);
    EXPECT_EQ(first_difference(nothing_new, agent), "");
  }
}

/// What an agent was made for and what it was asked later must make no difference.
TEST(Ask, FromThenOnItIsAnAgentOfTheNewQuestions) {
  for (const auto& options : all_options()) {
    Agent<float> agent(options, small(), evaluation(), 3);
    Walk walk;
    walk.start(agent);
    walk.steps(200, agent);
    Random random(5);
    agent.ask(changed(), {1}, random);
    std::stringstream saved;
    save(agent, saved);
    Agent<float> made_for_them(options, changed(), evaluation(), 4);
    load(made_for_them, saved);
    walk.steps(100, agent, made_for_them);
    EXPECT_EQ(first_difference(agent, made_for_them), "");
    EXPECT_EQ(agent.state_questions().questions()[1].name, "orange");
    EXPECT_TRUE(agent.is_finite());
  }
}

/// Answers are scaled by how large the cumulants are: those of a fresh question are yet to be seen.
TEST(Ask, AFreshAnswerIsScaledAnew) {
  const Vocabulary vocabulary{{{"load"}}, {}};
  const auto about = [&](const std::string& name, double scale) {
    return QuestionNetwork(vocabulary, {{"load", SignalCumulant{"load"}}, {name, SignalCumulant{"load", scale}}});
  };
  Agent<float> agent({.inputs = InputScaling::online}, about("ten loads", 10), {vocabulary, {}}, 1);
  agent.start(std::vector<float>{0});
  const auto run = [&] {
    for (int t = 0; t < 2'000; ++t) agent.step(0, 1, std::vector<float>{static_cast<float>(t % 2)});
  };
  run();
  EXPECT_NEAR(agent.answer("ten loads"), 10 * agent.answer("load"), 2.5);
  Random random(1);
  agent.ask(about("a thousand loads", 1000), {1}, random);
  run();
  EXPECT_NEAR(agent.answer("a thousand loads"), 1000 * agent.answer("load"), 250);
}

TEST(Ask, WhatIsRefusedChangesNothing) {
  Agent<float> agent(td_lambda(), small(), evaluation(), 3);
  Walk walk;
  walk.start(agent);
  walk.steps(20, agent);
  const auto before = agent;
  Random random(1);
  const auto refusal = [&](const QuestionNetwork& questions, const std::vector<std::size_t>& fresh) -> std::string {
    try {
      agent.ask(questions, fresh, random);
    } catch (const InvalidInput& error) {
      EXPECT_EQ(first_difference(agent, before), "");
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(refusal(evaluation(), {}), "");  // five as well
  agent = before;
  EXPECT_THAT(refusal(shipped("expert"), {}), HasSubstr("40 questions cannot take the place of 5"));
  EXPECT_THAT(refusal(small(), {1, 5}), HasSubstr("unit 5 is not one of the state's 5"));
  auto questions = small().questions();
  questions[0].cumulant = CumulantFunction([](const Transition&) { return 1.0; });
  EXPECT_THAT(refusal(network(questions), {}), HasSubstr("questions with functions"));
  const Vocabulary other{{{"x"}}, {}};
  std::vector<Question> five;
  for (const auto* name : {"1", "2", "3", "4", "5"}) five.push_back({name, SignalCumulant{"x"}});
  EXPECT_THAT(refusal({other, five}, {}), HasSubstr("about different signals or actions"));
}

TEST(Ask, ASilentUnitStaysSilent) {
  auto silent_questions = small().questions();
  silent_questions[1] = {"red after left", SignalCumulant{"red", 0}};
  silent_questions[3].cumulant = PredictionCumulant{{{"red", 0.5}}};  // Recurrent GTD trains what is referred to
  for (auto options : all_options()) {
    if (options.inputs != InputScaling::raw) continue;  // there a return of 0 is another number for the unit
    for (const auto activation : {Activation::sigmoid, Activation::tanh, Activation::clipped_linear}) {
      options.cell.activation = activation;
      options.optimizer.step_size = 0.001;
      Agent<float> agent(options, small(), evaluation(), 3);
      Walk walk;
      walk.start(agent);
      walk.steps(50, agent);
      Random random(5);
      agent.ask(network(silent_questions), {1}, random);
      AgentCore<float>::of(agent).silence_unit(1);
      for (int i = 0; i < 100; ++i) {
        ASSERT_NEAR(agent.state()[1], 0, 1e-12);
        walk.steps(1, agent);
      }
    }
  }
}

}  // namespace
}  // namespace gvfn
