#include "gvfn/question/language.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gvfn/base/invalid_input.hpp"

namespace gvfn {
namespace {

const std::string preamble = R"(
one_hot = ["red", "white"]
actions = ["left", "right"]
[signals]
level = [-2, 3]
free = "any"
[events]
wall = { signal = "white", below = 0.5 }
bump = [{ previous = "red", above = 0.5 }, { action = "left" }]
)";

QuestionFile parse(const std::string& text) { return parse_questions(preamble + text, "test.toml"); }

std::string refusal(const std::string& text) {
  try {
    const auto file = parse(text);
    QuestionNetwork(file.vocabulary, file.questions);
  } catch (const InvalidInput& error) {
    return error.what();
  }
  return "not refused";
}

TEST(Language, ReadsAVocabulary) {
  const auto file = parse("[[question]]\nname = \"q\"\ncumulant = \"red\"\ncontinuation = 0.5");
  ASSERT_EQ(file.vocabulary.signals.size(), 4U);
  EXPECT_EQ(file.vocabulary.signals[0].name, "red");
  EXPECT_EQ(file.vocabulary.signals[0].one_hot_group, 1);
  EXPECT_EQ(file.vocabulary.signals[file.vocabulary.signal("level")].high, 3);
  EXPECT_THAT(file.vocabulary.actions, testing::ElementsAre("left", "right"));
}

TEST(Language, ReadsEveryKindOfCumulant) {
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

TEST(Language, ReadsEveryKindOfContinuation) {
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

TEST(Language, ReadsEveryKindOfPolicy) {
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

TEST(Language, AFamilyStandsForAllItsMembers) {
  const auto file = parse(R"([[question]]
name = "{signal} for {steps}, was {steps-1}"
for = { signal = ["red", "white"], steps = [2, 4] }
cumulant = "{signal}"
continuation = { horizon = "{steps}" })");
  ASSERT_EQ(file.questions.size(), 4U);
  EXPECT_EQ(file.questions[0].name, "red for 2, was 1");
  EXPECT_EQ(file.questions[1].name, "red for 4, was 3");
  EXPECT_EQ(file.questions[3].name, "white for 4, was 3");
  EXPECT_EQ(std::get<Discount>(file.questions[1].continuation).gamma, 0.75);
}

TEST(Language, AFamilyMayBeEvenlySpaced) {
  const auto file = parse(R"([[question]]
name = "q {gamma}"
for = { gamma = { from = 0.2, to = 0.8, count = 3 } }
cumulant = "red"
continuation = "{gamma}")");
  ASSERT_EQ(file.questions.size(), 3U);
  EXPECT_DOUBLE_EQ(std::get<Discount>(file.questions[0].continuation).gamma, 0.2);
  EXPECT_DOUBLE_EQ(std::get<Discount>(file.questions[1].continuation).gamma, 0.5);
  EXPECT_DOUBLE_EQ(std::get<Discount>(file.questions[2].continuation).gamma, 0.8);
}

TEST(Language, EveryShippedSetIsSound) {
  const std::map<std::string_view, std::size_t> sizes{
      {"terminating-horizon", 35}, {"horizon", 35},     {"naive", 5},          {"expert", 40},
      {"expert-paper", 45},        {"ring-chains", 10}, {"ring-chains-6", 12}, {"cycle-chain", 6},
      {"mackey-glass", 32},        {"mso", 128},        {"case-study", 128}};
  EXPECT_EQ(shipped_questions().size(), sizes.size());
  for (const auto& [name, size] : sizes) {
    const auto file = load_questions(std::string(name));
    EXPECT_EQ(QuestionNetwork(file.vocabulary, file.questions).size(), size) << name;
    EXPECT_FALSE(file.title.empty()) << name;
  }
}

TEST(Language, TheExpertSetIsTheAuthors) {
  const auto file = load_questions("expert");
  const QuestionNetwork network(file.vocabulary, file.questions);
  EXPECT_EQ(network.dependencies().size(), 20U);
  const auto& last = file.questions.back();
  EXPECT_EQ(last.name, "green at the wall after right");
  EXPECT_EQ(std::get<PredictionCumulant>(last.cumulant).weights.begin()->first, "green ahead after right");
  EXPECT_EQ(std::get<Discount>(last.continuation).gamma, 1);
}

TEST(Language, MistakesAreNamedWithTheirPlace) {
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
              testing::HasSubstr("\"scale\" goes with \"signal\""));
  EXPECT_THAT(question("cumulant = \"red\"\ncontinuation = \"soon\""),
              testing::HasSubstr("a continuation is \"myopic\", a number, or a table"));
  EXPECT_THAT(question("cumulant = \"red\"\ncontinuation = 0\nfor = { x = { from = 0, to = 1, count = 1e9 } }"),
              testing::HasSubstr("is not a whole number from 2 to"));
}

TEST(Language, TextThatIsNoTomlIsRefusedWithLineAndColumn) {
  EXPECT_THAT(refusal("[[question]\nname = 3"), testing::StartsWith("test.toml:10:"));
}

TEST(Language, AFileWithoutQuestionsIsRefused) { EXPECT_THAT(refusal(""), testing::HasSubstr("asks no question")); }

TEST(Language, AnUnknownSetIsRefusedWithTheNearestName) {
  EXPECT_THROW(
      {
        try {
          load_questions("exprt");
        } catch (const InvalidInput& error) {
          EXPECT_THAT(error.what(), testing::HasSubstr("did you mean \"expert\"?"));
          throw;
        }
      },
      InvalidInput);
}

}  // namespace
}  // namespace gvfn
