// By what a question is scored.

#include "experiment/score_plan.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "experiment/question_scores.hpp"
#include "gvfn/world/world.hpp"

namespace gvfn {
namespace {

TEST(ScorePlan, OfAForecastNetworkAreOfWhatComesTrue) {
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

TEST(ScorePlan, ATruthIsThatOfAQuestionThatIsMadeOfTheSame) {
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

}  // namespace
}  // namespace gvfn
