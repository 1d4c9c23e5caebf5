#include "agent/head_learner.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

#include "gvfn/base/invalid_input.hpp"

namespace gvfn {
namespace {

const Vocabulary vocabulary{{{"x"}}, {"stay", "go"}};

std::shared_ptr<const QuestionTable<double>> ask(std::vector<Question> questions) {
  return std::make_shared<QuestionTable<double>>(QuestionNetwork(vocabulary, std::move(questions)));
}

const FunctionValues no_functions;

/// y = b + w s for one linear output, whose weights are set by hand.
HeadLearner<double> line(const AgentOptions& options, std::vector<Question> questions, bool sends_back,
                         std::size_t delay) {
  HeadLearner<double> head(options, ask(std::move(questions)), 1, sends_back, delay, 1);
  head.network().layers[0].weights.at(0, 0) = 0.5;
  head.network().layers[0].weights.at(1, 0) = 2;
  return head;
}

const auto not_seen = [](std::size_t) { return std::span<const float>(); };

TEST(HeadLearner, OneTransitionByHand) {
  // C = x = 3, gamma = 0.9, rho = 1 / 0.25; the loss is rho delta^2 / 2.
  auto head = line({.head_loss = Loss::half_sum}, {{"x", SignalCumulant{"x"}, Discount{0.9}, Always{"go"}}}, true, 0);
  const Features<double> s_t = [] {
    Features<double> s(1);
    s.values()[0] = 0.1;
    return s;
  }();
  const Features<double> s_tp1 = [] {
    Features<double> s(1);
    s.values()[0] = -0.3;
    return s;
  }();
  const auto& k = kernels<double>("plain");
  const std::array<float, 1> x_tp1{3};
  const Transition transition{x_tp1, 1, 0.25, x_tp1};
  head.predict(k, 0, s_t.with_bias());
  head.predict(k, 1, s_tp1.with_bias());
  ASSERT_TRUE(head.find_ratios(transition, no_functions));
  head.learn(k, transition, no_functions, s_t.with_bias(), not_seen);
  const double y_t = 0.5 + 2 * 0.1;
  const double y_tp1 = 0.5 + 2 * -0.3;
  const double error = 4 * (y_t - (3 + 0.9 * y_tp1));
  const auto [features, delta] = head.gradient(0).factors[0];
  EXPECT_NEAR(delta[0], error, 1e-12);
  EXPECT_EQ(features[0], 1);
  EXPECT_EQ(features[1], 0.1);
  EXPECT_NEAR(head.cotangent()[0], 2 * error, 1e-12);
}

TEST(HeadLearner, NothingIsLearnedWhereEveryRatioIsZero) {
  auto head = line({}, {{"x", SignalCumulant{"x"}, Discount{}, Always{"go"}}}, false, 0);
  const std::array<float, 1> x{3};
  EXPECT_FALSE(head.find_ratios({x, 0, 0.5, x}, no_functions));
  EXPECT_TRUE(head.find_ratios({x, 1, 0.5, x}, no_functions));
  EXPECT_EQ(head.cotangent(), nullptr) << "its errors stop at the head";
}

TEST(HeadLearner, AForecastIsComparedWithWhatWasSeenSoManyStepsLater) {
  auto head = line({.inputs = InputScaling::raw,
                    .head_loss = Loss::half_sum,
                    .head_forecasts = {{.signal = 0, .steps = 2, .scale = 10}}},
                   {}, false, 1);
  const auto& k = kernels<double>("plain");
  Features<double> s_t(1);
  const std::array<float, 1> x{0};
  head.predict(k, 0, s_t.with_bias());
  ASSERT_TRUE(head.find_ratios({x, 0, 1, x}, no_functions));
  const std::array<float, 1> seen{0.25};
  head.learn(k, {x, 0, 1, x}, no_functions, s_t.with_bias(), [&](std::size_t steps) {
    EXPECT_EQ(steps, 2U);
    return std::span<const float>(seen);
  });
  EXPECT_NEAR(head.gradient(0).factors[0].delta[0], 0.5 - 10 * 0.25, 1e-12);
}

TEST(HeadLearner, TapesMoveOnWithTheSteps) {
  auto head = line({.head_forecasts = {{.signal = 0, .steps = 3, .scale = 1}}}, {}, false, 2);
  EXPECT_EQ(head.newest(), 3U);
  const auto& k = kernels<double>("plain");
  Features<double> state(1);
  for (int t = 0; t < 9; ++t) {
    state.values()[0] = t;
    head.predict(k, head.newest(), state.with_bias());
    head.end_step();
    EXPECT_EQ(head.predictions()[0], 0.5 + 2 * t);
    EXPECT_FALSE(head.has_tape(head.newest()));
    if (t >= 2) {
      EXPECT_TRUE(head.has_tape(0));
      EXPECT_EQ(head.tape_t().prediction()[0], 0.5 + 2 * (t - 2));
    }
  }
  head.forget_tapes();
  EXPECT_FALSE(head.has_tape(0));
}

TEST(HeadLearner, TooMuchToKeepWhileItWaitsIsRefused) {
  const AgentOptions options{.head_hidden = {most_units},
                             .head_forecasts = {{.signal = 0, .steps = 9'000, .scale = 1}}};
  EXPECT_THAT([&] { HeadLearner<double>(options, ask({}), 1, false, 8'999, 1); },
              testing::ThrowsMessage<InvalidInput>(testing::HasSubstr("a head that waits 8999 steps would keep")));
}

TEST(HeadLearner, TooManyWeightsAreRefused) {
  EXPECT_THAT(
      [] {
        HeadLearner<double>({.head_hidden = {most_units, most_units}}, ask({}), 1, false, 0, 1);
      },
      testing::ThrowsMessage<InvalidInput>(testing::HasSubstr("weights, more than")));
}

}  // namespace
}  // namespace gvfn
