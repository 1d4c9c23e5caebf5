#include "discovery/meta_gradient.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "agent/agent_core.hpp"
#include "gvfn/base/invalid_input.hpp"
#include "gvfn/world/compass_world.hpp"

namespace gvfn {
namespace {

const Vocabulary vocabulary{{{"x", 0, 1}, {"y", 0, 1}}, {"left", "right"}};

constexpr double alpha = 0.01;
const Event high{{{Condition::On::next_observation, "y", {Threshold::Side::above, 0.9}}}};

/// With a discount, with weights, with both, and with none.
std::vector<Question> questions(double gamma, double scale, double weight) {
  return {{"discount", SignalCumulant{"x"}, Discount{gamma, high}, Always{"left"}},
          {"scale", SignalCumulant{"y", scale}, Discount{}, UniformlyRandom{}},
          {"both", PredictionCumulant{{{"discount", weight}, {"scale", 0.5}}}, Discount{gamma}},
          {"none", NoiseCumulant{1}}};
}

AgentOptions options(double head_step_size = 0.1) {
  return {.inputs = InputScaling::raw,
          .state_loss = Loss::half_sum,
          .head_loss = Loss::half_sum,
          .optimizer = {.step_size = alpha},
          .head_optimizer = {.name = OptimizerKind::sgd, .step_size = head_step_size}};
}

const DiscoveryOptions tune_all{.protect = false, .tune = Tune::all, .meta_decay = 0};

/// No unit reads another one, so that the state before the last one does not matter.
void cut_recurrence(Agent<float>& agent) {
  for (auto& matrix : const_cast<Cell<float>&>(AgentCore<float>::of(agent).layers().front().cell).weights)
    for (std::size_t row = matrix.state_row; row < matrix.rows; ++row)
      for (std::size_t u = 0; u < matrix.units; ++u) matrix.at(row, u) = 0;
}

Agent<float> agent_of(const std::vector<Question>& asked) {
  Agent<float> agent(options(), {vocabulary, asked}, {vocabulary, {{"y", SignalCumulant{"y"}}}}, 3);
  cut_recurrence(agent);
  agent.start(std::vector<float>{0.3F, 0.6F});
  return agent;
}

/// One update is made with other values of a parameter, from the same agent: the next state changes by the slope.
TEST(MetaGradient, TheSlopeIsTheDifferenceThatAnUpdateMakes) {
  const double gamma = 0.6, scale = 0.8, weight = 0.7, change = 0.2;
  auto agent = agent_of(questions(gamma, scale, weight));
  Random random(1);
  LivingQuestions living(vocabulary, questions(gamma, scale, weight));
  struct Parameter {
    std::size_t kind, unit;
    std::vector<Question> more, less;
  };
  const std::vector<Parameter> parameters{
      {0, 0, questions(gamma + change, scale, weight), questions(gamma - change, scale, weight)},
      {0, 2, questions(gamma + change, scale, weight), questions(gamma - change, scale, weight)},
      {1, 1, questions(gamma, scale + change, weight), questions(gamma, scale - change, weight)},
      {1, 2, questions(gamma, scale, weight + change), questions(gamma, scale, weight - change)}};
  int compared = 0;
  for (int t = 0; t < 40; ++t) {
    const std::size_t action = t % 3 == 0 ? 1 : 0;
    const std::vector<float> seen{static_cast<float>(random.uniform()), static_cast<float>(random.uniform())};
    const auto step = [&](Agent<float> from, const std::vector<Question>& asked) {
      Random same(1);
      from.ask({vocabulary, asked}, {}, same);
      from.step(action, 0.5, seen);
      return from;
    };
    MetaGradient tuning(tune_all, {}, living, agent);
    const auto before = agent;
    agent.step(action, 0.5, seen);
    tuning.step(agent);
    for (const auto& [kind, unit, more, less] : parameters) {
      const auto a = step(before, more);
      const auto b = step(before, less);
      const double difference = static_cast<double>(a.state()[unit] - b.state()[unit]) / (2 * change) / alpha;
      EXPECT_NEAR(tuning.slope(kind, unit), difference, 2e-3 + 0.02 * std::abs(difference)) << kind << " " << unit;
      if (std::abs(difference) > 0.05) ++compared;
    }
    cut_recurrence(agent);
  }
  EXPECT_GT(compared, 40);
}

/// After two updates H = mu H_1 + H_2, so that the slope is linear in mu.
TEST(MetaGradient, WhatIsFollowedDecays) {
  auto agent = agent_of(questions(0.6, 0.8, 0.7));
  const LivingQuestions living(vocabulary, questions(0.6, 0.8, 0.7));
  std::vector<MetaGradient> all;
  for (const double decay : {0.0, 0.25, 0.5}) {
    auto options = tune_all;
    options.meta_decay = decay;
    all.emplace_back(options, Primitives{}, living, agent);
  }
  for (const auto& seen : {std::vector{0.2F, 0.1F}, {0.9F, 0.3F}}) {
    agent.step(0, 0.5, seen);
    for (auto& one : all) one.step(agent);
  }
  const auto of_first = [&](std::size_t i) { return all[i].slope(0, 0) - all[0].slope(0, 0); };
  EXPECT_GT(std::abs(of_first(1)), 1e-3);
  EXPECT_NEAR(of_first(2), 2 * of_first(1), 1e-6);
}

/// Where an episode ends, what is known of the last transition does not go with the new state.
TEST(MetaGradient, LeavesOutTheStepInWhichTheStateStartsAnew) {
  auto agent = agent_of(questions(0.6, 0.8, 0.7));
  const LivingQuestions living(vocabulary, questions(0.6, 0.8, 0.7));
  MetaGradient tuning(tune_all, {}, living, agent);
  agent.step(0, 0.5, std::vector<float>{0.2F, 0.1F});
  tuning.step(agent);
  EXPECT_NE(tuning.slope(0, 0), 0);
  agent.step(0, 0.5, std::vector<float>{0.9F, 0.3F}, true);
  agent.start(std::vector<float>{0.3F, 0.6F});
  tuning.restart();
  tuning.step(agent);
  EXPECT_EQ(tuning.slope(0, 0), 0);
  agent.step(0, 0.5, std::vector<float>{0.4F, 0.2F});
  tuning.step(agent);
  EXPECT_NE(tuning.slope(0, 0), 0);
}

/// The head predicts y one step ahead, L = (y - prediction)^2 / 2: eta moves by the step size against the sign of
/// dL / d gamma = -(y - prediction) w ds / d gamma.
TEST(MetaGradient, MovesAgainstTheGradientOfTheHeadsLoss) {
  auto agent = agent_of(questions(0.6, 0.8, 0.7));
  Random random(2);
  int compared = 0;
  for (int t = 0; t < 30; ++t) {
    LivingQuestions living(vocabulary, questions(0.6, 0.8, 0.7));
    auto options = tune_all;
    options.meta_step_size = 0.25;
    MetaGradient tuning(options, {}, living, agent);
    const auto see = [&] {
      return std::vector{static_cast<float>(random.uniform()), static_cast<float>(random.uniform())};
    };
    agent.step(0, 0.5, see());
    tuning.step(agent);
    const double slope = tuning.slope(0, 0);
    const double prediction = static_cast<double>(agent.predictions()[0]);
    const auto seen = see();
    agent.step(0, 0.5, seen);
    const auto weights = agent.weights();
    const double w = static_cast<double>(weights.back().values[1]);  // after the bias's
    ASSERT_EQ(weights.back().names.rows[1], "discount");
    tuning.step(agent);
    tuning.apply(living);
    const double gamma = std::get<Discount>(living[0].question.continuation).gamma;
    const double eta_before = std::log(0.6 / 0.4);
    const double gradient = -(static_cast<double>(seen[1]) - prediction) * w * slope;
    if (std::abs(gradient) < 1e-6) continue;
    EXPECT_NEAR(std::log(gamma / (1 - gamma)), eta_before - (gradient > 0 ? 0.25 : -0.25), 1e-9) << t;
    ++compared;
  }
  EXPECT_GT(compared, 20);
}

TEST(MetaGradient, MovesDiscountsAndWeightsOfWhatIsNotProtected) {
  auto agent = agent_of(questions(0.6, 0.8, 0.7));
  for (const bool protect : {false, true}) {
    LivingQuestions living(vocabulary, questions(0.6, 0.8, 0.7));
    auto tuned = tune_all;
    tuned.protect = protect;
    MetaGradient tuning(tuned, {}, living, agent);
    for (int t = 0; t < 50; ++t) {
      agent.step(0, 0.5, std::vector<float>{t % 2 == 0 ? 0.8F : 0.1F, t % 5 == 0 ? 0.7F : 0.2F});
      tuning.step(agent);
    }
    EXPECT_EQ(tuning.apply(living), !protect);
    const auto gamma = [&](std::size_t unit) { return std::get<Discount>(living[unit].question.continuation).gamma; };
    EXPECT_EQ(gamma(0) == 0.6, protect);
    EXPECT_GT(gamma(0), 0);
    EXPECT_LT(gamma(0), 1);
    EXPECT_EQ(gamma(1), 0);  // myopic stays myopic
    EXPECT_EQ(std::get<SignalCumulant>(living[1].question.cumulant).scale == 0.8, protect);
    EXPECT_EQ(std::get<PredictionCumulant>(living[2].question.cumulant).weights.at("scale") == 0.5, protect);
  }
}

TEST(MetaGradient, ContinuationsAloneLeaveCumulantsAsTheyAre) {
  auto agent = agent_of(questions(0.6, 0.8, 0.7));
  LivingQuestions living(vocabulary, questions(0.6, 0.8, 0.7));
  MetaGradient tuning({.protect = false, .tune = Tune::continuations}, {}, living, agent);
  for (int t = 0; t < 50; ++t) {
    agent.step(0, 0.5, std::vector<float>{t % 2 == 0 ? 0.8F : 0.1F, 0.2F});
    tuning.step(agent);
  }
  tuning.apply(living);
  EXPECT_NE(std::get<Discount>(living[0].question.continuation).gamma, 0.6);
  EXPECT_EQ(std::get<SignalCumulant>(living[1].question.cumulant).scale, 0.8);
}

TEST(MetaGradient, RefusesWhatItIsNotDerivedFor) {
  const LivingQuestions living(vocabulary, questions(0.6, 0.8, 0.7));
  auto gated = options();
  gated.cell.kind = CellKind::gru;
  auto scaled = options();
  scaled.inputs = InputScaling::online;
  for (const auto& one : {gated, scaled}) {
    const Agent<float> agent(one, living.network(), {vocabulary, {{"y", SignalCumulant{"y"}}}}, 3);
    EXPECT_THAT([&] { MetaGradient(tune_all, {}, living, agent); },
                testing::ThrowsMessage<InvalidInput>(testing::HasSubstr("one layer of simple cells")));
  }
}

}  // namespace
}  // namespace gvfn
