#include "learn/target_loss.hpp"

#include <gtest/gtest.h>

#include "random_layers.hpp"
#include "state_errors_of.hpp"

namespace gvfn {
namespace {

TEST(TargetLoss, TheLongestForecastSetsTheWindow) {
  EXPECT_EQ(longest_forecast({{0, 3, 1}, {0, 7, 1}, {1, 2, 1}}), 7U);
  EXPECT_EQ(longest_forecast({}), 0U);
}

/// L = sum_j (s_{tau,j} - o_{tau+k_j})^2 / 2, by full Jacobians: p = 2, and forecasts of one and three steps.
TEST(TargetLoss, TrainsTheStateThatLiesBackOnWhatWasSeenSince) {
  Random random(3);
  const std::size_t p = 2;
  const std::vector<Forecast> wanted{{0, 1, 1}, {1, 3, 0.5}};
  auto layers = random_layers({{.inputs = 3, .units = 2}}, p + 3 - 1, false, random);
  TargetLoss<double> learner(layers, wanted, p);
  auto cotangents = make_cotangents(layers);
  const QuestionTable<double> questions(QuestionNetwork(Vocabulary{{{"x"}, {"y"}}, {}}, {}));
  learner.learn(kernels<double>(), layers, errors_of(questions, {}, Targets<double>(0), 1, 0, cotangents));
  const auto actual = dense_gradient(layers, learner);

  const PlainNetwork network(layers);
  const auto& window = layers[0].window;
  const auto jacobian =
      network.jacobian(PlainNetwork::weights_of(layers), plain_start(layers), plain_inputs(layers), p, 0);
  // s_tau is the state after inputs 0 and 1; input 2 is one step later, input 4 three.
  const double first = window.state(p)[0] - window.features(2)[0];
  const double second = window.state(p)[1] - 0.5 * window.features(4)[1];
  for (std::size_t m = 0; m < actual.size(); ++m)
    EXPECT_NEAR(actual[m], first * jacobian[0][m] + second * jacobian[1][m], 1e-13);
}

}  // namespace
}  // namespace gvfn
