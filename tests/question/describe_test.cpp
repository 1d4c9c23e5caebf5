#include "gvfn/question/describe.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gvfn/language/question_file.hpp"

namespace gvfn {
namespace {

using testing::HasSubstr;

QuestionNetwork shipped(const std::string& name) {
  const auto file = load_questions(name);
  return {file.vocabulary, file.questions};
}

TEST(Describe, TheTableSaysWhatIsAsked) {
  const auto red = describe(shipped("naive")).at(2);
  EXPECT_EQ(red.name, "red ahead");
  EXPECT_EQ(red.cumulant, "red");
  EXPECT_EQ(red.continuation, "1 until white below 0.5");
  EXPECT_EQ(red.policy, "always forward");
  EXPECT_EQ(red.answer, "0 to 1");
}

TEST(Describe, TheGraphNamesWhoUsesWhom) {
  EXPECT_THAT(describe_graph(shipped("expert")), HasSubstr("\"red ahead after left\" uses \"red ahead\""));
  EXPECT_THAT(describe_graph(shipped("naive")), HasSubstr("no question uses another's answer"));
}

TEST(Describe, DotHasANodeForEachQuestionAndAnArrowForEachUse) {
  const auto dot = to_dot(shipped("ring-chains"));
  EXPECT_THAT(dot, testing::StartsWith("digraph"));
  EXPECT_THAT(dot, HasSubstr("\"forward 1\";"));
  EXPECT_THAT(dot, HasSubstr("\"forward 2\" -> \"forward 1\";"));
}

TEST(Describe, DotQuotesNames) {
  const QuestionNetwork network({{{"x"}}, {}}, {{"say \"hi\"", SignalCumulant{"x"}}});
  EXPECT_THAT(to_dot(network), HasSubstr("\"say \\\"hi\\\"\";"));
}

TEST(Describe, ASigmoidIsWarnedOfAnswersItCannotGive) {
  const auto found = warnings(shipped("horizon"), Activation::sigmoid);
  EXPECT_EQ(found.size(), 35U);
  EXPECT_THAT(found, testing::Contains(HasSubstr("up to 128, but a sigmoid unit gives at most 1")));
  EXPECT_TRUE(warnings(shipped("horizon"), Activation::linear).empty());
  EXPECT_TRUE(warnings(shipped("terminating-horizon"), Activation::sigmoid).empty());
}

TEST(Describe, ASigmoidIsWarnedOfAnswersThatNeedNotEnd) {
  const auto found = warnings(shipped("expert"), Activation::sigmoid);
  EXPECT_EQ(found.size(), 10U);
  EXPECT_THAT(found, testing::Contains(HasSubstr("nothing bounds the answer to \"red at the wall after left\"")));
  EXPECT_TRUE(warnings(shipped("mackey-glass"), Activation::linear).empty());
}

TEST(Describe, EveryKindOfQuestionHasWords) {
  const QuestionNetwork network(
      {{{"x"}}, {"go", "stop"}},
      {{"a", SignalCumulant{"x", 2, true}, Discount{0.5}, Probabilities{{{"go", 0.5}, {"stop", 0.5}}}},
       {"b", NoiseCumulant{3}, Discount{0.5, Event{{{Condition::On::action, "go", {}}}}, 0.25}, UniformlyRandom{}},
       {"c", CumulantFunction{[](const Transition&) { return 0.0; }},
        ContinuationFunction{[](const Transition&) { return 0.0; }},
        PolicyFunction{[](std::span<const float>, std::size_t) { return 1.0; }}},
       {"d", PredictionCumulant{{{"a", 2.0}, {"b", 1.0}}}, Discount{},
        Conditional{"a", {}, Always{"go"}, Always{"stop"}}},
       {"e", PredictionCumulant{{{"a", 1.0}}, SignalCondition{"x", {Threshold::Side::above, 0.5}}}}});
  const auto rows = describe(network);
  ASSERT_EQ(rows.size(), 5U);
  EXPECT_EQ(rows[0].cumulant, "2 x / largest so far");
  EXPECT_EQ(rows[0].policy, "go 0.5, stop 0.5");
  EXPECT_EQ(rows[1].continuation, "0.5 until action go (then 0.25)");
  EXPECT_EQ(rows[2].cumulant, "a function");
  EXPECT_EQ(rows[2].continuation, "a function");
  EXPECT_EQ(rows[2].policy, "a function");
  EXPECT_EQ(rows[3].cumulant, "2 (a) + (b)");
  EXPECT_EQ(rows[3].policy, "always go if (a) is above 0, else always stop");
  EXPECT_EQ(rows[4].cumulant, "(a) when x above 0.5");
}

}  // namespace
}  // namespace gvfn
