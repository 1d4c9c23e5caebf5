#include "gvfn/language/question_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "language/question_text.hpp"

namespace gvfn {
namespace {

TEST(Language, ReadsAVocabulary) {
  const auto file = parse("[[question]]\nname = \"q\"\ncumulant = \"red\"\ncontinuation = 0.5");
  ASSERT_EQ(file.vocabulary.signals.size(), 4U);
  EXPECT_EQ(file.vocabulary.signals[0].name, "red");
  EXPECT_EQ(file.vocabulary.signals[0].one_hot_group, 1);
  EXPECT_EQ(file.vocabulary.signals[file.vocabulary.signal("level")].high, 3);
  EXPECT_THAT(file.vocabulary.actions, testing::ElementsAre("left", "right"));
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
  const std::map<std::string_view, std::size_t> sizes{{"terminating-horizon", 35},
                                                      {"horizon", 35},
                                                      {"naive", 5},
                                                      {"expert", 40},
                                                      {"expert-paper", 45},
                                                      {"ring-chains", 10},
                                                      {"ring-chains-6", 12},
                                                      {"cycle-chain", 6},
                                                      {"mackey-glass", 32},
                                                      {"mso", 128},
                                                      {"case-study", 128},
                                                      {"ring-tests", 6},
                                                      {"coffee", 4},
                                                      {"compass-forecast", 40},
                                                      {"expert-45", 45},
                                                      {"mackey-glass-authors", 128}};
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

TEST(Language, TextThatIsNoTomlIsRefusedWithLineAndColumn) {
  EXPECT_THAT(refusal("[[question]\nname = 3"), testing::StartsWith("test.toml:10:"));
}

TEST(Language, AFileOfTooManyQuestionsIsRefused) {
  std::string family =
      "[[question]]\nname = \"{x}\"\nfor = { x = { from = 0, to = 1, count = 60000 } }\n"
      "cumulant = \"red\"\ncontinuation = 0\n";
  EXPECT_THAT(refusal(family + family), testing::HasSubstr("more than 100000 questions"));
}

TEST(Language, TheRestsOfTestsCountAsQuestions) {
  std::string endings;
  for (int i = 0; i < 12; ++i) endings += " {" + std::string(1, static_cast<char>('a' + i)) + "}:red";
  std::string family = "[[question]]\nname = \"" + endings + "\"\ntest = \"";
  for (int i = 0; i < 30; ++i) family += "left:red ";
  family += endings + "\"\nfor = {";
  for (int i = 0; i < 12; ++i)
    family += std::string(i ? ", " : "") + static_cast<char>('a' + i) + " = [\"left\", \"right\"]";
  EXPECT_EQ(refusal(family + "}"), "test.toml:10:1: with the rests of its tests, there are more than 100000 questions");
}

TEST(Language, AFileWithoutQuestionsIsRefused) { EXPECT_THAT(refusal(""), testing::HasSubstr("asks no question")); }

TEST(Language, AnUnknownSetIsRefusedWithTheNearestName) {
  EXPECT_THAT([] { load_questions("exprt"); },
              testing::ThrowsMessage<InvalidInput>(testing::HasSubstr("did you mean \"expert\"?")));
}

}  // namespace
}  // namespace gvfn
