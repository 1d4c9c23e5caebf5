// Agents that scale their signals: the same as agents whose signals and cumulants are scaled by hand.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <sstream>

#include "case_name.hpp"
#include "gvfn/agent/save.hpp"
#include "gvfn/base/invalid_input.hpp"
#include "gvfn/question/forecast.hpp"

namespace gvfn {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

/// A temperature from 0 to 50, and what is asked about it; the threshold is in the units of the signal.
std::vector<Question> questions(double in_units) {
  return {{"next", SignalCumulant{"t"}},
          {"sum", SignalCumulant{"t", 0.1}, Discount{0.9}},
          {"in 2", PredictionCumulant{{{"next", 1}}}},
          {"half of both", PredictionCumulant{{{"next", 0.25}, {"in 2", 0.25}}}, Discount{0.5}},
          {"when it is warm", SignalCumulant{"t"}, Discount{},
           Conditional{"next", {Threshold::Side::above, 25.0 * in_units}, Always{"on"}, Always{"off"}}}};
}

/// The bounds of every answer are 0 and 50, or 0 and 1.
QuestionNetwork network(double high) { return {{{{"t", 0, high}}, {"on", "off"}}, questions(high / 50)}; }

struct Case {
  const char* name;
  AgentOptions options;
  bool has_head = false;

