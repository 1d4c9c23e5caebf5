#include "gvfn/agent/agent.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <thread>

#include "gvfn/base/invalid_input.hpp"
#include "gvfn/question/language.hpp"
#include "gvfn/world/compass_world.hpp"
#include "reference_agent.hpp"

namespace gvfn {
namespace {

QuestionNetwork network(std::vector<Question> questions) { return {CompassWorld::vocabulary(), std::move(questions)}; }
QuestionNetwork shipped(const std::string& name) { return network(load_questions(name).questions); }
QuestionNetwork evaluation() { return network(CompassWorld::evaluation_questions()); }

/// Five questions that use each other in every way there is.
QuestionNetwork small() {
  const Event wall{{{Condition::On::next_observation, "white", {Threshold::Side::below, 0.5}}}};
  return network(
      {{"red", SignalCumulant{"red"}, Discount{0.9, wall}, Always{"forward"}},
       {"red after left", PredictionCumulant{{{"red", 1}}}, Discount{}, Always{"left"}},
       {"red, if white", PredictionCumulant{{{"red", 1}}, SignalCondition{"white", {Threshold::Side::above, 0.5}}},
        Discount{}, UniformlyRandom{}},
       {"mixed", PredictionCumulant{{{"red", 0.5}, {"red after left", -0.25}}}, Discount{0.5}},
       {"white", SignalCumulant{"white", 0.1}, Discount{0.8},
        Conditional{"mixed", {Threshold::Side::above, 0.3}, Always{"left"}, UniformlyRandom{}}}});
}

AgentOptions compass_options(OptimizerName optimizer, std::size_t truncation) {
  return {.truncation = truncation,
          .complement = true,
          .state_loss = Loss::sum,
          .head_hidden = {8},
          .optimizer = {.name = optimizer, .step_size = optimizer == OptimizerName::sgd ? 0.05 : 0.002}};
}

template <class T>
class Walk {
 public:
  explicit Walk(Agent<T>& agent) : agent_(agent) {
    world_.reset(random_);
    agent_.start(world_.observation());
  }
  Action step() {
    const auto action = world_.behave(random_);
    world_.act(action.index);
    agent_.step(action.index, action.prob, world_.observation());
    return action;
  }
  const CompassWorld& world() const { return world_; }

