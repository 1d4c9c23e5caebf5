// Episodes that end: an agent that is told so learns as one whose questions see the end in a signal.

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "case_name.hpp"
#include "gvfn/agent/agent.hpp"
#include "gvfn/agent/save.hpp"

namespace gvfn {
namespace {

struct Case {
  const char* name;
  AgentOptions options;
  bool has_head = false;

  friend void PrintTo(const Case& one, std::ostream* out) { *out << one.name; }
};

class Episodes : public testing::TestWithParam<Case> {};

std::vector<Case> cases() {
  const OptimizerOptions slow{.step_size = 0.05};
  return {{"recurrent_td", {.truncation = 3, .optimizer = slow}},
          {"recurrent_gtd", {.truncation = 2, .learner = {.rule = RuleKind::rgtd}, .optimizer = slow}},
          {"td_lambda", {.learner = {.rule = RuleKind::td_lambda, .lambda = 0.8}, .optimizer = slow}},
          {"rtrl", {.learner = {.sensitivity = SensitivityKind::rtrl}, .optimizer = slow}},
          {"gru", {.truncation = 2, .cell = {.kind = CellKind::gru}, .optimizer = slow}},
          {"head", {.truncation = 2, .head_hidden = {3}, .optimizer = slow}, true}};
}

INSTANTIATE_TEST_SUITE_P(Learners, Episodes, testing::ValuesIn(cases()), CaseName());

const Threshold is_set{Threshold::Side::above, 0.5};

/// Questions whose discount, and whose use of other answers, stop at the signal "end"; or those that know nothing of
/// it.
QuestionNetwork questions(bool see_the_end) {
  auto sum = Discount{0.9};
  auto next = PredictionCumulant{{{"x next", 1}}};
  if (see_the_end) {
    sum.until = Event{{{Condition::On::next_observation, "end", is_set}}};
    next.when = SignalCondition{"end", {Threshold::Side::below, 0.5}};
  }
  return {{{{"x", 0, 1}, {"end", 0, 1}}, {"go", "stay"}},
          {{"x next", SignalCumulant{"x"}}, {"x in 2", next}, {"sum", SignalCumulant{"x"}, sum, Always{"go"}}}};
}

TEST_P(Episodes, AreLearnedAsIfTheEndWereSeen) {
  const auto make = [&](bool see_the_end) {
    const auto asked = questions(see_the_end);
    return Agent<float>(GetParam().options, asked,
                        GetParam().has_head ? asked : QuestionNetwork(asked.vocabulary(), {}), 5);
  };
  auto told = make(false);
  auto sees = make(true);
  Random random(2);
  std::size_t ends = 0;
  for (int t = 0; t < 600; ++t) {
    if (t == 0 || ends > 0) {
      const std::array<float, 2> first{0.5F, 0};
      told.start(first);
      sees.start(first);
    }
    ends = random.below(6) == 0 ? 1 : 0;
    const std::array<float, 2> seen{static_cast<float>(random.uniform()), static_cast<float>(ends)};
    const auto action = random.below(2);
    told.step(action, 0.5, seen, ends == 1);
    sees.step(action, 0.5, seen);
    ASSERT_TRUE(std::ranges::equal(told.predictions(), sees.predictions())) << "step " << t;
    ASSERT_TRUE(std::ranges::equal(told.state(), sees.state())) << "step " << t;
  }
}

TEST(Episodes, TheirAnswersAreLearned) {
  // Three places, one after the other, each of which is seen; every step gives 1.
  const Vocabulary vocabulary{one_hot_signals({"first", "second", "third", "over"}), {}};
  auto signals = vocabulary;
  signals.signals.push_back({"one", 1, 1});
  Agent<float> agent(QuestionNetwork(signals, {{"sum", SignalCumulant{"one"}, Discount{0.9}}}),
                     {.cell = {.activation = Activation::linear}, .inputs = InputScaling::raw});
  const auto seen = [](std::size_t place) {
    std::array<float, 5> observation{0, 0, 0, 0, 1};
    observation[place] = 1;
    return observation;
  };
  std::array<float, 3> answers{};
  for (int episode = 0; episode < 3'000; ++episode) {
    agent.start(seen(0));
    for (std::size_t place = 0; place < 3; ++place) {
      answers[place] = agent.answer("sum");
      agent.step(0, 1, seen(place + 1), place == 2);
    }
  }
  EXPECT_NEAR(answers[0], 1 + 0.9 + 0.81, 0.02);
  EXPECT_NEAR(answers[1], 1 + 0.9, 0.02);
  EXPECT_NEAR(answers[2], 1, 0.02);
}

/// Three places, one after the other; what is seen there besides is from 1 to 3.
TEST(Episodes, AnswersAreMappedSoThatTheirEndsAreReached) {
  auto signals = Vocabulary{one_hot_signals({"first", "second", "third", "over"}), {}};
  signals.signals.push_back({"x", 1, 3});
  const QuestionNetwork asked(signals, {{"x next", SignalCumulant{"x"}},
                                        {"sum", SignalCumulant{"x"}, Discount{0.9}},
                                        {"x in 2", PredictionCumulant{{{"x next", 1}}}}});
  Agent<float> agent({}, asked, asked, 1);
  const auto seen = [](std::size_t place) {
    std::array<float, 5> observation{0, 0, 0, 0, 2};
    observation[place] = 1;
    return observation;
  };
  std::array<std::array<float, 3>, 3> answers{};
  std::array<std::array<float, 3>, 3> predictions{};
  for (int episode = 0; episode < 20'000; ++episode) {
    agent.start(seen(0));
    for (std::size_t place = 0; place < 3; ++place) {
      std::ranges::copy(agent.answers(), answers[place].begin());
      std::ranges::copy(agent.predictions(), predictions[place].begin());
      agent.step(0, 1, seen(place + 1), place == 2);
    }
  }
  for (const auto& found : {answers, predictions}) {
    const double sums[] = {2 * (1 + 0.9 + 0.81), 2 * (1 + 0.9), 2};
    for (std::size_t place = 0; place < 3; ++place) {
      EXPECT_NEAR(found[place][0], 2, 0.1);
      EXPECT_NEAR(found[place][1], sums[place], 0.2);
      EXPECT_NEAR(found[place][2], place == 2 ? 0 : 2, 0.1) << "nothing is seen after the end";
    }
  }
}

TEST(Episodes, AForecastNetworkTakesNothingFromBeforeTheEpisode) {
  // 0, 1, 1, 1: what is seen one, two and three steps after the start is always 1.
  const Vocabulary vocabulary{{{"x", 0, 1}}, {}};
  Agent<float> agent({.learner = {.rule = RuleKind::target}, .optimizer = {.step_size = 0.3}},
                     {vocabulary, forecast_questions({"x"}, 3)}, {vocabulary, {}}, 1);
  const float zero = 0;
  const float one = 1;
  std::array<float, 3> at_start{};
  for (int episode = 0; episode < 3'000; ++episode) {
    agent.start({&zero, 1});
    std::ranges::copy(agent.answers(), at_start.begin());
    for (int t = 1; t <= 3; ++t) agent.step(0, 1, {&one, 1}, t == 3);
  }
  for (const float answer : at_start) EXPECT_GT(answer, 0.9F);
}

}  // namespace
}  // namespace gvfn