  friend void PrintTo(const Case& one, std::ostream* out) { *out << one.name; }
};

class Scaled : public testing::TestWithParam<Case> {};

std::vector<Case> cases() {
  const OptimizerOptions slow{.step_size = 0.05};
  std::vector<Case> all{{"recurrent_td", {.truncation = 3, .optimizer = slow}},
                        {"recurrent_gtd", {.truncation = 2, .learner = {.rule = RuleKind::rgtd}, .optimizer = slow}},
                        {"td_lambda", {.learner = {.rule = RuleKind::td_lambda}, .optimizer = slow}},
                        {"rtrl", {.learner = {.sensitivity = SensitivityKind::rtrl}, .optimizer = slow}},
                        {"tanh_units", {.cell = {.activation = Activation::tanh}, .optimizer = slow}},
                        {"gru", {.cell = {.kind = CellKind::gru}, .optimizer = slow}},
                        {"head", {.truncation = 2, .head_hidden = {3}, .optimizer = slow}, true},
                        {"joint", {.truncation = 2, .free_units = 2, .target_weight = 0.5, .optimizer = slow}, true}};
  all.push_back({"forecasting_head", {.head_forecasts = {{.signal = 0, .steps = 3, .scale = 1}}, .optimizer = slow}});
  return all;
}

INSTANTIATE_TEST_SUITE_P(Learners, Scaled, testing::ValuesIn(cases()), CaseName());

TEST_P(Scaled, IsTheAgentThatIsScaledByHandInOtherUnits) {
  auto options = GetParam().options;
  const auto asked_of_head = [&](const QuestionNetwork& state) {
    std::vector<Question> none;
    return QuestionNetwork(state.vocabulary(), GetParam().has_head ? state.questions() : none);
  };
  Agent<double> degrees(options, network(50), asked_of_head(network(50)), 7);
  Agent<double> fifties(options, network(1), asked_of_head(network(1)), 7);
  Random random(3);
  float t = 20;
  for (auto* agent : {&degrees, &fifties}) {
    const float seen = agent == &degrees ? t : t / 50;
    agent->start({&seen, 1});
  }
  for (int step = 0; step < 400; ++step) {
    t = std::clamp(t + 4 * static_cast<float>(random.normal()), 0.0F, 50.0F);
    t = 50 * static_cast<float>(std::round(t / 50 * 64) / 64);  // so that t / 50 is exact
    const auto action = random.below(2);
    const float fiftieth = t / 50;
    degrees.step(action, 0.5, {&t, 1});
    fifties.step(action, 0.5, {&fiftieth, 1});
    for (std::size_t j = 0; j < degrees.answers().size(); ++j)
      ASSERT_NEAR(degrees.answers()[j], 50 * fifties.answers()[j], 1e-6) << j << " at step " << step;
    for (std::size_t j = 0; j < degrees.predictions().size(); ++j)
      ASSERT_NEAR(degrees.predictions()[j], 50 * fifties.predictions()[j], 1e-6) << j << " at step " << step;
  }
}

/// A signal that goes up and down between -300 and 700, with a period of eight steps.
float wave(int t) { return static_cast<float>(200 + 500 * std::sin(t * 0.785398)); }

QuestionNetwork about_wave(SignalInfo signal) {
  return {{{std::move(signal)}, {}}, {{"next", SignalCumulant{"y"}}, {"sum", SignalCumulant{"y"}, Discount{0.5}}}};
}

class Learns : public testing::TestWithParam<Case> {};

INSTANTIATE_TEST_SUITE_P(Options, Learns,
                         testing::Values(Case{"defaults", {}}, Case{"online", {.inputs = InputScaling::online}},
                                         Case{"linear", {.cell = {.activation = Activation::linear}}},
                                         Case{"truncation", {.truncation = 4}}),
                         CaseName());

/// y_{t+1} + 0.5 y_{t+2} + 0.25 y_{t+3} + ...
double sum_of_wave(int t) {
  double sum = 0;
  for (int k = 40; k > 0; --k) sum = wave(t + k) + 0.5 * sum;
  return sum;
}

TEST_P(Learns, SensibleAnswersInTheUnitsOfTheSignal) {
  for (const bool has_range : {true, false}) {
    Agent<float> agent(about_wave(has_range ? SignalInfo{"y", -300, 700} : SignalInfo{"y"}), GetParam().options);
    float y = wave(0);
    agent.start({&y, 1});
    double error = 0;
    double error_of_last = 0;
    double sum_error = 0;
    double sum_error_of_mean = 0;
    for (int t = 1; t <= 20'000; ++t) {
      const float before = y;
      y = wave(t);
      if (t > 15'000) {
        error += std::abs(agent.answer("next") - y);
        error_of_last += std::abs(before - y);
        sum_error += std::abs(agent.answer("sum") - sum_of_wave(t - 1));
        sum_error_of_mean += std::abs(400 - sum_of_wave(t - 1));
      }
      agent.step(0, 1, {&y, 1});
    }
    EXPECT_LT(error, 0.8 * error_of_last) << has_range;
    EXPECT_LT(sum_error, 0.95 * sum_error_of_mean) << has_range;
  }
}

TEST_P(Learns, HowManyStepsAreLeft) {
  // Nothing bounds the answer; that it goes from 10 to 1 is seen.
  const Event home{{{Condition::On::next_observation, "place", {Threshold::Side::above, 8.5}}}};
  Agent<float> agent(
      QuestionNetwork({{{"place", 0, 9}, {"one", 0, 1}}, {}}, {{"steps", SignalCumulant{"one"}, Discount{1, home}}}),
      GetParam().options);
  const auto seen = [](int t) { return std::array<float, 2>{static_cast<float>(9 - t % 10), 1}; };
  agent.start(seen(0));
  double squares = 0;
  for (int t = 1; t <= 100'000; ++t) {
    agent.step(0, 1, seen(t));
    if (t > 90'000) squares += std::pow(agent.answer("steps") - static_cast<float>(10 - t % 10), 2);
  }
  EXPECT_LT(std::sqrt(squares / 10'000), 0.5);
}

TEST_P(Learns, AChainOfAnswersWithoutBoundsStaysSensible) {
  const auto questions = forecast_questions({"y"}, 8);
  Agent<float> agent(QuestionNetwork({{{"y"}}, {}}, questions), GetParam().options);
  float y = wave(0);
  agent.start({&y, 1});
  for (int t = 1; t <= 20'000; ++t) {
    y = wave(t);
    agent.step(0, 1, {&y, 1});
    for (const float answer : agent.answers()) ASSERT_LT(std::abs(answer), 10'000) << t;
  }
}

TEST(Scaled, AHeadAloneMayBeScaled) {
  // The signal and the state's answers are within [0, 1], and the head's answers are not.
  const Vocabulary vocabulary{{{"bit", 0, 1}}, {}};
  Agent<float> agent({.inputs = InputScaling::range, .optimizer = {.step_size = 0.5}},
                     {vocabulary, {{"bit next", SignalCumulant{"bit"}}}},
                     {vocabulary, {{"sum", SignalCumulant{"bit"}, Discount{0.9}}}}, 1);
  float bit = 1;
  agent.start({&bit, 1});
  for (int t = 0; t < 5'000; ++t) agent.step(0, 1, {&bit, 1});
  EXPECT_NEAR(agent.predictions()[0], 10, 0.1);
}

TEST(Scaled, AfterTheEndOfAnEpisodeComesAStart) {
  Agent<float> agent(about_wave({"y", -300, 700}));
  const float y = 0;
  agent.start({&y, 1});
  agent.step(0, 1, {&y, 1}, true);
  EXPECT_THAT([&] { agent.step(0, 1, {&y, 1}); }, ThrowsMessage<InvalidInput>(HasSubstr("a step comes after a start")));
  agent.start({&y, 1});
  EXPECT_NO_THROW(agent.step(0, 1, {&y, 1}));
}

TEST(Scaled, GoesOnAfterSavingAndLoading) {
  const AgentOptions options{.inputs = InputScaling::online};
  Agent<float> agent(about_wave({"y"}), options);
  float y = wave(0);
  agent.start({&y, 1});
  const auto step = [&](Agent<float>& one, int t) {
    y = wave(t);
    one.step(0, 1, {&y, 1});
  };
  for (int t = 1; t < 100; ++t) step(agent, t);
  std::stringstream stream;
  save(agent, stream);
  Agent<float> other(about_wave({"y"}), options);
  load(other, stream);
  EXPECT_TRUE(std::ranges::equal(other.answers(), agent.answers()));
  for (int t = 100; t < 300; ++t) {
    step(agent, t);
    step(other, t);
    ASSERT_TRUE(std::ranges::equal(other.answers(), agent.answers()));
  }
  EXPECT_EQ(first_difference(agent, other), "");
}

TEST(Scaled, WhatCannotBeIsRefused) {
  Agent<float> agent(about_wave({"y", -300, 700}));
  float y = 0;
  EXPECT_THAT([&] { agent.step(0, 1, {&y, 1}); }, ThrowsMessage<InvalidInput>(HasSubstr("a step comes after a start")));
  agent.start({&y, 1});
  y = 701;
  EXPECT_THAT(
      [&] {
        agent.step(0, 1, {&y, 1});
      },
      ThrowsMessage<InvalidInput>("signal \"y\" is 701, outside its declared range, -300 to 700"));
  EXPECT_THAT([&] { agent.start({&y, 1}); }, ThrowsMessage<InvalidInput>(HasSubstr("outside its declared range")));
  EXPECT_THAT([&] { agent.answer("nxt"); }, ThrowsMessage<InvalidInput>(HasSubstr("did you mean \"next\"?")));
}

TEST(Scaled, TheUsualStepSizeGoesWithTheSizesOfAnAgent) {
  const auto asked = about_wave({"y", 0, 1});
  // F = 1 signal, its complement, 1 + 2 units; a sigmoid's derivative is at most 1/4.
  EXPECT_DOUBLE_EQ(usual_step_sizes({}, asked, 0).optimizer, 0.2 / (5 / 16.0));
  EXPECT_DOUBLE_EQ(usual_step_sizes({.complement = false}, asked, 0).optimizer, 0.2 / (4 / 16.0));
  EXPECT_DOUBLE_EQ(usual_step_sizes({.cell = {.activation = Activation::tanh}}, asked, 0).optimizer, 0.2 / 5);
  EXPECT_DOUBLE_EQ(usual_step_sizes({.state_loss = Loss::mean}, asked, 0).optimizer, 0.2 / (5 / 16.0));
  // A linear head reads 2 units and a bias, and has the mean of 3 errors.
  EXPECT_DOUBLE_EQ(usual_step_sizes({}, asked, 3).optimizer, 0.2);
  EXPECT_DOUBLE_EQ(usual_step_sizes({.optimizer = {.name = OptimizerKind::adam}}, asked, 0).optimizer, 0.001);
}

}  // namespace
}  // namespace gvfn
