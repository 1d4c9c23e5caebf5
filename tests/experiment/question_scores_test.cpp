// Scores by question, against returns that are summed up forwards, one by one.

#include "experiment/question_scores.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "gvfn/base/invalid_input.hpp"
#include "gvfn/experiment/checkpoint.hpp"
#include "gvfn/experiment/run.hpp"
#include "gvfn/world/compass_world.hpp"
#include "temporary_folder.hpp"

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

Config by_question(const std::string& name, std::int64_t steps) {
  auto config = load_config(name);
  set_keys(config, {"run.by_question=true", "run.window=100", "run.steps=" + std::to_string(steps)});
  return config;
}

TEST(QuestionScores, AreAgainstTheTruthWhereTheWorldKnowsIt) {
  const auto summary = run(by_question("compass-world", 5'000)).summary;
  ASSERT_EQ(summary.questions.size(), 40U);
  double squares = 0;
  for (std::size_t j = 0; j < 40; ++j) {
    EXPECT_EQ(summary.questions[j].part, j < 35 ? "state" : "head");
    EXPECT_EQ(summary.questions[j].against, j < 35 ? "return" : "truth");
    if (j >= 35) squares += std::pow(summary.questions[j].rmse, 2) / 5;
  }
  // The mean of roots is below the root of the mean.
  EXPECT_GE(std::sqrt(squares), summary["rmsve"]);
  EXPECT_LT(std::sqrt(squares), 1.2 * summary["rmsve"]);
  const auto ring = run(by_question("ring-world", 5'000)).summary;
  EXPECT_EQ(ring.questions[0].against, "truth") << "a question of the state that the world asks, too";
  const auto mso = run(by_question("mso", 2'000)).summary;
  EXPECT_EQ(mso.questions.back().name, "y in 12");
  EXPECT_EQ(mso.questions.back().against, "truth");
}

TEST(QuestionScores, DoNotChangeARunAndGoOnAfterACheckpoint) {
  for (const std::string name : {"compass-world", "mackey-glass"}) {
    const auto config = by_question(name, 3'000);
    const auto whole = run(config).summary;
    auto plain = config;
    plain.run.by_question = false;
    EXPECT_EQ(run(plain).summary.metrics[0].value, whole.metrics[0].value);
    const TemporaryFolder folder;
    gvfn::Run first(config);
    first.advance(1'777);
    save(first, {.file = folder / "run.gvfn"});
    auto second = resume(folder / "run.gvfn").run;
    second.advance(3'000);
    const auto resumed = second.result().summary;
    ASSERT_EQ(resumed.questions.size(), whole.questions.size());
    for (std::size_t j = 0; j < whole.questions.size(); ++j)
      EXPECT_EQ(resumed.questions[j].rmse, whole.questions[j].rmse) << whole.questions[j].name;
  }
}

/// Compass World without its truth.
class Blind {
 public:
  Vocabulary vocabulary() const { return CompassWorld::vocabulary(); }
  void reset(Random& random) { world_.reset(random); }
  Outcome act(std::size_t action, Random& random) { return world_.act(action, random); }
  std::span<const float> observation() const { return world_.observation(); }

 private:
  CompassWorld world_;
};

TEST(QuestionScores, AreTheMetricOfAWorldThatDoesNotKnowTheTruth) {
  Worlds worlds;
  worlds.add("blind", [] { return AnyWorld(Blind(), CompassBehaviour()); });
  auto config = parse_config("world.name = \"blind\"\nrun.steps = 30_000\nrun.window = 1000\noptimizer.name = \"adam\"",
                             "c.toml", worlds);
  const auto summary = run(config).summary;
  ASSERT_EQ(summary.metrics.size(), 1U);
  EXPECT_EQ(summary.metrics[0].name, "rmsre");
  EXPECT_EQ(summary.metrics[0].curve.size(), 30U);
  EXPECT_LT(summary["rmsre"], 0.8 * summary.metrics[0].curve[1]);
  EXPECT_TRUE(summary.questions.empty()) << "they were not asked for";
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

TEST(QuestionScores, OfAForecastNetworkAreOfWhatComesTrue) {
  // x is always 1, and an episode has four steps: five steps ahead there is nothing.
  const Vocabulary vocabulary{{{"x", 0, 1}}, {}};
  Agent<float> agent({.learner = {.rule = RuleKind::target}}, {vocabulary, forecast_questions({"x"}, 5)},
                     {vocabulary, {}}, 1);
  QuestionScores scores(agent, {}, false, 100);
  const float x = 1;
  agent.start({&x, 1});
  scores.add_state(agent, {});
  for (int t = 1; t <= 8'000; ++t) {
    const bool ends = t % 4 == 0;
    agent.step(0, 1, {&x, 1}, ends);
    scores.add_transition({{&x, 1}, 0, 1, {&x, 1}, ends});
    if (ends) agent.start({&x, 1});
    scores.add_state(agent, {});
  }
  const auto all = scores.scores();
  for (std::size_t k = 0; k < 4; ++k) {
    EXPECT_NEAR(all[k].samples, 400 * (4 - static_cast<int>(k)), 8) << k;
    EXPECT_NEAR(all[k].rmse, std::abs(static_cast<double>(agent.answers()[k]) - 1), 0.05) << k;
  }
  EXPECT_EQ(all[4].samples, 0);
  EXPECT_EQ(all[4].note, "no return was complete in that time");
}

/// Its "far" is made of its own "near".
class Near {
 public:
  Vocabulary vocabulary() const { return {{{"x", 0, 1}, {"y", 0, 1}}, {}}; }
  Evaluation evaluation() const {
    return {.questions = {{"near", SignalCumulant{"x"}}, {"far", PredictionCumulant{{{"near", 1}}}}}};
  }
  void true_answers(std::span<float> answers) const { std::ranges::fill(answers, 1.0F); }
  void reset(Random&) {}
  Outcome act(std::size_t, Random&) { return Outcome::goes_on; }
  std::span<const float> observation() const { return seen_; }

 private:
  std::array<float, 2> seen_{1, 0};
};

TEST(QuestionScores, ATruthIsThatOfAQuestionThatIsMadeOfTheSame) {
  const Near world;
  const auto vocabulary = world.vocabulary();
  const auto part_of = [&](const char* signal) {
    const std::vector<Question> asked{{"near", SignalCumulant{signal}}, {"far", PredictionCumulant{{{"near", 1}}}}};
    Agent<float> agent(QuestionNetwork(vocabulary, asked));
    QuestionScores scores(agent, world.evaluation(), true, 100);
    agent.start(world.observation());
    scores.add_state(agent, std::array<float, 2>{1, 1});
    return std::pair(scores.scores()[0].against, scores.scores()[1].against);
  };
  EXPECT_EQ(part_of("x"), std::pair(std::string("truth"), std::string("truth")));
  EXPECT_EQ(part_of("y"), std::pair(std::string("return"), std::string("return")));
}

TEST(QuestionScores, TheRunSaysWhatItsErrorLeavesOut) {
  Worlds worlds;
  worlds.add("blind", [] { return AnyWorld(Blind(), CompassBehaviour()); });
  const auto run_for = [&](int steps) {
    return run(parse_config("world.name = \"blind\"\nagent.questions = \"terminating-horizon\"\nrun.steps = " +
                                std::to_string(steps),
                            "c.toml", worlds))
        .summary;
  };
  const auto none = run_for(1);
  EXPECT_TRUE(std::isnan(none["rmsre"]));
  EXPECT_THAT(none.note, testing::StartsWith("rmsre is of 0 of 35 questions"));
  EXPECT_EQ(run_for(3'000).note, "");
}

TEST(QuestionScores, APredictionBeyondTheBoundIsDivergenceWithoutATruth) {
  Worlds worlds;
  worlds.add("blind", [] { return AnyWorld(Blind(), CompassBehaviour()); });
  const auto result =
      run(parse_config("world.name = \"blind\"\nrun.steps = 3000\nrun.divergence_bound = 0.9", "c.toml", worlds));
  ASSERT_TRUE(result.diverged());
  EXPECT_THAT(*result.divergence, HasSubstr("the predictions are as large as 0.9"));
}

TEST(QuestionScores, WhereNothingTrainsAnAgentThatIsSaid) {
  Worlds worlds;
  worlds.add("blind", [] { return AnyWorld(Blind(), CompassBehaviour()); });
  const auto refusal = [&](const std::string& kind) {
    const auto config = parse_config("world.name = \"blind\"\nagent.kind = \"" + kind + "\"", "c.toml", worlds);
    try {
      run(config);
    } catch (const InvalidInput& error) {
      return std::string(error.what());
    }
    return std::string("not refused");
  };
  EXPECT_EQ(refusal("rnn"),
            "agent.kind = \"rnn\": the head's errors train an rnn, and world \"blind\" asks nothing that a head could "
            "answer; agent.auxiliary can name questions");
  EXPECT_EQ(refusal("forecast"),
            "agent.kind = \"forecast\": a forecast network predicts the signals that the world asks about, and world "
            "\"blind\" asks about none; agent.kind = \"gvfn\" with myopic questions can");
}

}  // namespace
}  // namespace gvfn
