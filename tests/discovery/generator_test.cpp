#include "discovery/generator.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "gvfn/question/describe.hpp"

namespace gvfn {
namespace {

const Vocabulary vocabulary{{{"x"}, {"y"}}, {"left", "right"}};

Generator generator(const std::string& text) { return Generator(parse_primitives(text, "p", vocabulary)); }

/// How often each part of a question is drawn.
std::map<std::string, int> count_draws(const Generator& from, const LivingQuestions& living,
                                       const std::vector<std::string>& usable, int draws) {
  Random random(1);
  std::map<std::string, int> counts;
  for (int i = 0; i < draws; ++i) {
    const auto question = from.draw(living, usable, random);
    ++counts[question ? definition(*question) : "none"];
  }
  return counts;
}

TEST(Generator, DrawsByWeightAndThenEvenly) {
  const auto from = generator(R"(
    [[cumulant]]
    weight = 3
    for = { s = ["x", "y"] }
    cumulant = "{s}"
    [[cumulant]]
    weight = 0
    cumulant = { noise = 1 }
    [[continuation]]
    continuation = "myopic"
    [[continuation]]
    continuation = 0.5
    [[policy]]
    weight = 0.25
    policy = "random"
    [[policy]]
    weight = 0.75
    policy = "always left"
  )");
  const int draws = 20'000;
  const auto counts = count_draws(from, {vocabulary, {}}, {}, draws);
  EXPECT_EQ(counts.size(), 8U);
  for (const auto& [definition, count] : counts) {
    const double expected = draws * 0.5 * 0.5 * (definition.ends_with("random") ? 0.25 : 0.75);
    EXPECT_NEAR(count, expected, 4 * std::sqrt(expected)) << definition;
  }
}

const std::string compositional = R"(
    [[cumulant]]
    cumulant = "x"
    [[cumulant]]
    cumulant = { prediction = "any" }
    [[continuation]]
    continuation = "myopic"
  )";

TEST(Generator, MakesQuestionsOfThoseThatMayBeUsed) {
  const LivingQuestions living(
      vocabulary, {{"a", SignalCumulant{"y"}}, {"b", SignalCumulant{"y", 2}}, {"c", SignalCumulant{"y", 3}}});
  const auto from = generator(compositional);
  const auto counts = count_draws(from, living, {"a", "c"}, 4'000);
  EXPECT_EQ(counts.size(), 3U);
  EXPECT_NEAR(counts.at("x; myopic; behaviour"), 2'000, 130);
  EXPECT_NEAR(counts.at("(a); myopic; behaviour"), 1'000, 110);
  EXPECT_NEAR(counts.at("(c); myopic; behaviour"), 1'000, 110);
  // Where none may be, a cumulant of another kind is drawn.
  EXPECT_EQ(count_draws(from, living, {}, 100).at("x; myopic; behaviour"), 100);
}

TEST(Generator, NeverDrawsWhatIsAskedAlready) {
  const LivingQuestions living(vocabulary, {{"a", SignalCumulant{"x"}}});
  const auto from = generator(compositional);
  EXPECT_EQ(count_draws(from, living, {"a"}, 100).at("(a); myopic; behaviour"), 100);
  EXPECT_EQ(count_draws(from, living, {}, 2).at("none"), 2);
}

TEST(Generator, EachNoiseIsAnotherOne) {
  const auto from = generator("[[cumulant]]\ncumulant = { noise = 2 }\n[[continuation]]\ncontinuation = 0.5");
  const LivingQuestions living(vocabulary, {{"a", NoiseCumulant{2}, Discount{0.5}}});
  EXPECT_EQ(count_draws(from, living, {}, 10).at("noise of deviation 2; 0.5; behaviour"), 10);
}

TEST(Generator, AnAverageIsThatOfTheContinuationDrawnWithIt) {
  const auto from = generator(R"(
    [[cumulant]]
    cumulant = { signal = "x", average = true }
    [[continuation]]
    for = { gamma = [0, 0.75] }
    continuation = "{gamma}"
    [[continuation]]
    continuation = { gamma = 1, until = "high" }
    [events]
    high = { signal = "y", above = 2 }
  )");
  const auto counts = count_draws(from, {vocabulary, {}}, {}, 100);
  EXPECT_EQ(counts.size(), 3U);
  EXPECT_TRUE(counts.contains("x; myopic; behaviour"));
  EXPECT_TRUE(counts.contains("0.25 x; 0.75; behaviour"));
  EXPECT_TRUE(counts.contains("x; 1 until y above 2; behaviour"));
}

TEST(Generator, WhatIsMyopicEndsAtNoEvent) {
  const auto from = generator(
      "[events]\nhigh = { signal = \"y\", above = 2 }\n[[cumulant]]\ncumulant = \"x\"\n[[continuation]]\n"
      "continuation = { gamma = 0, until = \"high\" }");
  EXPECT_EQ(count_draws(from, {vocabulary, {}}, {}, 3).at("x; myopic; behaviour"), 3);
}

TEST(Generator, AnyIsAnotherQuestionThanThoseThatAreNamed) {
  const LivingQuestions living(vocabulary, {{"a", SignalCumulant{"x"}}, {"b", SignalCumulant{"y"}}});
  const auto from = generator(R"(
    [[cumulant]]
    cumulant = { predictions = { a = 1, any = 0.5 } }
    [[continuation]]
    continuation = "myopic"
    [[policy]]
    policy = { if = "any", above = 0.5, then = "always left", else = "random" }
  )");
  const auto counts = count_draws(from, living, {"a", "b"}, 100);
  EXPECT_EQ(counts.size(), 2U);  // by the policies
  for (const auto& [definition, count] : counts)
    EXPECT_THAT(definition, testing::StartsWith("(a) + 0.5 (b); myopic; always left if ("));
}

}  // namespace
}  // namespace gvfn
