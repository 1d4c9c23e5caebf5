// Scores by question, against returns that are summed up forwards, one by one.

#include "experiment/question_scores.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace gvfn {
namespace {

using testing::HasSubstr;

/// A walk of some steps with an agent that learns, written down.
struct Diary {
  struct Moment {
    std::vector<double> answers;
    std::size_t action = 0;
    double prob = 1;
    bool ends = false;
    double seen = 0;  // after the action
  };
  std::vector<Moment> moments;
  std::vector<QuestionScore> scores;
  Summary summary;

  const QuestionScore& of(const std::string& name) const {
    for (const auto& score : scores)
      if (score.name == name) return score;
    throw std::invalid_argument(name);
  }
};

const std::vector<Question> questions{
    {"next", SignalCumulant{"x"}},
    {"sum", SignalCumulant{"x"}, Discount{0.9}},
    {"until high", SignalCumulant{"x", 2},
     Discount{1, Event{{{Condition::On::next_observation, "x", {Threshold::Side::above, 0.8}}}}}},
    {"in 2", PredictionCumulant{{{"next", 1}}}},
    {"in 3, if high", PredictionCumulant{{{"in 2", 1}}, SignalCondition{"x", {Threshold::Side::above, 0.5}}}},
    {"sum of goes", SignalCumulant{"x"}, Discount{0.2}, Always{"go"}},
    {"goes after a stay", PredictionCumulant{{{"sum of goes", 3}}}, Discount{}, Always{"stay"}},
    {"then goes", PredictionCumulant{{{"sum of goes", 1}}}},
    {"mixed, at one remove", PredictionCumulant{{{"then goes", 1}}}, Discount{0.5}},
    {"mixed", PredictionCumulant{{{"sum of goes", 1}}}, Discount{0.5}, Always{"stay"}}};

/// Where `every` is above 0, episodes are that long.
Diary walk(int steps, int every = 0, int window = 100) {
  const Vocabulary vocabulary{{{"x", 0, 1}}, {"go", "stay"}};
  Agent<float> agent(QuestionNetwork(vocabulary, questions));
  QuestionScores scores(agent, {}, false, window);
  Random random(5);
  Diary diary;
  float x = 0.5;
  agent.start({&x, 1});
  scores.add_state(agent, {});
  for (int t = 0; t < steps; ++t) {
    const std::vector<float> before{x};
    Diary::Moment now{{agent.answers().begin(), agent.answers().end()}, random.below(2) == 0 ? 0U : 1U};
    now.prob = 0.5;
    now.ends = every > 0 && (t + 1) % every == 0;
    x = static_cast<float>(0.5 * x + 0.5 * random.uniform());
    now.seen = static_cast<double>(x);
    agent.step(now.action, now.prob, {&x, 1}, now.ends);
    scores.add_transition({before, now.action, now.prob, {&x, 1}, now.ends});
    diary.moments.push_back(now);
    if (now.ends) {
      x = 0.25;
      agent.start({&x, 1});
    }
    scores.add_state(agent, {});
  }
  diary.scores = scores.scores();
  diary.summary = scores.summary();
  return diary;
}

struct Sampled {
  double value = 0;
  double weight = 1;
};

/// The return of a question from moment t on, and its importance weight.
Sampled forward(const Diary& diary, const std::string& name, std::size_t t, int goes_left = 5) {
  if (t >= diary.moments.size() || goes_left == 0) return {};
  const auto& now = diary.moments[t];
  const double goes = now.action == 0 ? 2 : 0;
  const double stays = now.action == 1 ? 2 : 0;
  const auto then = [&](const char* other) { return now.ends ? Sampled{} : forward(diary, other, t + 1); };
  if (name == "next") return {now.seen};
  if (name == "sum") return {now.seen + 0.9 * then("sum").value};
  if (name == "until high") return {2 * now.seen + (now.seen > 0.8 ? 0 : then("until high").value)};
  if (name == "in 2") return {then("next").value};
  if (name == "in 3, if high") return {now.seen > 0.5 ? then("in 2").value : 0};
  if (name == "sum of goes") {
    if (goes == 0) return {0, 0};
    const auto next = now.ends ? Sampled{} : forward(diary, name, t + 1, goes_left - 1);  // 0.2^5 is negligible
    return {now.seen + 0.2 * next.value, goes * next.weight};
  }
  if (name == "then goes") return then("sum of goes");
  if (stays == 0) return {0, 0};
  const auto next = then("sum of goes");
  return {3 * next.value, stays * next.weight};
}

/// By hand, of the answers from one moment to another.
double mean_squared_error(const Diary& diary, std::size_t question, std::size_t from, std::size_t to) {
  double sum = 0;
  double weights = 0;
  for (std::size_t t = from; t < to; ++t) {
    const auto [value, weight] = forward(diary, questions[question].name, t);
    const double error = diary.moments[t].answers[question] - value;
    sum += weight * error * error;
    weights += weight;
  }
  return sum / weights;
}

/// Over the last 20 % of the walk but for what is not known at its end.
double expected_rmse(const Diary& diary, std::size_t question, std::size_t margin) {
  const auto steps = diary.moments.size();
  return std::sqrt(mean_squared_error(diary, question, steps - steps / 5 + 1, steps - margin));
}

TEST(QuestionScores, AreAgainstTheReturnsThatCameAbout) {
  const auto diary = walk(1'500);
  for (const std::size_t j : {0, 1, 2, 3, 4}) {
    const auto& score = diary.of(questions[j].name);
    EXPECT_EQ(score.against, "return");
    const std::size_t at_the_end[] = {0, 66, 60, 1, 2};  // whose returns are not known
    EXPECT_NEAR(score.rmse, expected_rmse(diary, j, at_the_end[j]), 0.02 * score.rmse) << score.name;
    EXPECT_NEAR(score.samples, 300, 70) << score.name;
    EXPECT_EQ(score.note, "") << score.name;
  }
}

TEST(QuestionScores, OfShortEpisodesAreExact) {
  const auto diary = walk(1'500, 5);
  for (const std::size_t j : {0, 1, 2, 3, 4, 5, 6}) {
    const auto& score = diary.of(questions[j].name);
    EXPECT_NEAR(score.rmse, expected_rmse(diary, j, 0), 1e-5) << score.name;
    EXPECT_EQ(score.cut_off, 0) << score.name;
  }
}

TEST(QuestionScores, APointOfTheCurveIsAboutTheAnswersOfItsWindow) {
  constexpr std::size_t window = 50;  // "until high" is waited for much longer
  const auto diary = walk(1'510, 5, window);
  ASSERT_EQ(diary.summary.steps.size(), 30U);
  const auto& curve = diary.summary.metrics[0].curve;
  for (std::size_t k = 0; k < 30; ++k) {
    EXPECT_EQ(diary.summary.steps[k], (static_cast<std::int64_t>(k) + 1) * 50);
    double sum = 0;
    for (std::size_t j = 0; j < 8; ++j) sum += mean_squared_error(diary, j, k * window, (k + 1) * window);
    EXPECT_NEAR(curve[k], std::sqrt(sum / 8), 1e-5) << k;
  }
}

TEST(QuestionScores, OfAnotherPolicyAreWeighted) {
  const auto diary = walk(20'000);
  for (const std::size_t j : {5, 6}) {
    const auto& score = diary.of(questions[j].name);
    EXPECT_NEAR(score.rmse, expected_rmse(diary, j, 20), 0.1 * score.rmse) << score.name;
    EXPECT_LT(score.samples, 1'000) << "few paths follow the policy for long";
  }
}

TEST(QuestionScores, AQuestionThatAddsUpAnswersOffPolicyIsSaidToHaveNoReturn) {
  const auto diary = walk(500);
  EXPECT_EQ(diary.of("mixed").against, "");
  EXPECT_THAT(diary.of("mixed").note, HasSubstr("adds up other questions' answers off-policy"));
  EXPECT_THAT(diary.of("mixed, at one remove").note, HasSubstr("adds up other questions' answers off-policy"));
  EXPECT_EQ(diary.of("then goes").against, "return");
}

TEST(QuestionScores, AReturnThatIsNotWaitedForIsSaidToBeCutOff) {
  const Vocabulary vocabulary{{{"x", 0, 1}}, {}};
  Agent<float> agent(QuestionNetwork(vocabulary, {{"for ever", SignalCumulant{"x"}, Discount{0.9999}}}));
  QuestionScores scores(agent, {}, false, 1'000);
  float x = 1;
  agent.start({&x, 1});
  scores.add_state(agent, {});
  for (int t = 0; t < 20'000; ++t) {
    scores.add_transition({{&x, 1}, 0, 1, {&x, 1}});
    scores.add_state(agent, {});
  }
  const auto score = scores.scores()[0];
  EXPECT_NEAR(score.cut_off, std::pow(0.9999, 1'500), 0.06);  // from 1,000 to 2,000 steps are waited
  EXPECT_EQ(score.note, "returns are cut off after 1000 steps");
}

TEST(QuestionScores, OfAForecastAreAgainstTheSignalThatCame) {
  constexpr int steps = 100;
  constexpr int episode = 7;
  Random random(3);
  const Vocabulary vocabulary{{{"x", 0, 1}}, {}};
  const std::vector<Forecast> asked{{.signal = 0, .steps = 3, .scale = 2}};
  Agent<float> agent({.head_forecasts = asked}, {vocabulary, {questions[0]}}, {vocabulary, {}}, 1);
  QuestionScores scores(agent, {.forecasts = asked}, false, 10);
  std::vector<double> foretold;
  std::vector<double> seen;
  float x = 0.5;
  agent.start({&x, 1});
  scores.add_state(agent, {});
  for (int t = 0; t < steps; ++t) {
    foretold.push_back(static_cast<double>(agent.predictions()[0]));
    const float before = x;
    x = static_cast<float>(random.uniform());
    seen.push_back(static_cast<double>(x));
    const bool ends = (t + 1) % episode == 0;
    agent.step(0, 1, {&x, 1}, ends);
    scores.add_transition({{&before, 1}, 0, 1, {&x, 1}, ends});
    if (ends) agent.start({&x, 1});
    scores.add_state(agent, {});
  }
  // The first 10 steps are the first point of the curve.
  double squares = 0;
  int count = 0;
  for (std::size_t t = 0; t < 10; ++t) {
    if (t % episode + 3 > episode) continue;  // the episode ends before
    squares += std::pow(foretold[t] - 2 * seen[t + 2], 2);
    ++count;
  }
  const auto summary = scores.summary();
  ASSERT_EQ(summary.metrics[0].curve.size(), 10U);
  EXPECT_NEAR(summary.metrics[0].curve[0], std::sqrt(squares / count), 1e-6);
  const auto all = scores.scores();
  EXPECT_EQ(all.back().name, "x in 3");
  EXPECT_EQ(all.back().against, "return");
  EXPECT_NE(all.front().rmse, summary.metrics[0].value) << "the run's error is that of what the world asks";
  EXPECT_EQ(all.back().rmse, summary.metrics[0].value);
}

/// There is room for 1,000 blocks of sums; a step more, and two become one.
TEST(QuestionScores, OfAnyNumberOfStepsAreNumbersAndAreSaved) {
  const Vocabulary vocabulary{{{"x", 0, 1}}, {}};
  const QuestionNetwork asked(vocabulary, {{"next", SignalCumulant{"x"}}, {"sum", SignalCumulant{"x"}, Discount{0.9}}});
  Agent<float> agent(asked);
  QuestionScores scores(agent, {}, false, 100);
  Random random(3);
  float x = 0;
  agent.start({&x, 1});
  scores.add_state(agent, {});
  for (int t = 1; t <= 4'100; ++t) {
    const float before = x;
    x = static_cast<float>(random.uniform());
    scores.add_transition({{&before, 1}, 0, 1, {&x, 1}});
    scores.add_state(agent, {});
    if (t < 990 || (t % 1'000 > 5 && t % 1'000 < 995)) continue;
    scores.check();
    for (const auto& score : scores.scores()) {
      EXPECT_LT(score.rmse, 20) << t;
      EXPECT_LE(score.samples, std::max(1, t / 4)) << t;
    }
  }
}

TEST(QuestionScores, WhatHasWaitedLongEnoughIsScoredWhereverTheRunEnds) {
  const Vocabulary vocabulary{{{"x", 0, 1}}, {}};
  Agent<float> agent(QuestionNetwork(vocabulary, {{"for long", SignalCumulant{"x"}, Discount{0.9999}}}));
  QuestionScores scores(agent, {}, false, 1'000);
  const float x = 1;
  agent.start({&x, 1});
  scores.add_state(agent, {});
  for (int t = 1; t <= 11'000; ++t) {
    scores.add_transition({{&x, 1}, 0, 1, {&x, 1}});
    scores.add_state(agent, {});
    if (t >= 9'990 && t % 101 == 0) {
      EXPECT_NEAR(scores.scores()[0].samples, t / 5 - 1'000, 120) << t;
    }
  }
}

}  // namespace
}  // namespace gvfn
