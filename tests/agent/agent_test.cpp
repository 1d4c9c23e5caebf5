#include "gvfn/agent/agent.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <thread>

#include "agent/agent_core.hpp"
#include "compass_agents.hpp"
#include "gvfn/base/invalid_input.hpp"
#include "gvfn/question/forecast.hpp"

namespace gvfn {
namespace {

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

/// Every kind of agent in a world that each can learn: a bit that comes back every fourth step.
TEST(Agent, EveryLearnerLearnsAKnownTask) {
  const Vocabulary vocabulary{{{"bit", 0, 1}}, {}};
  const std::vector<Question> chain = forecast_questions({"bit"}, 3);
  const std::vector<Question> next{{"bit next", SignalCumulant{"bit"}}};
  const auto error_of = [&](AgentOptions options, const std::vector<Question>& questions) {
    if (std::isnan(options.optimizer.step_size)) options.optimizer.step_size = 0.2;
    Agent<float> agent(options, {vocabulary, questions}, {vocabulary, next}, 2);
    std::vector<float> bit{0};
    agent.start(bit);
    double squares = 0;
    for (int t = 1; t <= 60'000; ++t) {
      bit[0] = t % 4 == 0 ? 1 : 0;
      const double prediction = static_cast<double>(agent.step(0, 1, bit)[0]);
      const double truth = (t + 1) % 4 == 0 ? 1 : 0;
      if (t > 50'000) squares += (prediction - truth) * (prediction - truth) / 10'000;
    }
    return std::sqrt(squares);
  };
  const CellOptions tanh{.activation = Activation::tanh};
  EXPECT_LT(error_of({.truncation = 3}, chain), 0.05) << "Recurrent TD";
  EXPECT_LT(error_of({.truncation = 3, .learner = {.rule = RuleKind::rgtd}}, chain), 0.05) << "Recurrent GTD";
  EXPECT_LT(error_of({.learner = {.rule = RuleKind::td_lambda}}, chain), 0.3) << "TD(lambda)";
  EXPECT_LT(error_of({.truncation = 3, .learner = {.rule = RuleKind::target}}, chain), 0.05) << "forecast";
  for (const auto kind : {CellKind::gru, CellKind::lstm})
    EXPECT_LT(error_of({.truncation = 4, .cell = {.kind = kind}, .free_units = 6}, {}), 0.05) << "GRU, LSTM";
  for (const auto sensitivity :
       {SensitivityKind::rtrl, SensitivityKind::snap1, SensitivityKind::uoro, SensitivityKind::kf_rtrl})
    EXPECT_LT(error_of({.cell = tanh,
                        .free_units = 6,
                        .learner = {.sensitivity = sensitivity},
                        .optimizer = {.name = OptimizerKind::adam, .step_size = 0.003}},
                       {}),
              0.2)
        << sensitivity_names[static_cast<std::size_t>(sensitivity)];
  EXPECT_LT(error_of({.truncation = 3, .free_units = 3, .target_weight = 0.5}, chain), 0.05) << "joint";
  EXPECT_LT(error_of({.truncation = 3, .below = {.units = 4}}, chain), 0.05) << "a layer below";
  EXPECT_LT(error_of({.truncation = 3, .beside = {.units = 4}}, chain), 0.05) << "a layer beside";
}

TEST(Agent, ImpossibleTransitionsAreRefusedAndChangeNothing) {
  Agent<float> agent(compass_options(OptimizerKind::sgd, 1), shipped("naive"), evaluation(), 3);
  Walk<float> walk(agent);
  for (int t = 0; t < 10; ++t) walk.step();
  const auto before = agent;
  const std::vector<float> observation{0, 0, 0, 0, 0, 1};
  EXPECT_THROW(agent.step(2, 0, observation), InvalidInput);
  EXPECT_THROW(agent.step(3, 1, observation), InvalidInput);
  EXPECT_THROW(agent.step(2, 1, std::vector<float>{1, 0}), InvalidInput);
  auto untouched = before;
  EXPECT_TRUE(std::ranges::equal(agent.step(2, 1, observation), untouched.step(2, 1, observation)));
}

TEST(Agent, OptionsThatMakeNoSenseAreRefused) {
  const auto make = [](const AgentOptions& options, const QuestionNetwork& questions) {
    Agent<float>(options, questions, evaluation(), 1);
  };
  EXPECT_THROW(make({.truncation = 0}, shipped("naive")), InvalidInput);
  EXPECT_THROW(make({.truncation = 1'000'000'000}, shipped("naive")), InvalidInput);
  EXPECT_THROW(make({.free_units = 0}, network({})), InvalidInput);
  EXPECT_THROW(make({.free_units = 1'000'000}, network({})), InvalidInput);
  EXPECT_THROW(make({.head_hidden = {0}}, shipped("naive")), InvalidInput);
  EXPECT_THROW(make({.optimizer = {.step_size = -1}}, shipped("naive")), InvalidInput);
  const Vocabulary other{{{"x"}}, {}};
  EXPECT_THROW(make({}, {other, {{"q", SignalCumulant{"x"}}}}), InvalidInput);
}

}  // namespace
}  // namespace gvfn
