#include "discovery/living_questions.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gvfn/base/invalid_input.hpp"
#include "gvfn/question/describe.hpp"

namespace gvfn {
namespace {

using testing::ElementsAre;

const Vocabulary vocabulary{{{"x"}, {"y"}}, {"left", "right"}};

/// b and c use a, d uses c, and e asks for something if d is large.
LivingQuestions family() {
  LivingQuestions living(vocabulary, {{"a", SignalCumulant{"x"}}, {"b", PredictionCumulant{{{"a", 1}}}}});
  living.add({"c", PredictionCumulant{{{"a", 0.5}, {"b", 0.25}}}}, 7);
  living.add({"d", PredictionCumulant{{{"c", 1}}}}, 8);
  living.add({"e", SignalCumulant{"y"}, Discount{},
              Conditional{"d", {Threshold::Side::above, 1}, Always{"left"}, Always{"right"}}},
             9);
  return living;
}

TEST(LivingQuestions, KnowWhoUsesWhom) {
  const auto living = family();
  EXPECT_THAT(living.used_by(0), ElementsAre());
  EXPECT_THAT(living.used_by(2), ElementsAre(0, 1));
  EXPECT_THAT(living.used_by(4), ElementsAre(3));
  EXPECT_THAT(living.users_of(0), ElementsAre(false, true, true, true, true));
  EXPECT_THAT(living.users_of(3), ElementsAre(false, false, false, false, true));
  EXPECT_TRUE(living[1].is_given);
  EXPECT_FALSE(living[2].is_given);
  EXPECT_EQ(living[2].born, 7);
}

TEST(LivingQuestions, ThatUseAReplacedOneUseTheNewOne) {
  auto living = family();
  living.replace(0, {"new", SignalCumulant{"y"}}, 50);
  EXPECT_EQ(definition(living[1].question), "(new); myopic; behaviour");
  EXPECT_EQ(definition(living[2].question), "0.25 (b) + 0.5 (new); myopic; behaviour");
  EXPECT_EQ(living[0].born, 50);
  EXPECT_FALSE(living[0].is_given);
  living.replace(3, {"newer", SignalCumulant{"y"}}, 50);
  EXPECT_THAT(definition(living[4].question), testing::HasSubstr("if (newer) is above 1"));
  EXPECT_EQ(living.network().size(), 5U);
  EXPECT_TRUE(living.has_definition("y; myopic; behaviour"));
  EXPECT_FALSE(living.has_definition("x; myopic; behaviour"));
}

TEST(LivingQuestions, ThatAreRemovedAnswerZero) {
  auto living = family();
  living.remove(0);
  EXPECT_FALSE(living[0].is_alive);
  EXPECT_EQ(definition(living[0].question), "0 x; myopic; behaviour");
  EXPECT_EQ(definition(living[1].question), "0 x; myopic; behaviour");  // what is left of it
  EXPECT_EQ(definition(living[2].question), "0.25 (b); myopic; behaviour");
  EXPECT_TRUE(living.has_name("a"));
  living.remove(3);
  EXPECT_EQ(definition(living[4].question), "y; myopic; always right");
  EXPECT_EQ(living.network().size(), 5U);
}

TEST(LivingQuestions, AreRestored) {
  auto living = family();
  living.replace(1, {"new", SignalCumulant{"y"}}, 50);
  living.remove(0);
  auto other = family();
  other.restore(living.network(), living.rows());
  for (std::size_t i = 0; i < living.size(); ++i) {
    EXPECT_EQ(other[i].question.name, living[i].question.name);
    EXPECT_EQ(definition(other[i].question), definition(living[i].question));
    EXPECT_EQ(other[i].born, living[i].born);
    EXPECT_EQ(other[i].is_given, living[i].is_given);
    EXPECT_EQ(other[i].is_alive, living[i].is_alive);
  }
  auto rows = living.rows();
  rows.born.pop_back();
  EXPECT_THAT([&] { other.restore(living.network(), rows); },
              testing::ThrowsMessage<InvalidInput>(testing::HasSubstr("not as many as the units")));
}

/// In its cumulant and in its policy.
TEST(LivingQuestions, AQuestionUsesAnotherOnce) {
  const LivingQuestions living(vocabulary,
                               {{"a", SignalCumulant{"x"}},
                                {"b", PredictionCumulant{{{"a", 1}}}, Discount{},
                                 Conditional{"a", {Threshold::Side::above, 1}, Always{"left"}, UniformlyRandom{}}}});
  EXPECT_THAT(living.used_by(1), testing::ElementsAre(0));
}

}  // namespace
}  // namespace gvfn
