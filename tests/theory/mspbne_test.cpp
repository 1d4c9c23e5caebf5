#include "gvfn/theory/mspbne.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>

#include "agent/agent_core.hpp"
#include "gvfn/base/invalid_input.hpp"
#include "gvfn/experiment/world_file.hpp"
#include "gvfn/language/question_file.hpp"
#include "gvfn/theory/stationary.hpp"
#include "gvfn/world/ring_world.hpp"

namespace gvfn {
namespace {

FiniteModel ring(std::size_t size) { return model_of(RingWorld({.size = size}), RandomBehaviour(2)); }

Agent<double> agent_for(const QuestionNetwork& questions, AgentOptions options, std::uint64_t seed = 2) {
  options.inputs = InputScaling::raw;
  return Agent<double>(options, questions, {questions.vocabulary(), {}}, seed);
}

QuestionNetwork chains(const FiniteModel& model) {
  return make_questions(load_questions("ring-chains"), model.vocabulary);
}

void walk(Agent<double>& agent, std::size_t size, int steps) {
  RingWorld world({.size = size});
  Random random(7);
  world.reset(random);
  agent.start(world.observation());
  for (int t = 0; t < steps; ++t) {
    const std::size_t action = random.below(2);
    world.act(action, random);
    agent.step(action, 0.5, world.observation());
  }
}

/// The lemma: both forms are the same number.
TEST(Mspbne, IsTheSameInBothForms) {
  const auto model = ring(6);
  for (const auto kind : {CellKind::simple, CellKind::gru, CellKind::lstm}) {
    AgentOptions options;
    options.cell.kind = kind;
    options.cell.action_conditional = kind == CellKind::simple;
    const auto questions = chains(model);
    const auto histories = histories_of(model, 3);
    const auto bellman = bellman_operator(histories.model, questions);
    const auto values = history_values(agent_for(questions, options), histories);
    const auto found = mspbne(histories, bellman, values);
    EXPECT_GT(found.projected, 1e-3);
    EXPECT_NEAR(found.projected, found.weighted, 1e-10 * found.projected);
  }
}

/// One unit in a ring of three, by hand: loops over places and ways, and gradients by finite differences.
class OneUnit : public testing::Test {
 protected:
  static constexpr double gamma = 0.8;
  const FiniteModel model = ring(3);
  const QuestionNetwork question{model.vocabulary,
                                 {{"bit", SignalCumulant{"bit"}, Discount{gamma}, Always{"forward"}}}};
  Agent<double> agent = agent_for(question, {.complement = false});

  double& weight(std::size_t i) {
    auto& matrices = const_cast<Cell<double>&>(AgentCore<double>::of(agent).layers().front().cell).weights;
    return matrices[i / 3].at(i % 3, 0);  // of an action: x, bias, s
  }

