#include "gvfn/agent/agent.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <memory>
#include <thread>

#include "agent/agent_core.hpp"
#include "compass_agents.hpp"
#include "gvfn/agent/save.hpp"
#include "gvfn/base/invalid_input.hpp"

namespace gvfn {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

template <class T>
class Walk {
 public:
  explicit Walk(Agent<T>& agent) : agent_(agent) {
    world_.reset(random_);
    agent_.start(world_.observation());
  }
  Action step() {
    const auto action = behaviour_.choose(world_.observation(), random_);
    world_.act(action.index, random_);
    agent_.step(action.index, action.prob, world_.observation());
    return action;
  }
  const CompassWorld& world() const { return world_; }

 private:
  Agent<T>& agent_;
  CompassBehaviour behaviour_;
  CompassWorld world_;
  Random random_{8};
};

TEST(Agent, AFirstStepByHand) {
  // One question, "x next", one linear unit without a head, p = 1: z = [x, 1, s].
  const Vocabulary vocabulary{{{"x"}}, {}};
  const AgentOptions options{.cell = {.activation = Activation::linear},
                             .inputs = InputScaling::raw,
                             .complement = false,
                             .optimizer = {.step_size = 0.1}};
  Agent<double> agent(options, {vocabulary, {{"x next", SignalCumulant{"x"}}}}, {vocabulary, {}}, 1);
  const auto& w = AgentCore<double>::of(agent).layers()[0].cell.weights[0];
  const double w_x = w.data[0], w_s = w.data[2 * w.stride];
  const std::vector<float> first{2};
  const std::vector<float> second{3};
  agent.start(first);
  // From h = 0: s_t = 2 w_x.
  const double s_t = 2 * w_x;
  EXPECT_NEAR(agent.state()[0], s_t, 1e-12);
  agent.step(0, 1, second);
  // delta = 3 - s_t, theta += 0.1 delta z with z = [2, 1, 0]; then the window is run again from h.
  const double delta = 3 - s_t;
  const double new_x = w_x + 0.1 * delta * 2, new_b = 0.1 * delta;
  const double s_t_again = new_x * 2 + new_b;
  const double s_tp1 = new_x * 3 + new_b + w_s * s_t_again;
  EXPECT_NEAR(agent.state()[0], s_tp1, 1e-12);
  agent.step(0, 1, std::vector<float>{-1});
  // The same again, one step on: h is the s_t of before, and z = [3, 1, h].
  const double delta_2 = -1 - s_tp1;
  const double last_x = new_x + 0.1 * delta_2 * 3, last_b = new_b + 0.1 * delta_2;
  const double last_s = w_s + 0.1 * delta_2 * s_t_again;
  const double middle = last_x * 3 + last_b + last_s * s_t_again;
  EXPECT_NEAR(agent.state()[0], last_x * -1 + last_b + last_s * middle, 1e-12);
}

TEST(Agent, TheSameSeedGivesTheSameBitsInEveryThread) {
  const auto final_state = [](std::vector<float>& out) {
    Agent<float> agent(compass_options(OptimizerKind::adam, 2), shipped("naive"), evaluation(), 3);
    Walk<float> walk(agent);
    for (int t = 0; t < 5'000; ++t) walk.step();
    out.assign(agent.state().begin(), agent.state().end());
  };
  std::vector<float> alone;
  final_state(alone);
  std::vector<std::vector<float>> together(4);
  std::vector<std::thread> threads;
  for (auto& out : together) threads.emplace_back([&] { final_state(out); });
  for (auto& thread : threads) thread.join();
  for (const auto& out : together) EXPECT_EQ(out, alone);
}

/// In the middle of whatever a learner has put off; and the copy does not look at the original, which is gone.
void expect_copy_goes_on_alike(const AgentOptions& options, const QuestionNetwork& questions) {
  auto original = std::make_unique<Agent<float>>(options, questions, evaluation(), 3);
  Walk<float> walk(*original);
  for (int t = 0; t < 300; ++t) walk.step();
  auto copy = *original;
  std::vector<std::vector<float>> expected;
  for (const bool is_copy : {false, true}) {
    auto& agent = is_copy ? copy : *original;
    CompassWorld world = walk.world();
    CompassBehaviour behaviour;
    Random random(1);
    for (std::size_t t = 0; t < 300; ++t) {
      const auto action = behaviour.choose(world.observation(), random);
      world.act(action.index, random);
      const auto predictions = agent.step(action.index, action.prob, world.observation());
      if (is_copy) {
        ASSERT_TRUE(std::ranges::equal(predictions, expected[t])) << "step " << t;
      } else {
        expected.emplace_back(predictions.begin(), predictions.end());
      }
    }
    if (!is_copy) original.reset();
  }
}

TEST(Agent, ACopyIsASnapshot) {
  for (const auto optimizer : {OptimizerKind::sgd, OptimizerKind::adam}) {
    const auto options = compass_options(optimizer, 3);
    const auto one_step = compass_options(optimizer, 1);
    const auto with = [](AgentOptions base, const LearnerOptions& learner) {
      base.learner = learner;
      return base;
    };
    expect_copy_goes_on_alike(options, shipped("expert"));
    expect_copy_goes_on_alike(with(options, {.rule = RuleKind::rgtd}), shipped("expert"));
    expect_copy_goes_on_alike(with(one_step, {.rule = RuleKind::td_lambda}), shipped("expert"));
    expect_copy_goes_on_alike(with(options, {.rule = RuleKind::target}), shipped("compass-forecast"));
    for (const auto sensitivity :
         {SensitivityKind::rtrl, SensitivityKind::snap1, SensitivityKind::uoro, SensitivityKind::kf_rtrl})
      expect_copy_goes_on_alike(with(one_step, {.sensitivity = sensitivity}), shipped("naive"));
    auto layered = options;
    layered.cell.kind = CellKind::gru;
    layered.below = {.units = 5};
    layered.beside = {.units = 5, .cell = {.kind = CellKind::lstm}};
    layered.optimizer.batch = 7;
    expect_copy_goes_on_alike(layered, small());
  }
}

TEST(Agent, FloatStaysNearDouble) {
  Agent<float> agent(compass_options(OptimizerKind::sgd, 2), shipped("terminating-horizon"), evaluation(), 3);
  Agent<double> twin(compass_options(OptimizerKind::sgd, 2), shipped("terminating-horizon"), evaluation(), 3);
  Walk<float> walk(agent);
  Walk<double> twin_walk(twin);
  for (int t = 0; t < 200; ++t) {
    walk.step();
    twin_walk.step();
  }
  for (std::size_t j = 0; j < agent.state().size(); ++j) EXPECT_NEAR(agent.state()[j], twin.state()[j], 1e-4);
}

TEST(Agent, LearnsWhichWallItFaces) {
  auto options = compass_options(OptimizerKind::sgd, 1);
  options.head_hidden = {32};
  options.optimizer.step_size = 0.02;
  Agent<float> agent(options, shipped("terminating-horizon"), evaluation(), 1);
  Walk<float> walk(agent);
  for (int t = 0; t < 500'000; ++t) walk.step();
  int right = 0;
  std::vector<float> truth(5);
  for (int t = 0; t < 10'000; ++t) {
    walk.step();
    walk.world().true_answers(truth);
    const auto y = agent.predictions();
    right += std::ranges::max_element(y) - y.begin() == std::ranges::max_element(truth) - truth.begin();
  }
  EXPECT_GT(right, 9'000);
}

TEST(Agent, ImpossibleTransitionsAreRefusedAndChangeNothing) {
  Agent<float> agent(compass_options(OptimizerKind::sgd, 1), shipped("naive"), evaluation(), 3);
  Walk<float> walk(agent);
  for (int t = 0; t < 10; ++t) walk.step();
  const auto before = agent;
  const std::vector<float> observation{0, 0, 0, 0, 0, 1};
  EXPECT_THAT(
      [&] { agent.step(2, 0, observation); },
      ThrowsMessage<InvalidInput>(HasSubstr("action 2 was taken with probability 0; that must be from 1e-30 to 1")));
  EXPECT_THAT([&] { agent.step(3, 1, observation); },
              ThrowsMessage<InvalidInput>(HasSubstr("action 3 is not from 0 to 2")));
  EXPECT_THAT(
      [&] {
        agent.step(2, 1, std::vector<float>{1, 0});
      },
      ThrowsMessage<InvalidInput>(HasSubstr("an observation has 6 signals, not 2")));
  EXPECT_EQ(first_difference(agent, before), "");
  auto untouched = before;
  EXPECT_TRUE(std::ranges::equal(agent.step(2, 1, observation), untouched.step(2, 1, observation)));
}

TEST(Agent, ASignalThatIsNotFiniteIsRefusedAndChangesNothing) {
  const Vocabulary vocabulary{{{"x", 0, 9}, {"y", -9, 9}}, {"stay", "go"}};
  const QuestionNetwork questions(vocabulary,
                                  {{"y next", SignalCumulant{"y"}}, {"x", SignalCumulant{"x"}, Discount{0.5}}});
  for (const auto inputs : {InputScaling::raw, InputScaling::range, InputScaling::online}) {
    Agent<float> agent({.truncation = 3, .inputs = inputs, .optimizer = {.name = OptimizerKind::adam}}, questions,
                       questions, 1);
    agent.start(std::array{1.0F, 2.0F});
    for (int t = 0; t < 5; ++t) agent.step(1, 0.5, std::array{static_cast<float>(t), 3.0F});
    const auto before = agent;
    for (const auto& [value, text] : {std::pair{std::nanf(""), "nan"}, {INFINITY, "inf"}, {-INFINITY, "-inf"}}) {
      const std::array observation{1.0F, value};
      const auto refused =
          ThrowsMessage<InvalidInput>("signal \"y\" is " + std::string(text) + "; signals must be finite numbers");
      EXPECT_THAT([&] { agent.step(0, 0.5, observation); }, refused);
      EXPECT_THAT([&] { agent.start(observation); }, refused);
      EXPECT_EQ(first_difference(agent, before), "");
    }
    auto untouched = before;
    const std::array observation{4.0F, 3.0F};
    EXPECT_TRUE(std::ranges::equal(agent.step(0, 0.5, observation), untouched.step(0, 0.5, observation)));
    EXPECT_EQ(first_difference(agent, untouched), "");
  }
}

TEST(Agent, OptionsThatMakeNoSenseAreRefused) {
  const auto expect_refused = [](const AgentOptions& options, const QuestionNetwork& questions,
                                 const std::string& says) {
    EXPECT_THAT([&] { Agent<float>(options, questions, evaluation(), 1); },
                ThrowsMessage<InvalidInput>(HasSubstr(says)));
  };
  expect_refused({.truncation = 0}, shipped("naive"), "truncation 0 is not from 1 to 100000");
  expect_refused({.truncation = 1'000'000'000}, shipped("naive"), "truncation 1000000000 is not from 1 to 100000");
  expect_refused({.free_units = 0}, network({}), "an agent needs questions for its state, or free units");
  expect_refused({.free_units = 1'000'000}, network({}), "1000000 free units are more than 65536");
  expect_refused({.head_hidden = {0}}, shipped("naive"), "a head layer of 0 units is not from 1 to 65536");
  expect_refused({.optimizer = {.step_size = -1}}, shipped("naive"),
                 "optimizer.step_size = -1 is not from 1e-30 to 1000000");
  const Vocabulary other{{{"x"}}, {}};
  expect_refused({}, {other, {{"q", SignalCumulant{"x"}}}},
                 "the questions of the state and of the head are about different signals or actions");
}

}  // namespace
}  // namespace gvfn
