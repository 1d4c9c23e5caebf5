#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "language/question_text.hpp"

namespace gvfn {
namespace {

TEST(QuestionReader, ReadsEveryKindOfCumulant) {
  const auto cumulant = [](const std::string& text) {
    return parse("[[question]]\nname = \"q\"\ncontinuation = 0.75\ncumulant = " + text).questions.at(0).cumulant;
  };
  EXPECT_EQ(std::get<SignalCumulant>(cumulant("\"red\"")).signal, "red");
  EXPECT_EQ(std::get<SignalCumulant>(cumulant("{ signal = \"red\", scale = 2, average = true }")).scale, 0.5);
  EXPECT_TRUE(std::get<SignalCumulant>(cumulant("{ signal = \"red\", normalise = true }")).normalise);
  const auto threshold = std::get<SignalCumulant>(cumulant("{ signal = \"level\", below = 1.5 }")).threshold;
  ASSERT_TRUE(threshold.has_value());
  EXPECT_TRUE(threshold->holds(1));
  EXPECT_FALSE(threshold->holds(2));
  EXPECT_EQ(std::get<PredictionCumulant>(cumulant("{ prediction = \"other\" }")).weights.at("other"), 1);
  EXPECT_EQ(std::get<PredictionCumulant>(cumulant("{ predictions = { a = 0.5, b = -1 } }")).weights.at("b"), -1);
  EXPECT_EQ(std::get<NoiseCumulant>(cumulant("{ noise = 2 }")).deviation, 2);
}

TEST(QuestionReader, ReadsWhenPredictionsCount) {
  const auto cumulant = [](const std::string& text) {
    const auto file =
        parse("[[question]]\nname = \"q\"\nfor = { s = [\"red\"] }\ncontinuation = 0\ncumulant = " + text);
    return std::get<PredictionCumulant>(file.questions.at(0).cumulant);
  };
  EXPECT_FALSE(cumulant("{ prediction = \"a\" }").when.has_value());
  const auto one = cumulant("{ prediction = \"a\", when = { signal = \"{s}\", above = 0.25 } }");
  EXPECT_EQ(one.weights.at("a"), 1);
  ASSERT_TRUE(one.when.has_value());
  EXPECT_EQ(one.when->signal, "red");
  EXPECT_TRUE(one.when->threshold.holds(0.5));
  const auto several = cumulant("{ predictions = { a = 2, b = 3 }, when = { signal = \"level\", below = -1 } }");
  EXPECT_EQ(several.weights.at("b"), 3);
  ASSERT_TRUE(several.when.has_value());
  EXPECT_FALSE(several.when->threshold.holds(0));
}

TEST(QuestionReader, ReadsTests) {
  const auto file = parse(R"([[question]]
for = { move = ["left", "right"] }
test = "  {move}:white   left:!red "
[[question]]
name = "red on the right"
test = "right:red")");
  ASSERT_EQ(file.questions.size(), 4U);
  EXPECT_EQ(file.questions[0].name, "left:white left:!red");
  EXPECT_EQ(file.questions[1].name, "right:white left:!red");
  EXPECT_EQ(file.questions[2].name, "red on the right");
  EXPECT_EQ(file.questions[3].name, "left:!red");  // what the first two need and the file does not name
  EXPECT_EQ(std::get<Always>(file.questions[1].policy).action, "right");
}

TEST(QuestionReader, ATestGoesOnWithTheQuestionThatTheFileNamesSo) {
  const auto file = parse(R"([[question]]
test = "left:white left:red"
[[question]]
name = "left:red"
cumulant = "red"
continuation = "myopic"
policy = "always left")");
  ASSERT_EQ(file.questions.size(), 2U);
  EXPECT_FALSE(std::get<SignalCumulant>(file.questions[1].cumulant).threshold.has_value());
}

TEST(QuestionReader, ReadsEveryKindOfContinuation) {
  const auto discount = [](const std::string& text) {
    const auto file = parse("[[question]]\nname = \"q\"\ncumulant = \"red\"\ncontinuation = " + text);
    return std::get<Discount>(file.questions.at(0).continuation);
  };
  EXPECT_EQ(discount("\"myopic\"").gamma, 0);
  EXPECT_EQ(discount("0.9").gamma, 0.9);
  EXPECT_EQ(discount("{ gamma = 0.9 }").gamma, 0.9);
  EXPECT_EQ(discount("{ horizon = 4 }").gamma, 0.75);
  const auto until = discount("{ gamma = 1, until = \"bump\", then = 0.25 }");
  EXPECT_EQ(until.then, 0.25);
  ASSERT_EQ(until.until->conditions.size(), 2U);
  EXPECT_EQ(until.until->conditions[0].on, Condition::On::observation);
  EXPECT_EQ(until.until->conditions[1].on, Condition::On::action);
}

TEST(QuestionReader, ReadsEveryKindOfPolicy) {
  const auto policy = [](const std::string& text) {
    return parse("[[question]]\nname = \"q\"\ncumulant = \"red\"\ncontinuation = 0\n" + text).questions.at(0).policy;
  };
  EXPECT_TRUE(std::holds_alternative<SameAsBehaviour>(policy("")));
  EXPECT_TRUE(std::holds_alternative<SameAsBehaviour>(policy("policy = \"behaviour\"")));
  EXPECT_TRUE(std::holds_alternative<UniformlyRandom>(policy("policy = \"random\"")));
  EXPECT_EQ(std::get<Always>(policy("policy = \"always left\"")).action, "left");
  EXPECT_EQ(std::get<Probabilities>(policy("policy = { probabilities = { left = 0.25, right = 0.75 } }")).of.at("left"),
            0.25);
  const auto conditional = std::get<Conditional>(
      policy("policy = { if = \"other\", above = 0.5, then = \"always left\", else = \"random\" }"));
  EXPECT_EQ(conditional.prediction, "other");
  EXPECT_TRUE(std::holds_alternative<UniformlyRandom>(conditional.otherwise));
}

TEST(QuestionReader, ReadsCumulantsOfEvents) {
  const auto cumulant = [](const std::string& text) {
    const auto file = parse("[[question]]\nname = \"q\"\ncontinuation = 0.75\ncumulant = " + text);
    return std::get<EventCumulant>(file.questions.at(0).cumulant);
  };
  const auto plain = cumulant("{ event = \"bump\" }");
  EXPECT_EQ(plain.scale, 1);
  ASSERT_EQ(plain.event.conditions.size(), 2U);
  EXPECT_EQ(plain.event.conditions[0].on, Condition::On::observation);
  EXPECT_EQ(plain.event.conditions[1].name, "left");
  EXPECT_EQ(cumulant("{ event = \"wall\", scale = -2 }").scale, -2);
  EXPECT_EQ(cumulant("{ event = \"wall\", average = true }").scale, 0.25);
}

TEST(QuestionReader, MistakesAreNamedWithTheirPlace) {
  const auto question = [](const std::string& text) { return refusal("[[question]]\nname = \"q\"\n" + text); };
  EXPECT_EQ(question("cumulant = \"rad\"\ncontinuation = 0"),
            "test.toml:12:12: unknown signal \"rad\"; did you mean \"red\"?");
  EXPECT_EQ(question("cumulant = \"red\"\ncontinuation = 1.5"), "test.toml:13:16: gamma 1.5 is outside [0, 1]");
  EXPECT_EQ(question("cumulant = \"red\"\ncontinuation = { horizon = 0.5 }"),
            "test.toml:13:28: horizon 0.5 is below 1 step");
  EXPECT_EQ(question("cumulant = \"red\"\ncontinuation = { gamma = 1, until = \"wal\" }"),
            "test.toml:13:37: unknown event \"wal\"; did you mean \"wall\"?");
  EXPECT_EQ(question("cumulnt = \"red\"\ncontinuation = 0"),
            "test.toml:12:11: unknown key in a question \"cumulnt\"; did you mean \"cumulant\"?");
  EXPECT_EQ(question("cumulant = \"red\"\ncontinuation = 0\npolicy = \"always lift\""),
            "test.toml:14:10: unknown action \"lift\"; did you mean \"left\"?");
  EXPECT_THAT(question("cumulant = \"red\""), testing::HasSubstr("\"continuation\" is missing"));
  EXPECT_THAT(question("cumulant = \"{colour}\"\ncontinuation = 0"),
              testing::HasSubstr("unknown placeholder \"colour\""));
  EXPECT_THAT(question("cumulant = { noise = 1, scale = 2 }\ncontinuation = 0"),
              testing::HasSubstr("\"scale\" goes with \"signal\" or \"event\""));
  EXPECT_EQ(question("cumulant = { event = \"wal\" }\ncontinuation = 0"),
            "test.toml:12:22: unknown event \"wal\"; did you mean \"wall\"?");
  EXPECT_THAT(question("cumulant = { event = \"wall\", above = 0 }\ncontinuation = 0"),
              testing::HasSubstr("\"above\" goes with \"signal\""));
  EXPECT_EQ(question("cumulant = { signal = \"red\", when = { signal = \"red\", above = 0 } }\ncontinuation = 0"),
            "test.toml:12:37: \"when\" goes with \"prediction\" or \"predictions\"");
  EXPECT_THAT(question("cumulant = { prediction = \"a\", when = { signal = \"rad\", above = 0 } }\ncontinuation = 0"),
              testing::HasSubstr("unknown signal \"rad\"; did you mean \"red\"?"));
  EXPECT_THAT(question("cumulant = { prediction = \"a\", when = { signal = \"red\" } }\ncontinuation = 0"),
              testing::HasSubstr("needs \"above\" or \"below\""));
  EXPECT_THAT(question("cumulant = { prediction = \"a\", when = { action = \"left\" } }\ncontinuation = 0"),
              testing::HasSubstr("unknown key in \"when\" \"action\""));
  EXPECT_THAT(question("cumulant = { prediction = \"a\", when = \"red\" }\ncontinuation = 0"),
              testing::HasSubstr("\"when\" is a table"));
  EXPECT_THAT(question("cumulant = \"red\"\ncontinuation = \"soon\""),
              testing::HasSubstr("a continuation is \"myopic\", a number, or a table"));
  EXPECT_THAT(question("cumulant = \"red\"\ncontinuation = 0\nfor = { x = { from = 0, to = 1, count = 1e9 } }"),
              testing::HasSubstr("is not a whole number from 2 to"));
}

TEST(QuestionReader, MistakesInTestsAreNamedWithTheirPlace) {
  const auto question = [](const std::string& text) { return refusal("[[question]]\n" + text); };
  EXPECT_EQ(question("test = \"left:white lift:red\""),
            "test.toml:11:8: pair 2 of the test, \"lift:red\": unknown action \"lift\"; did you mean \"left\"?");
  EXPECT_EQ(question("test = \"left:red\"\ncumulant = \"red\""),
            "test.toml:12:12: a question with a \"test\" has no \"cumulant\"");
  EXPECT_THAT(question("test = \"left:red\"\ncontinuation = 0"), testing::HasSubstr("has no \"continuation\""));
  EXPECT_THAT(question("test = \"left:red\"\npolicy = \"random\""), testing::HasSubstr("has no \"policy\""));
  EXPECT_EQ(question("test = 3"), "test.toml:11:8: a text in quotes is expected");
  EXPECT_THAT(question("test = \"{move}:red\""), testing::HasSubstr("unknown placeholder \"move\""));
  EXPECT_EQ(question("test = \"left:red\"\n[[question]]\ntest = \" left:red\""),
            "two questions are named \"left:red\"");
}

}  // namespace
}  // namespace gvfn
