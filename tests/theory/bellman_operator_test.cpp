// The Bellman network operator and its fixed point, against closed forms and sums along paths.

#include "gvfn/theory/bellman_operator.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "gvfn/base/invalid_input.hpp"
#include "gvfn/language/question_file.hpp"
#include "gvfn/theory/contraction.hpp"
#include "theory/shipped_models.hpp"

namespace gvfn {
namespace {

QuestionNetwork shipped(const std::string& name, const Vocabulary& vocabulary) {
  return make_questions(load_questions(name), vocabulary);
}

/// In Compass World: how many steps forward until a colour is seen, at least one, and which colour.
struct Ahead {
  int steps;
  std::string colour;
};
Ahead ahead(std::size_t state) {
  const int column = static_cast<int>(state / 4 % 8);
  const int row = static_cast<int>(state / 32);
  const int distance[] = {row, 7 - column, 7 - row, column};
  const std::string colours[] = {"orange", "yellow", "red", row == 0 ? "green" : "blue"};
  return {std::max(1, distance[state % 4]), colours[state % 4]};
}

TEST(FixedPoint, OfTerminatingHorizonsIsGammaToTheDistance) {
  const auto model = compass();
  const auto questions = shipped("terminating-horizon", model.vocabulary);
  const auto v = fixed_point(bellman_operator(model, questions));
  ASSERT_EQ(v.rows(), 512);
  ASSERT_EQ(v.cols(), 35);
  for (std::size_t x = 0; x < model.size(); ++x) {
    const auto [steps, colour] = ahead(x / model.modes);
    for (std::size_t j = 0; j < questions.size(); ++j) {
      const auto& question = questions.questions()[j];
      const bool is_it = std::get<SignalCumulant>(question.cumulant).signal == colour;
      const double expected = is_it ? std::pow(std::get<Discount>(question.continuation).gamma, steps - 1) : 0;
      EXPECT_NEAR(v(static_cast<Eigen::Index>(x), static_cast<Eigen::Index>(j)), expected, 1e-12) << question.name;
    }
  }
}

TEST(FixedPoint, OfTheWorldsOwnQuestionsIsTheirTruth) {
  CompassWorld world;
  const auto model = compass();
  const auto v = fixed_point(bellman_operator(model, {model.vocabulary, CompassWorld::evaluation().questions}));
  std::array<float, 5> truth{};
  for (std::size_t x = 0; x < model.size(); ++x) {
    world.set_state(x / model.modes);
    world.true_answers(truth);
    for (Eigen::Index k = 0; k < 5; ++k)
      EXPECT_NEAR(v(static_cast<Eigen::Index>(x), k), static_cast<double>(truth[static_cast<std::size_t>(k)]), 1e-12);
  }
}

TEST(FixedPoint, OfTheOtherShippedWorldsIsTheirTruth) {
  const auto expect_truth = [](auto world) {
    const auto model = model_of(world, RandomBehaviour(world.vocabulary().actions.size()));
    const auto v = fixed_point(bellman_operator(model, {model.vocabulary, world.evaluation().questions}));
    std::array<float, 2> truth{};
    for (std::size_t x = 0; x < model.size(); ++x) {
      world.set_state(x);
      world.true_answers(truth);
      for (Eigen::Index k = 0; k < 2; ++k)
        EXPECT_NEAR(v(static_cast<Eigen::Index>(x), k), static_cast<double>(truth[static_cast<std::size_t>(k)]), 1e-6);
    }
  };
  expect_truth(RingWorld({.size = 7}));
  expect_truth(CycleWorld({.size = 5}));
}

/// Too many for a factorisation: solved by iterations.
TEST(FixedPoint, OfALargeRingIsGammaToTheDistance) {
  constexpr std::size_t size = 5'000;
  constexpr double gamma = 0.99;
  const auto model = model_of(RingWorld({.size = size}), RandomBehaviour(2));
  const auto v = fixed_point(bellman_operator(
      model, {model.vocabulary, {{"bit", SignalCumulant{"bit"}, Discount{gamma}, Always{"forward"}}}}));
  for (std::size_t x = 0; x < size; ++x) {
    const auto steps = static_cast<double>(x + 1 < size ? size - 1 - x : size);
    EXPECT_NEAR(v(static_cast<Eigen::Index>(x), 0), std::pow(gamma, steps - 1) / (1 - std::pow(gamma, double(size))),
                1e-12);
  }
}

/// The paper's inequality: the distance to the fixed point shrinks by beta_j with each sweep, but for what the answers
/// that a question is made of are still off.
TEST(BellmanOperator, IsIteratedToTheFixedPointAsItsNormsPredict) {
  int slow_ones = 0;
  for (const auto& [set, text] : shipped_questions()) {
    const std::string name(set);
    const auto model = model_for(name);
    if (!model) continue;
    const auto bellman = bellman_operator(*model, shipped(name, model->vocabulary));
    const auto exact = fixed_point(bellman);
    std::vector<double> beta;
    std::vector<std::vector<double>> k(bellman.questions.size());
    for (std::size_t j = 0; j < bellman.questions.size(); ++j) {
      beta.push_back(spectral_norm(bellman.questions[j].transition));
      for (const auto& term : bellman.questions[j].terms) k[j].push_back(spectral_norm(term.weights.cwiseAbs()));
    }
    Values v = Values::Zero(exact.rows(), exact.cols());
    const double at_first = exact.cwiseAbs().maxCoeff();
    for (int sweep = 0; sweep < 50; ++sweep) {
      const Values next = bellman(v);
      for (std::size_t j = 0; j < bellman.questions.size(); ++j) {
        const auto distance = [&](const Values& from, std::size_t i) {
          const auto column = static_cast<Eigen::Index>(i);
          return (from.col(column) - exact.col(column)).norm();
        };
        double bound = beta[j] * distance(v, j);
        for (std::size_t t = 0; t < k[j].size(); ++t)
          bound += k[j][t] * distance(v, bellman.questions[j].terms[t].used);
        ASSERT_LE(distance(next, j), bound * (1 + 1e-9) + 1e-11) << name << ", question " << j << ", sweep " << sweep;
      }
      v = next;
    }
    const auto errors = iteration_errors(bellman, exact, 4'000);
    EXPECT_LT(errors.back(), 1e-10 * at_first) << name;
    // In the long run it shrinks by the spectral radius.
    const double rate = growth_rate(bellman);
    if (errors[999] > 1e-6 * at_first) {
      EXPECT_NEAR(std::pow(errors[999] / errors[499], 1.0 / 500), rate, 0.002) << name;
      ++slow_ones;
    }
  }
  EXPECT_GT(slow_ones, 0);
}

TEST(BellmanOperator, HasDistancesThatShrinkByGamma) {
  const auto model = model_of(RingWorld(), RandomBehaviour(2));
  const QuestionNetwork question(model.vocabulary, {{"bit", SignalCumulant{"bit"}, Discount{0.5}}});
  EXPECT_THAT(iteration_distances(bellman_operator(model, question), 4),
              testing::ElementsAre(0.5, 0.25, 0.125, 0.0625));
}

/// A policy that depends on a prediction is that of the exact answer.
TEST(FixedPoint, OfAPolicyThatDependsOnAPrediction) {
  const auto model = compass();
  auto questions = CompassWorld::evaluation().questions;
  const Question steps{"red ahead, or turn", SignalCumulant{"red"}, std::get<Discount>(questions[0].continuation),
                       Conditional{"facing red", {Threshold::Side::above, 0.5}, Always{"forward"}, Always{"right"}}};
  questions.push_back(steps);
  const auto v = fixed_point(bellman_operator(model, {model.vocabulary, questions}));
  for (std::size_t x = 0; x < model.size(); ++x) {
    // Who turns right comes to face red, and then goes there, unless a wall of another colour is seen on the way.
    const std::size_t s = x / model.modes;
    const auto sees_wall = [](std::size_t state) {
      const std::size_t column = state / 4 % 8, row = state / 32;
      const bool at_wall[] = {row == 0, column == 7, row == 7, column == 0};
      return at_wall[state % 4];
    };
    double expected = 1;
    for (auto state = s; state % 4 != CompassWorld::south; state = state / 4 * 4 + (state % 4 + 1) % 4) {
      const auto turned = state / 4 * 4 + (state % 4 + 1) % 4;
      if (turned % 4 != CompassWorld::south && sees_wall(turned)) expected = 0;
    }
    EXPECT_NEAR(v(static_cast<Eigen::Index>(x), 5), expected, 1e-12) << "state " << s;
  }
}

}  // namespace
}  // namespace gvfn