  struct Way {
    std::size_t place;
    std::array<std::size_t, 2> actions;
    std::array<double, 2> bits;
  };
  double value(const Way& way) {
    double s = 0;
    for (std::size_t k = 0; k < 2; ++k) {
      const auto w = [&](std::size_t i) { return weight(3 * way.actions[k] + i); };
      s = 1 / (1 + std::exp(-(w(0) * way.bits[k] + w(1) + w(2) * s)));
    }
    return s;
  }
  static std::size_t moved(std::size_t place, std::size_t action) { return (place + (action == 0 ? 1 : 2)) % 3; }
  static double bit(std::size_t place) { return place == 2 ? 1 : 0; }
};

TEST_F(OneUnit, HasTheDeltaThatSumsOverItsWaysGive) {
  ASSERT_EQ(model.vocabulary.actions[0], "forward");
  std::array<double, 6> expected{};
  for (std::size_t place = 0; place < 3; ++place)
    for (std::size_t first = 0; first < 2; ++first)
      for (std::size_t second = 0; second < 2; ++second) {
        const auto middle = moved(place, first);
        const auto now = moved(middle, second);
        const Way way{now, {first, second}, {bit(middle), bit(now)}};
        const auto next = moved(now, 0);  // forward, as the question says
        const Way after{next, {second, 0}, {bit(now), bit(next)}};
        const double error = bit(next) + gamma * value(after) - value(way);
        for (std::size_t i = 0; i < 6; ++i) {
          constexpr double change = 1e-6;
          weight(i) += change;
          const double above = value(way);
          weight(i) -= 2 * change;
          const double below = value(way);
          weight(i) += change;
          expected[i] += error * (above - below) / (2 * change) / 12;
        }
      }
  const auto histories = histories_of(model, 2);
  const auto found = mspbne(histories, bellman_operator(histories.model, question), history_values(agent, histories));
  ASSERT_EQ(found.delta.size(), 6);
  for (Eigen::Index i = 0; i < 6; ++i) EXPECT_NEAR(found.delta[i], expected[static_cast<std::size_t>(i)], 1e-8);
  EXPECT_GT(found.delta.norm(), 0.01);
}

/// delta is what Recurrent TD changes the weights by on average.
TEST_F(OneUnit, HasTheMeanUpdateOfRecurrentTd) {
  constexpr double step_size = 1e-9;
  constexpr int steps = 200'000;
  // Two inputs: s_t follows from the two of a history, where what came before is forgotten.
  for (const std::size_t action : {0, 1}) weight(3 * action + 2) = 0;
  const auto histories = histories_of(model, 2);
  const auto found = mspbne(histories, bellman_operator(histories.model, question), history_values(agent, histories));

  Agent<double> walker =
      agent_for(question, {.truncation = 2, .complement = false, .optimizer = {.step_size = step_size}});
  for (std::size_t l = 0; l < 2; ++l)
    const_cast<Cell<double>&>(AgentCore<double>::of(walker).layers().front().cell).weights[l].data =
        AgentCore<double>::of(agent).layers().front().cell.weights[l].data;
  const auto before = walker.weights();
  walk(walker, 3, steps);
  const auto after = walker.weights();
  for (std::size_t i = 0; i < 6; ++i) {
    const double mean = (after[i / 3].values[i % 3] - before[i / 3].values[i % 3]) / step_size / steps;
    EXPECT_NEAR(mean, found.delta[static_cast<Eigen::Index>(i)], 0.02 * found.delta.norm()) << i;
  }
}

/// w solves W w = delta, and no other w has sum_j phi_j.w nearer to the errors.
TEST_F(OneUnit, HasSecondWeightsThatGiveTheProjection) {
  const auto histories = histories_of(model, 2);
  const auto values = history_values(agent, histories);
  const auto found = mspbne(histories, bellman_operator(histories.model, question), values);
  // Of what is met in the long run, each of the three places and four ways is met as often.
  const auto share = stationary_distribution(histories.model);
  Eigen::MatrixXd w = Eigen::MatrixXd::Zero(6, 6);
  for (std::size_t s = 0; s < histories.model.world_states; ++s) {
    const Eigen::VectorXd phi = values.gradients[0].row(static_cast<Eigen::Index>(histories.history_of[s])).transpose();
    w += share[static_cast<Eigen::Index>(s)] * phi * phi.transpose();
  }
  EXPECT_LT((w * found.second_weights - found.delta).cwiseAbs().maxCoeff(), 1e-12);
  // |errors - Phi w|^2 = |errors|^2 - 2 w.delta + w W w is least there.
  const auto objective = [&](const Eigen::VectorXd& at) -> double { return at.dot(w * at) - 2 * at.dot(found.delta); };
  for (Eigen::Index i = 0; i < 6; ++i)
    for (const double change : {-0.01, 0.01})
      EXPECT_GT(objective(found.second_weights + change * Eigen::VectorXd::Unit(6, i)),
                objective(found.second_weights));
}

/// A world that always shows 1: with gamma = 1/2 the answer is 2, which a bias gives.
TEST(Mspbne, IsZeroWhereTheAnswersAreExact) {
  FiniteModel model{.vocabulary = {{{"x", 0, 1}}, {}}, .world_states = 1};
  model.observations = {1};
  model.branches = {{0}};
  model.first_branch = {0, 1};
  model.possible_actions = {{{0, 1}, 1}};
  model.first_possible_action = {0, 1};
  model.start_probs = {1};
  const QuestionNetwork question(model.vocabulary, {{"x", SignalCumulant{"x"}, Discount{0.5}}});
  auto agent = agent_for(question, {.cell = {.activation = Activation::linear}, .complement = false});
  const auto objective = [&](double bias) {
    auto& weights = const_cast<Cell<double>&>(AgentCore<double>::of(agent).layers().front().cell).weights.front();
    std::ranges::fill(weights.data, 0.0);
    weights.at(1, 0) = bias;
    const auto histories = histories_of(model, 2);
    return mspbne(histories, bellman_operator(histories.model, question), history_values(agent, histories));
  };
  EXPECT_NEAR(objective(2).projected, 0, 1e-24);
  EXPECT_NEAR(objective(2).weighted, 0, 1e-24);
  EXPECT_NEAR(objective(3).projected, 0.25, 1e-12);  // (1 + 3 / 2 - 3)^2
}

/// In a ring of three, where the bit is soon seen, so that a few inputs tell the place.
TEST(Mspbne, FallsWhileRecurrentTdLearns) {
  const auto model = ring(3);
  const auto questions = chains(model);
  const auto histories = histories_of(model, 8);
  const auto bellman = bellman_operator(histories.model, questions);
  auto agent = agent_for(questions, {.truncation = 4, .optimizer = {.step_size = 0.2}});
  const auto error = [&] { return mspbne(histories, bellman, history_values(agent, histories)).weighted; };
  const double before = error();
  walk(agent, 3, 200'000);
  EXPECT_LT(error(), 0.01 * before);
}

/// One linear unit in the world of examples/off-policy, where the exact answer is 0. Its weights: x, bias and s after
/// "on", then after "back".
class OffPolicy : public testing::Test {
 protected:
  static constexpr Eigen::Index weights = 6;

  const std::string folder = GVFN_SOURCE_DIR "/examples/off-policy/";
  const std::shared_ptr<const WorldTables> tables = load_world(folder + "world.toml");
  const FiniteModel model = model_of(TableWorld(tables), FixedBehaviour(tables->action_probs));
  const QuestionNetwork question = make_questions(load_questions(folder + "questions.toml"), model.vocabulary);
  const Histories histories = histories_of(model, 4);
  const BellmanOperator bellman = bellman_operator(histories.model, question);
  Agent<double> agent = agent_for(question, {.cell = {.activation = Activation::linear}, .complement = false});

  Mspbne at(const Eigen::VectorXd& theta) {
    auto& matrices = const_cast<Cell<double>&>(AgentCore<double>::of(agent).layers().front().cell).weights;
    for (Eigen::Index i = 0; i < weights; ++i) {
      const auto w = static_cast<std::size_t>(i);
      matrices[w / 3].at(w % 3, 0) = theta[i];
    }
    return mspbne(histories, bellman, history_values(agent, histories));
  }
  double answer_at(const Eigen::VectorXd& theta) {
    at(theta);
    return history_values(agent, histories).v.cwiseAbs().maxCoeff();
  }
  /// d value / d theta.
  template <class Value>
  Eigen::MatrixXd derivative(const Eigen::VectorXd& theta, Value value) {
    constexpr double change = 1e-6;
    Eigen::MatrixXd found(value(at(theta)).size(), weights);
    for (Eigen::Index i = 0; i < weights; ++i) {
      const Eigen::VectorXd step = change * Eigen::VectorXd::Unit(weights, i);
      found.col(i) = (value(at(theta + step)) - value(at(theta - step))) / (2 * change);
    }
    return found;
  }
};

/// At theta = 0 the answer is exact, and delta = 0. What Recurrent TD does nearby is linear, A theta, and A was worked
/// out by hand: of "on", with d = 0.21 in the second place and 0.09 in the third,
///   A = 0.21 (1, 1) (0.9 (2, 1) - (1, 1))^T + 0.09 (2, 1) (0.9 - 1) (2, 1)^T.
TEST_F(OffPolicy, RecurrentTdLeavesTheExactAnswer) {
  const auto jacobian = derivative(Eigen::VectorXd::Zero(weights), [](const Mspbne& found) { return found.delta; });
  const Eigen::Matrix2d expected{{0.132, -0.039}, {0.15, -0.03}};
  const Eigen::Matrix2d on = jacobian.topLeftCorner(2, 2);
  EXPECT_LT((on - expected).cwiseAbs().maxCoeff(), 1e-8) << on;
  EXPECT_GT(jacobian.eigenvalues().real().maxCoeff(), 0.05);
}

/// Both from the same weights: Recurrent TD's mean updates lead away, and the gradient of the MSPBNE to the answer.
TEST_F(OffPolicy, DescentOfTheObjectiveFindsIt) {
  const Eigen::VectorXd first = Eigen::VectorXd::LinSpaced(weights, 0.05, -0.02);
  const double answer = answer_at(first);
  Eigen::VectorXd td = first;
  Eigen::VectorXd gtd = first;
  for (int t = 0; t < 500; ++t) {
    if (answer_at(td) < 10 * answer) td += 0.3 * at(td).delta;
    const auto objective = [](const Mspbne& found) { return Eigen::VectorXd::Constant(1, found.weighted); };
    gtd -= 0.3 * 0.5 * derivative(gtd, objective).transpose();
  }
  EXPECT_GT(answer_at(td), 5 * answer);
  EXPECT_LT(answer_at(gtd), 0.2 * answer);
}

TEST(Mspbne, RefusesWhatDoesNotGoTogether) {
  const auto model = ring(3);
  const auto questions = chains(model);
  const auto histories = histories_of(model, 2);
  const auto values = history_values(agent_for(questions, {}), histories);
  EXPECT_THAT([&] { mspbne(histories, bellman_operator(model, questions), values); },
              testing::ThrowsMessage<InvalidInput>(testing::HasSubstr("not those of these histories")));
}

TEST(Mspbne, RefusesAnswersThatAreScaled) {
  const auto model = ring(3);
  const QuestionNetwork question(model.vocabulary, {{"bit", SignalCumulant{"bit"}, Discount{0.9}}});
  const Agent<double> agent({.inputs = InputScaling::online}, question, {model.vocabulary, {}}, 1);
  EXPECT_THAT([&] { history_values(agent, histories_of(model, 2)); },
              testing::ThrowsMessage<InvalidInput>(testing::HasSubstr("inputs = raw")));
}

}  // namespace
}  // namespace gvfn
