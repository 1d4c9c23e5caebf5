#include "gvfn/question/psr.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

#include "gvfn/base/invalid_input.hpp"
#include "question/question_table.hpp"

namespace gvfn {
namespace {

const Vocabulary vocabulary{{{"bit", 0, 1}, {"bell", 0, 1}}, {"left", "right"}};

std::vector<std::string> names(const std::vector<Question>& questions) {
  std::vector<std::string> all;
  for (const auto& question : questions) all.push_back(question.name);
  return all;
}

std::string refusal(const std::string& test, const Vocabulary& words = vocabulary) {
  try {
    psr_test(test, words);
  } catch (const InvalidInput& error) {
    return error.what();
  }
  return "not refused";
}

TEST(Psr, ATestOfOnePairAsksForASignal) {
  const auto question = psr_test("right:!bell", vocabulary);
  EXPECT_EQ(question.name, "right:!bell");
  const auto& cumulant = std::get<SignalCumulant>(question.cumulant);
  EXPECT_EQ(cumulant.signal, "bell");
  EXPECT_TRUE(cumulant.threshold.value().holds(0.25));
  EXPECT_FALSE(cumulant.threshold.value().holds(0.75));
  EXPECT_EQ(std::get<Discount>(question.continuation).gamma, 0);
  EXPECT_EQ(std::get<Always>(question.policy).action, "right");
}

TEST(Psr, ALongerTestAsksForItsRestWhereItsFirstSignalIsSeen) {
  const auto question = psr_test("left:bit  right:bell\tleft:!bit\n", vocabulary);
  EXPECT_EQ(question.name, "left:bit right:bell left:!bit");
  const auto& cumulant = std::get<PredictionCumulant>(question.cumulant);
  EXPECT_EQ(cumulant.weights, (std::map<std::string, double>{{"right:bell left:!bit", 1}}));
  EXPECT_EQ(cumulant.when.value().signal, "bit");
  EXPECT_TRUE(cumulant.when.value().threshold.holds(0.75));
  EXPECT_EQ(std::get<Always>(question.policy).action, "left");
}

TEST(Psr, APairWithoutAnActionIsOnPolicy) {
  const Vocabulary without_actions{{{"bit"}}, {}};
  const auto questions = psr_questions({":bit :!bit"}, without_actions);
  EXPECT_THAT(names(questions), testing::ElementsAre(":bit :!bit", ":!bit"));
  for (const auto& question : questions) EXPECT_TRUE(std::holds_alternative<SameAsBehaviour>(question.policy));
  EXPECT_NO_THROW(QuestionNetwork(without_actions, questions));
  EXPECT_THAT(refusal("left:bit", without_actions), testing::HasSubstr("since there are no actions"));
}

TEST(Psr, RestsComeLastAndOnce) {
  EXPECT_THAT(names(psr_questions({"left:bit right:bit left:bell", "right:bell left:bell", "right:bit"}, vocabulary)),
              testing::ElementsAre("left:bit right:bit left:bell", "right:bell left:bell", "right:bit",
                                   "right:bit left:bell", "left:bell"));
}

TEST(Psr, RestsThatAreThereAreShared) {
  std::vector<Question> questions{{"left:bell", SignalCumulant{"bell"}}};
  add_rests({"left:bit left:bell"}, vocabulary, questions);
  EXPECT_THAT(names(questions), testing::ElementsAre("left:bell"));
}

/// A ring of four places with a bit at the first and a bell at the second; a step may fail to move the agent.
struct SlipperyRing {
  static constexpr std::size_t size = 4;

