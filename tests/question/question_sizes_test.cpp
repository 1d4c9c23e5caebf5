#include "question/question_sizes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gvfn/base/invalid_input.hpp"
#include "gvfn/question/question_network.hpp"

namespace gvfn {
namespace {

/// How many of these questions may be asked; and what is said of one more.
struct Most {
  std::size_t count = 0;
  std::string says = {};
};
Most most(const Question& question, std::size_t actions = 2) {
  Vocabulary vocabulary{{{"x"}}, {}};
  for (std::size_t a = 0; a < actions; ++a) vocabulary.actions.push_back(std::to_string(a));
  QuestionSizes sizes((VocabularyIndex(vocabulary)));
  for (Most found;; ++found.count) {
    try {
      sizes.add(question);
    } catch (const InvalidInput& error) {
      found.says = error.what();
      return found;
    }
  }
}

TEST(QuestionSizes, ConditionsPredictionsAndProbabilitiesAreLimitedTogether) {
  constexpr auto says =
      "there are more than 1000000 conditions, predictions and probabilities in all questions together";
  const Event event{std::vector<Condition>(20'000, {Condition::On::observation, "x", {}})};
  PredictionCumulant sum;
  Probabilities policy;
  for (int i = 0; i < 10'000; ++i) sum.weights[std::to_string(i)] = policy.of[std::to_string(i)] = 1;
  const auto expect_most = [&](const Question& question, std::size_t count) {
    const auto found = most(question);
    EXPECT_EQ(found.count, count);
    EXPECT_THAT(found.says, testing::HasSubstr(says));
  };
  expect_most({"q", SignalCumulant{"x"}, Discount{0.5, event}}, 50);
  expect_most({"q", EventCumulant{event}, Discount{0.5, event}}, 25);
  expect_most({"q", sum}, 100);
  expect_most({"q", SignalCumulant{"x"}, Discount{}, policy}, 100);
  expect_most({"q", sum, Discount{}, Conditional{"q", {}, policy, policy}}, 33);
}

TEST(QuestionSizes, ProbabilitiesOfActionsAreLimited) {
  EXPECT_EQ(most({"q", SignalCumulant{"x"}, Discount{}, UniformlyRandom{}}, 10'000).count, 1'000U);
  EXPECT_EQ(
      most({"q", SignalCumulant{"x"}, Discount{}, Conditional{"q", {}, Always{"0"}, UniformlyRandom{}}}, 10'000).count,
      500U);
  EXPECT_THAT(most({"q", SignalCumulant{"x"}, Discount{}, Always{"1"}}, 10'000).says,
              "with question 1001, \"q\", there are more than 10000000 probabilities of actions in all questions "
              "together");
}

TEST(QuestionSizes, LettersAreLimited) {
  const std::string name(10'000, 'x');
  const auto found = most({name, PredictionCumulant{{{name, 1.0}}, SignalCondition{name}}, Discount{}, Always{name}});
  EXPECT_EQ(found.count, 2'500U);
  EXPECT_THAT(found.says, testing::HasSubstr("there are more than 100000000 letters in the names"));
  EXPECT_THAT(most({name + "x", NoiseCumulant{}}).says,
              testing::StartsWith("a question has a name of 10001 letters, which are more than 10000: \"xxx"));
  EXPECT_EQ(most({"", NoiseCumulant{}}).says, "a question has no name");
}

TEST(QuestionSizes, NetworksLookBeforeTheyWork) {
  const Event event{std::vector<Condition>(20'000, {Condition::On::observation, "x", {}})};
  const std::vector<Question> questions(51, {"q", SignalCumulant{"x"}, Discount{0.5, event}});
  EXPECT_THAT(
      [&] {
        QuestionNetwork({{{"x"}}, {}}, questions);
      },
      testing::ThrowsMessage<InvalidInput>(testing::HasSubstr("with question 51, \"q\"")));
}

}  // namespace
}  // namespace gvfn