 private:
  Agent<T>& agent_;
  CompassWorld world_;
  Random random_{8};
};

/// Walks both through Compass World, with a second start on the way, and compares what they say.
void expect_same(const AgentOptions& options, const QuestionNetwork& questions, double tolerance = 1e-9,
                 int steps = 150) {
  Agent<double> agent(options, questions, evaluation(), 3);
  ReferenceAgent reference(options, agent);
  CompassWorld world;
  Random random(8);
  for (int t = 0; t < steps; ++t) {
    if (t == 0 || t == steps / 3) {
      world.reset(random);
      agent.start(world.observation());
      reference.start(world.observation());
    }
    const auto action = world.behave(random);
    world.act(action.index);
    agent.step(action.index, action.prob, world.observation());
    reference.step(action.index, action.prob, world.observation());
    const auto expected_state = reference.state();
    const auto expected = reference.predictions();
    for (std::size_t j = 0; j < expected_state.size(); ++j)
      ASSERT_NEAR(agent.state()[j], expected_state[j], tolerance) << "state " << j << " at step " << t;
    for (std::size_t k = 0; k < expected.size(); ++k)
      ASSERT_NEAR(agent.predictions()[k], expected[k], tolerance) << "prediction " << k << " at step " << t;
  }
}

struct Case {
  std::string questions;  // empty: an RNN
  OptimizerName optimizer;
  std::size_t truncation;
  bool action_conditional = true;
  int steps = 300;
};

class AgainstReference : public testing::TestWithParam<Case> {};

/// The window's reuse of states, the outer products and the steps that ADAM puts off change nothing but the speed.
TEST_P(AgainstReference, PredictsTheSame) {
  const auto& [questions, optimizer, truncation, action_conditional, steps] = GetParam();
  auto options = compass_options(optimizer, truncation);
  options.cell.action_conditional = action_conditional;
  if (questions.empty()) {
    options.free_units = 6;
    options.cell.activation = Activation::tanh;
  }
  // What ADAM puts off is rounded differently, and the differences grow.
  expect_same(options, questions.empty() ? network({}) : shipped(questions),
              optimizer == OptimizerName::adam ? 1e-6 : 1e-9, steps);
}

INSTANTIATE_TEST_SUITE_P(
    Cases, AgainstReference,
    testing::Values(Case{"terminating-horizon", OptimizerName::sgd, 1, true, 100},
                    Case{"terminating-horizon", OptimizerName::sgd, 4, true, 50},
                    Case{"expert", OptimizerName::sgd, 1, true, 60}, Case{"expert", OptimizerName::sgd, 3, true, 40},
                    Case{"expert-paper", OptimizerName::sgd, 2, true, 40},
                    Case{"expert", OptimizerName::adam, 2, true, 40}, Case{"naive", OptimizerName::sgd, 8},
                    Case{"naive", OptimizerName::sgd, 2, false}, Case{"naive", OptimizerName::momentum, 2},
                    Case{"naive", OptimizerName::rmsprop, 2}, Case{"naive", OptimizerName::adam, 1},
                    Case{"naive", OptimizerName::adam, 3}, Case{"naive", OptimizerName::adam, 2, false},
                    Case{"", OptimizerName::sgd, 1}, Case{"", OptimizerName::sgd, 5}, Case{"", OptimizerName::adam, 4},
                    Case{"", OptimizerName::adam, 1}));

TEST(AgainstReference, ClippedAndDecaying) {
  for (const auto optimizer : {OptimizerName::sgd, OptimizerName::adam}) {
    auto options = compass_options(optimizer, 3);
    options.optimizer.clip_norm = 0.3;
    options.optimizer.decay = 0.01;
    expect_same(options, small(), optimizer == OptimizerName::adam ? 1e-6 : 1e-9);
  }
}

TEST(AgainstReference, OtherActivationsAndLosses) {
  for (const auto activation : {Activation::relu, Activation::clipped_linear, Activation::linear, Activation::tanh}) {
    auto options = compass_options(OptimizerName::sgd, 2);
    options.cell.activation = activation;
    options.head_activation = Activation::tanh;
    options.state_loss = Loss::mean;
    options.head_loss = Loss::half_sum;
    expect_same(options, shipped("naive"));
  }
}

TEST(AgainstReference, QuestionsThatRememberAndPoliciesThatDepend) {
  const auto questions =
      network({{"red, normalised", SignalCumulant{"red", 0.5, true}, Discount{0.9}, Always{"forward"}},
               {"white by then", SignalCumulant{"white", 0.1}, Discount{0.9},
                Conditional{"red, normalised", {Threshold::Side::above, 0.5}, Always{"left"}, UniformlyRandom{}}},
               {"mixed", PredictionCumulant{{{"red, normalised", 0.5}, {"white by then", -0.25}}}, Discount{0.5},
                Probabilities{{{"left", 0.5}, {"forward", 0.5}}}}});
  expect_same(compass_options(OptimizerName::sgd, 4), questions);
}

/// All the questions of this set have the same policy, so that on many transitions every rho is 0.
TEST(AgainstReference, WhereEveryRhoIsZero) {
  for (const auto optimizer : {OptimizerName::sgd, OptimizerName::adam}) {
    const double tolerance = optimizer == OptimizerName::adam ? 1e-6 : 1e-9;
    auto options = compass_options(optimizer, 1);
    options.optimizer.decay = 0.01;
    for (const auto sensitivity : {SensitivityName::rtrl, SensitivityName::snap1}) {
      options.learner.sensitivity = sensitivity;
      expect_same(options, shipped("naive"), tolerance);
    }
    options.optimizer.clip_norm = 0.3;
    options.learner = {.rule = RuleName::td_lambda};
    expect_same(options, shipped("naive"), tolerance);
    options.truncation = 2;
    options.learner = {.rule = RuleName::rgtd, .gtd = {.second_step_size = 0.1}};
    expect_same(options, shipped("naive"), tolerance, 60);
  }
}

TEST(AgainstReference, GruAndLstm) {
  for (const auto kind : {CellKind::gru, CellKind::lstm}) {
    for (const std::size_t truncation : {1, 3}) {
      auto options = compass_options(OptimizerName::sgd, truncation);
      options.cell.kind = kind;
      expect_same(options, small());
      options.free_units = 4;
      expect_same(options, network({}), 1e-9, 60);
    }
    auto options = compass_options(OptimizerName::adam, 2);
    options.cell.kind = kind;
    options.free_units = 4;
    expect_same(options, network({}), 1e-6, 60);
  }
}

TEST(AgainstReference, Batches) {
  for (const auto kind : {CellKind::simple, CellKind::gru, CellKind::lstm}) {
    for (const auto optimizer : {OptimizerName::sgd, OptimizerName::momentum, OptimizerName::adam}) {
      auto options = compass_options(optimizer, 2);
      options.cell.kind = kind;
      options.optimizer.batch = 7;
      options.optimizer.clip_norm = 0.3;
      options.free_units = 2;
      expect_same(options, small(), optimizer == OptimizerName::adam ? 1e-6 : 1e-9);
    }
  }
  auto options = compass_options(OptimizerName::sgd, 1);
  options.optimizer.batch = 4;
  options.learner.rule = RuleName::td_lambda;
  expect_same(options, small());
}

TEST(AgainstReference, JointTrainingAndFreeUnits) {
  auto options = compass_options(OptimizerName::sgd, 2);
  options.target_weight = 0.7;
  expect_same(options, small());
  options.free_units = 3;
  expect_same(options, small());
  options.target_weight = 0;
  expect_same(options, small());
}

TEST(AgainstReference, ALayerBesideOrBelow) {
  for (const auto kind : {CellKind::simple, CellKind::gru, CellKind::lstm}) {
    const FreeLayerOptions layer{.units = 3, .cell = {.kind = kind, .activation = Activation::tanh}};
    for (const std::size_t truncation : {1, 3}) {
      auto options = compass_options(OptimizerName::sgd, truncation);
      options.beside = layer;
      expect_same(options, small(), 1e-9, 60);
      options.below = layer;
      expect_same(options, small(), 1e-9, 60);
      options.beside = {};
      options.target_weight = 0.5;
      expect_same(options, small(), 1e-9, 60);
    }
  }
}

TEST(AgainstReference, RecurrentGtd) {
  for (const auto form : {GtdForm::tdc, GtdForm::gtd2}) {
    for (const bool hessian : {true, false}) {
      for (const std::size_t truncation : {1, 2, 4}) {
        SCOPED_TRACE(std::string(gtd_form_names[static_cast<std::size_t>(form)]) + (hessian ? " with" : " without") +
                     " psi, p = " + std::to_string(truncation));
        auto options = compass_options(OptimizerName::sgd, truncation);
        options.learner = {.rule = RuleName::rgtd, .gtd = {form, hessian, 0.1}};
        expect_same(options, small(), 1e-9, 60);
      }
    }
  }
}

TEST(AgainstReference, RecurrentGtdWithEveryCellAndLayer) {
  for (const auto kind : {CellKind::simple, CellKind::gru, CellKind::lstm}) {
    auto options = compass_options(OptimizerName::sgd, 3);
    options.learner = {.rule = RuleName::rgtd, .gtd = {.second_step_size = 0.1}};
    options.cell = {.kind = kind, .action_conditional = false};
    expect_same(options, small(), 1e-9, 30);
    options.below = {.units = 2, .cell = {.kind = kind, .activation = Activation::tanh}};
    options.beside = {.units = 2};
    options.free_units = 1;
    options.target_weight = 0.5;
    expect_same(options, small(), 1e-9, 20);
  }
  auto options = compass_options(OptimizerName::adam, 2);
  options.learner = {.rule = RuleName::rgtd, .gtd = {.second_step_size = 0.1}};
  expect_same(options, small(), 1e-6, 60);
}

TEST(AgainstReference, TdLambda) {
  for (const double lambda : {0.0, 0.9, 1.0}) {
    auto options = compass_options(OptimizerName::sgd, 1);
    options.learner = {.rule = RuleName::td_lambda, .lambda = lambda};
    expect_same(options, small());
    options.free_units = 2;
    options.target_weight = 0.5;
    expect_same(options, small());
    options.optimizer = {.name = OptimizerName::adam, .step_size = 0.002, .clip_norm = 0.3};
    expect_same(options, small(), 1e-6);
  }
}

TEST(AgainstReference, SensitivitiesThatAreCarriedAlong) {
  for (const auto sensitivity : {SensitivityName::rtrl, SensitivityName::snap1}) {
    for (const bool action_conditional : {true, false}) {
      auto options = compass_options(OptimizerName::sgd, 1);
      options.learner.sensitivity = sensitivity;
      options.cell.action_conditional = action_conditional;
      expect_same(options, small());
      options.free_units = 4;
      expect_same(options, network({}));
      options.optimizer = {.name = OptimizerName::adam, .step_size = 0.002};
      expect_same(options, small(), 1e-6);
    }
  }
}

TEST(AgainstReference, ForecastNetworks) {
  for (const std::size_t truncation : {1, 3}) {
    auto options = compass_options(OptimizerName::sgd, truncation);
    options.learner.rule = RuleName::target;
    options.state_loss = Loss::mean;
    expect_same(options, network(forecast_questions({"red", "white"}, 3)));
    options.cell.kind = CellKind::lstm;
    options.below = {.units = 2};
    expect_same(options, network(forecast_questions({"red"}, 4)), 1e-9, 60);
  }
}

TEST(Agent, AFirstStepByHand) {
  // One question, "x next", one linear unit without a head, p = 1: z = [x, 1, s].
  const Vocabulary vocabulary{{{"x"}}, {}};
  const AgentOptions options{.cell = {.activation = Activation::linear}, .optimizer = {.step_size = 0.1}};
  Agent<double> agent(options, {vocabulary, {{"x next", SignalCumulant{"x"}}}}, {vocabulary, {}}, 1);
  const auto& w = agent.layers()[0].cell.weights[0];
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
    Agent<float> agent(compass_options(OptimizerName::adam, 2), shipped("naive"), evaluation(), 3);
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
    Random random(1);
    for (std::size_t t = 0; t < 300; ++t) {
      const auto action = world.behave(random);
      world.act(action.index);
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
  for (const auto optimizer : {OptimizerName::sgd, OptimizerName::adam}) {
    const auto options = compass_options(optimizer, 3);
    const auto one_step = compass_options(optimizer, 1);
    const auto with = [](AgentOptions base, const LearnerOptions& learner) {
      base.learner = learner;
      return base;
    };
    expect_copy_goes_on_alike(options, shipped("expert"));
    expect_copy_goes_on_alike(with(options, {.rule = RuleName::rgtd}), shipped("expert"));
    expect_copy_goes_on_alike(with(one_step, {.rule = RuleName::td_lambda}), shipped("expert"));
    expect_copy_goes_on_alike(with(options, {.rule = RuleName::target}), shipped("compass-forecast"));
    for (const auto sensitivity :
         {SensitivityName::rtrl, SensitivityName::snap1, SensitivityName::uoro, SensitivityName::kf_rtrl})
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
  Agent<float> agent(compass_options(OptimizerName::sgd, 2), shipped("terminating-horizon"), evaluation(), 3);
  Agent<double> twin(compass_options(OptimizerName::sgd, 2), shipped("terminating-horizon"), evaluation(), 3);
  Walk<float> walk(agent);
  Walk<double> twin_walk(twin);
  for (int t = 0; t < 200; ++t) {
    walk.step();
    twin_walk.step();
  }
  for (std::size_t j = 0; j < agent.state().size(); ++j) EXPECT_NEAR(agent.state()[j], twin.state()[j], 1e-4);
}

TEST(Agent, LearnsWhichWallItFaces) {
  auto options = compass_options(OptimizerName::sgd, 1);
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
    options.complement = true;
    if (options.optimizer.step_size == 0.01) options.optimizer.step_size = 0.2;
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
  EXPECT_LT(error_of({.truncation = 3, .learner = {.rule = RuleName::rgtd}}, chain), 0.05) << "Recurrent GTD";
  EXPECT_LT(error_of({.learner = {.rule = RuleName::td_lambda}}, chain), 0.3) << "TD(lambda)";
  EXPECT_LT(error_of({.truncation = 3, .learner = {.rule = RuleName::target}}, chain), 0.05) << "forecast";
  for (const auto kind : {CellKind::gru, CellKind::lstm})
    EXPECT_LT(error_of({.truncation = 4, .cell = {.kind = kind}, .free_units = 6}, {}), 0.05) << "GRU, LSTM";
  for (const auto sensitivity :
       {SensitivityName::rtrl, SensitivityName::snap1, SensitivityName::uoro, SensitivityName::kf_rtrl})
    EXPECT_LT(error_of({.cell = tanh,
                        .free_units = 6,
                        .learner = {.sensitivity = sensitivity},
                        .optimizer = {.name = OptimizerName::adam, .step_size = 0.003}},
                       {}),
              0.2)
        << sensitivity_names[static_cast<std::size_t>(sensitivity)];
  EXPECT_LT(error_of({.truncation = 3, .free_units = 3, .target_weight = 0.5}, chain), 0.05) << "joint";
  EXPECT_LT(error_of({.truncation = 3, .below = {.units = 4}}, chain), 0.05) << "a layer below";
  EXPECT_LT(error_of({.truncation = 3, .beside = {.units = 4}}, chain), 0.05) << "a layer beside";
}

TEST(Agent, ImpossibleTransitionsAreRefusedAndChangeNothing) {
  Agent<float> agent(compass_options(OptimizerName::sgd, 1), shipped("naive"), evaluation(), 3);
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