  static std::array<float, 2> observation(std::size_t place) {
    return {place == 0 ? 1.0F : 0.0F, place == 1 ? 1.0F : 0.0F};
  }
  /// Calls use(next place, its probability).
  template <class Use>
  static void step(std::size_t place, std::size_t action, Use use) {
    use((place + (action == 0 ? 1 : size - 1)) % size, action == 0 ? 0.75 : 0.5);
    use(place, action == 0 ? 0.25 : 0.5);
  }
};

/// What a signal must be after an action.
struct Wanted {
  std::size_t action, signal;
  float value;
};

/// The probability that a test succeeds, from its definition.
double success(std::span<const Wanted> wanted, std::size_t place) {
  if (wanted.empty()) return 1;
  double sum = 0;
  SlipperyRing::step(place, wanted[0].action, [&](std::size_t next, double prob) {
    if (SlipperyRing::observation(next)[wanted[0].signal] == wanted[0].value)
      sum += prob * success(wanted.subspan(1), next);
  });
  return sum;
}

TEST(Psr, TheAnswerIsTheProbabilityOfSuccess) {
  const QuestionTable<double> network(
      QuestionNetwork(vocabulary, psr_questions({"left:!bit right:bell right:bit"}, vocabulary)));
  const std::array<Wanted, 3> wanted{{{0, 0, 0}, {1, 1, 1}, {1, 0, 1}}};
  // The answers in each place: the mean cumulant over the next places, from the answers there.
  std::array<std::array<double, 3>, SlipperyRing::size> answers{};
  auto memory = network.memory();
  Targets<double> targets(network.size());
  for (std::size_t round = 0; round < wanted.size(); ++round) {
    auto better = answers;
    for (std::size_t place = 0; place < SlipperyRing::size; ++place) {
      better[place] = {};
      for (std::size_t action = 0; action < 2; ++action) {
        SlipperyRing::step(place, action, [&](std::size_t next, double prob) {
          const auto seen = SlipperyRing::observation(next);
          network.evaluate({seen, action, 1, seen}, answers[place].data(), answers[next].data(), memory, targets);
          for (std::size_t j = 0; j < network.size(); ++j)
            better[place][j] += prob * targets.rho[j] * targets.cumulant[j];
        });
      }
    }
    answers = better;
  }
  for (std::size_t place = 0; place < SlipperyRing::size; ++place)
    for (std::size_t j = 0; j < network.size(); ++j)
      EXPECT_DOUBLE_EQ(answers[place][j], success(std::span(wanted).subspan(j), place)) << place << " " << j;
  EXPECT_DOUBLE_EQ(answers[1][0], 0.75 * 0.5 * 0.5 + 0.25 * 0.5 * 0.5);  // to 2 and back, or in place; then to 0
}

TEST(Psr, ThousandPairsAreEnough) {
  std::string test;
  for (int i = 0; i < 100; ++i) test += "left:bit ";
  EXPECT_EQ(QuestionNetwork(vocabulary, psr_questions({test}, vocabulary)).size(), 100U);
  EXPECT_EQ(refusal(test + "left:bit"), "a test has at most 100 pairs");
}

TEST(Psr, WhatIsNoTestIsRefused) {
  EXPECT_EQ(refusal(" "), "a test has at least one pair, ACTION:SIGNAL");
  EXPECT_EQ(refusal("left:bit right"),
            "pair 2 of the test, \"right\": a pair is ACTION:SIGNAL, ACTION:!SIGNAL or :SIGNAL");
  EXPECT_THAT(refusal("left:"), testing::HasSubstr("a pair is ACTION:SIGNAL"));
  EXPECT_THAT(refusal("left:!"), testing::HasSubstr("a pair is ACTION:SIGNAL"));
  EXPECT_EQ(refusal("lift:bit"), "pair 1 of the test, \"lift:bit\": unknown action \"lift\"; did you mean \"left\"?");
  EXPECT_EQ(refusal("left:!bid"), "pair 1 of the test, \"left:!bid\": unknown signal \"bid\"; did you mean \"bit\"?");
  EXPECT_LT(refusal(std::string(100'000, 'x')).size(), 300U);
}

}  // namespace
}  // namespace gvfn
