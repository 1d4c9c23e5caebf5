// The agent, with every rule, sensitivity, cell and layer, step by step against its plain twin.

#include "reference_agent.hpp"

#include <gtest/gtest.h>

#include "case_name.hpp"
#include "compass_agents.hpp"

namespace gvfn {
namespace {

/// Walks both through Compass World, with a second start on the way, and compares what they say.
void expect_same(AgentOptions options, const QuestionNetwork& questions, double tolerance = 1e-9, int steps = 150,
                 const QuestionNetwork& head_questions = evaluation()) {
  options.inputs = InputScaling::raw;
  Agent<double> agent(options, questions, head_questions, 3);
  ReferenceAgent reference(options, agent);
  CompassWorld world;
  CompassBehaviour behaviour;
  Random random(8);
  for (int t = 0; t < steps; ++t) {
    if (t == 0 || t == steps / 3) {
      world.reset(random);
      behaviour.reset(random);
      agent.start(world.observation());
      reference.start(world.observation());
    }
    const auto action = behaviour.choose(world.observation(), random);
    world.act(action.index, random);
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
  OptimizerKind optimizer;
  std::size_t truncation;
  bool action_conditional = true;
  int steps = 300;
  std::string name = {};

  friend void PrintTo(const Case& one, std::ostream* out) { *out << one.name; }
};

class AgainstReference : public testing::TestWithParam<Case> {};

/// The window's reuse of states, the outer products and the steps that ADAM puts off change nothing but the speed.
TEST_P(AgainstReference, PredictsTheSame) {
  const auto& [questions, optimizer, truncation, action_conditional, steps, name] = GetParam();
  auto options = compass_options(optimizer, truncation);
  options.cell.action_conditional = action_conditional;
  if (questions.empty()) {
    options.free_units = 6;
    options.cell.activation = Activation::tanh;
  }
  // What ADAM puts off is rounded differently, and the differences grow.
  expect_same(options, questions.empty() ? network({}) : shipped(questions),
              optimizer == OptimizerKind::adam ? 1e-6 : 1e-9, steps);
}

std::vector<Case> cases() {
  std::vector<Case> all{{"terminating-horizon", OptimizerKind::sgd, 1, true, 100},
                        {"terminating-horizon", OptimizerKind::sgd, 4, true, 50},
                        {"expert", OptimizerKind::sgd, 1, true, 60},
                        {"expert", OptimizerKind::sgd, 3, true, 40},
                        {"expert-paper", OptimizerKind::sgd, 2, true, 40},
                        {"expert", OptimizerKind::adam, 2, true, 40},
                        {"naive", OptimizerKind::sgd, 8},
                        {"naive", OptimizerKind::sgd, 2, false},
                        {"naive", OptimizerKind::momentum, 2},
                        {"naive", OptimizerKind::rmsprop, 2},
                        {"naive", OptimizerKind::adam, 1},
                        {"naive", OptimizerKind::adam, 3},
                        {"naive", OptimizerKind::adam, 2, false},
                        {"", OptimizerKind::sgd, 1},
                        {"", OptimizerKind::sgd, 5},
                        {"", OptimizerKind::adam, 4},
                        {"", OptimizerKind::adam, 1}};
  for (auto& one : all)
    one.name = (one.questions.empty() ? "rnn" : one.questions) + " " +
               std::string(optimizer_names[static_cast<std::size_t>(one.optimizer)]) + " p" +
               std::to_string(one.truncation) + (one.action_conditional ? "" : " without blocks");
  return all;
}

INSTANTIATE_TEST_SUITE_P(Cases, AgainstReference, testing::ValuesIn(cases()), CaseName());

TEST(AgainstReference, ClippedAndDecaying) {
  for (const auto optimizer : {OptimizerKind::sgd, OptimizerKind::adam}) {
    auto options = compass_options(optimizer, 3);
    options.optimizer.clip_norm = 0.3;
    options.optimizer.decay = 0.01;
    expect_same(options, small(), optimizer == OptimizerKind::adam ? 1e-6 : 1e-9);
  }
}

TEST(AgainstReference, OtherActivationsAndLosses) {
  for (const auto activation : {Activation::relu, Activation::clipped_linear, Activation::linear, Activation::tanh}) {
    auto options = compass_options(OptimizerKind::sgd, 2);
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
  expect_same(compass_options(OptimizerKind::sgd, 4), questions);
}

/// All the questions of this set have the same policy, so that on many transitions every rho is 0.
TEST(AgainstReference, WhereEveryRhoIsZero) {
  for (const auto optimizer : {OptimizerKind::sgd, OptimizerKind::adam}) {
    const double tolerance = optimizer == OptimizerKind::adam ? 1e-6 : 1e-9;
    auto options = compass_options(optimizer, 1);
    options.optimizer.decay = 0.01;
    for (const auto sensitivity : {SensitivityKind::rtrl, SensitivityKind::snap1}) {
      options.learner.sensitivity = sensitivity;
      expect_same(options, shipped("naive"), tolerance);
    }
    options.optimizer.clip_norm = 0.3;
    options.learner = {.rule = RuleKind::td_lambda};
    expect_same(options, shipped("naive"), tolerance);
    options.truncation = 2;
    options.learner = {.rule = RuleKind::rgtd, .gtd = {.second_step_size = 0.1}};
    expect_same(options, shipped("naive"), tolerance, 60);
  }
}

TEST(AgainstReference, GruAndLstm) {
  for (const auto kind : {CellKind::gru, CellKind::lstm}) {
    for (const std::size_t truncation : {1, 3}) {
      auto options = compass_options(OptimizerKind::sgd, truncation);
      options.cell.kind = kind;
      expect_same(options, small());
      options.free_units = 4;
      expect_same(options, network({}), 1e-9, 60);
    }
    auto options = compass_options(OptimizerKind::adam, 2);
    options.cell.kind = kind;
    options.free_units = 4;
    expect_same(options, network({}), 1e-6, 60);
  }
}

TEST(AgainstReference, Batches) {
  for (const auto kind : {CellKind::simple, CellKind::gru, CellKind::lstm}) {
    for (const auto optimizer : {OptimizerKind::sgd, OptimizerKind::momentum, OptimizerKind::adam}) {
      auto options = compass_options(optimizer, 2);
      options.cell.kind = kind;
      options.optimizer.batch = 7;
      options.optimizer.clip_norm = 0.3;
      options.free_units = 2;
      expect_same(options, small(), optimizer == OptimizerKind::adam ? 1e-6 : 1e-9);
    }
  }
  auto options = compass_options(OptimizerKind::sgd, 1);
  options.optimizer.batch = 4;
  options.learner.rule = RuleKind::td_lambda;
  expect_same(options, small());
}

TEST(AgainstReference, JointTrainingAndFreeUnits) {
  auto options = compass_options(OptimizerKind::sgd, 2);
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
      auto options = compass_options(OptimizerKind::sgd, truncation);
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
        auto options = compass_options(OptimizerKind::sgd, truncation);
        options.learner = {.rule = RuleKind::rgtd, .gtd = {form, hessian, 0.1}};
        expect_same(options, small(), 1e-9, 60);
      }
    }
  }
}

TEST(AgainstReference, RecurrentGtdWithEveryCellAndLayer) {
  for (const auto kind : {CellKind::simple, CellKind::gru, CellKind::lstm}) {
    auto options = compass_options(OptimizerKind::sgd, 3);
    options.learner = {.rule = RuleKind::rgtd, .gtd = {.second_step_size = 0.1}};
    options.cell = {.kind = kind, .action_conditional = false};
    expect_same(options, small(), 1e-9, 30);
    options.below = {.units = 2, .cell = {.kind = kind, .activation = Activation::tanh}};
    options.beside = {.units = 2};
    options.free_units = 1;
    options.target_weight = 0.5;
    expect_same(options, small(), 1e-9, 20);
  }
  auto options = compass_options(OptimizerKind::adam, 2);
  options.learner = {.rule = RuleKind::rgtd, .gtd = {.second_step_size = 0.1}};
  expect_same(options, small(), 1e-6, 60);
}

TEST(AgainstReference, TdLambda) {
  for (const double lambda : {0.0, 0.9, 1.0}) {
    auto options = compass_options(OptimizerKind::sgd, 1);
    options.learner = {.rule = RuleKind::td_lambda, .lambda = lambda};
    expect_same(options, small());
    options.free_units = 2;
    options.target_weight = 0.5;
    expect_same(options, small());
    options.optimizer = {.name = OptimizerKind::adam, .step_size = 0.002, .clip_norm = 0.3};
    expect_same(options, small(), 1e-6);
  }
}

TEST(AgainstReference, ALinearHeadWithTraces) {
  for (const double lambda : {0.3, 1.0}) {
    for (const std::size_t truncation : {1, 3}) {
      auto options = compass_options(OptimizerKind::sgd, truncation);
      options.head_hidden = {};
      options.head_lambda = lambda;
      expect_same(options, small());
      options.free_units = 2;
      options.target_weight = 0.5;
      expect_same(options, small());
      options.optimizer = {.name = OptimizerKind::adam, .step_size = 0.002, .clip_norm = 0.3, .batch = 3};
      expect_same(options, small(), 1e-6);
    }
  }
}

TEST(AgainstReference, SensitivitiesThatAreCarriedAlong) {
  for (const auto sensitivity : {SensitivityKind::rtrl, SensitivityKind::snap1}) {
    for (const bool action_conditional : {true, false}) {
      auto options = compass_options(OptimizerKind::sgd, 1);
      options.learner.sensitivity = sensitivity;
      options.cell.action_conditional = action_conditional;
      expect_same(options, small());
      options.free_units = 4;
      expect_same(options, network({}));
      options.optimizer = {.name = OptimizerKind::adam, .step_size = 0.002};
      expect_same(options, small(), 1e-6);
    }
  }
}

TEST(AgainstReference, ForecastNetworks) {
  for (const std::size_t truncation : {1, 3}) {
    auto options = compass_options(OptimizerKind::sgd, truncation);
    options.learner.rule = RuleKind::target;
    options.state_loss = Loss::mean;
    expect_same(options, network(forecast_questions({"red", "white"}, 3)));
    options.cell.kind = CellKind::lstm;
    options.below = {.units = 2};
    expect_same(options, network(forecast_questions({"red"}, 4)), 1e-9, 60);
  }
}

TEST(AgainstReference, AOneAmongTheInputs) {
  for (const bool complement : {true, false}) {
    auto options = compass_options(OptimizerKind::sgd, 2);
    options.complement = complement;
    options.constant_input = true;
    expect_same(options, small());
    options.cell.action_conditional = false;
    options.beside = {.units = 2};
    expect_same(options, small(), 1e-9, 60);
  }
}

TEST(AgainstReference, AHeadWithAnOptimiserOfItsOwn) {
  for (const auto optimizer : {OptimizerKind::sgd, OptimizerKind::adam}) {
    auto options = compass_options(OptimizerKind::sgd, 2);
    options.head_optimizer = {.name = optimizer, .step_size = 0.01, .clip_norm = 0.3, .batch = 3};
    expect_same(options, small(), optimizer == OptimizerKind::adam ? 1e-6 : 1e-9);
    options.optimizer.batch = 5;
    options.free_units = 2;
    expect_same(options, small(), optimizer == OptimizerKind::adam ? 1e-6 : 1e-9);
  }
}

/// Two signals, up to five steps ahead: a GVFN's head learns from states as they were; free units and joint training
/// wait for it, and learn from states that are computed anew.
TEST(AgainstReference, HeadsThatForecast) {
  for (const std::size_t truncation : {1, 3, 7}) {
    for (const std::size_t steps : {1, 2, 5}) {
      SCOPED_TRACE("p = " + std::to_string(truncation) + ", " + std::to_string(steps) + " steps ahead");
      auto options = compass_options(OptimizerKind::sgd, truncation);
      options.head_forecasts = {{.signal = 5, .steps = steps, .scale = 1}, {.signal = 2, .steps = 1, .scale = 0.5}};
      expect_same(options, small(), 1e-9, 60);
      expect_same(options, small(), 1e-9, 60, network({}));
      options.target_weight = 0.5;
      expect_same(options, small(), 1e-9, 60);
      options.free_units = 4;
      expect_same(options, network({}), 1e-9, 60);
      expect_same(options, network({}), 1e-9, 60, network({}));
    }
  }
}

TEST(AgainstReference, HeadsThatForecastInBatches) {
  for (const auto kind : {CellKind::simple, CellKind::gru, CellKind::lstm}) {
    auto options = compass_options(OptimizerKind::sgd, 3);
    options.cell = {.kind = kind, .activation = Activation::tanh, .action_conditional = false};
    options.optimizer.batch = 8;
    options.head_optimizer = {.name = OptimizerKind::adam, .step_size = 0.01, .clip_norm = 0.25, .batch = 8};
    options.head_forecasts = {{.signal = 5, .steps = 6, .scale = 1}};
    expect_same(options, small(), 1e-6, 100, network({}));
    options.free_units = 5;
    options.optimizer = {.name = OptimizerKind::adam, .step_size = 0.01, .clip_norm = 0.25, .batch = 8};
    options.head_optimizer = {.name = OptimizerKind::same};
    expect_same(options, network({}), 1e-6, 100, network({}));
    expect_same(options, network({}), 1e-6, 100);
  }
}

TEST(AgainstReference, HeadsThatForecastWithEveryRuleAndLayer) {
  auto options = compass_options(OptimizerKind::sgd, 2);
  options.head_forecasts = {{.signal = 5, .steps = 4, .scale = 1}};
  options.learner = {.rule = RuleKind::rgtd, .gtd = {.second_step_size = 0.1}};
  expect_same(options, small(), 1e-9, 40);
  options.beside = {.units = 2};
  expect_same(options, small(), 1e-9, 40);
  options = compass_options(OptimizerKind::sgd, 1);
  options.head_forecasts = {{.signal = 5, .steps = 4, .scale = 1}};
  options.learner = {.rule = RuleKind::td_lambda};
  expect_same(options, small(), 1e-9, 60);
  options.free_units = 2;
  expect_same(options, small(), 1e-9, 60);
  options.learner = {.sensitivity = SensitivityKind::snap1};
  expect_same(options, small(), 1e-9, 60);
  options.free_units = 0;
  options.learner = {.rule = RuleKind::target};
  expect_same(options, network(forecast_questions({"red", "white"}, 3)), 1e-9, 60);
}

}  // namespace
}  // namespace gvfn
