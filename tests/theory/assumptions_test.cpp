#include "gvfn/theory/assumptions.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "gvfn/language/question_file.hpp"
#include "theory/shipped_models.hpp"

namespace gvfn {
namespace {

using testing::HasSubstr;

Assumptions shipped(const std::string& name, const FiniteModel& model) {
  return check_assumptions(model, make_questions(load_questions(name), model.vocabulary));
}

TEST(Assumptions, OfAQuestionByHand) {
  // In a ring every state has one before it and one after it: P is a permutation times gamma.
  const auto model = ring();
  const auto found =
      check_assumptions(model, {model.vocabulary,
                                {{"bit", SignalCumulant{"bit"}, Discount{0.5}, Always{"forward"}},
                                 {"twice", PredictionCumulant{{{"bit", -2}}}, Discount{0}, Always{"backward"}}}});
  EXPECT_EQ(found.cycle, "");
  EXPECT_EQ(found.states, 6U);
  EXPECT_EQ(found.reached, 6U);
  EXPECT_NEAR(found.growth, 0.5, 1e-12);
  EXPECT_TRUE(found.converges());
  const auto& [bit, twice] = std::tie(found.questions[0], found.questions[1]);
  EXPECT_EQ(bit.lipschitz, 0);
  EXPECT_NEAR(bit.contraction.norm, 0.5, 1e-12);
  EXPECT_EQ(bit.contraction.power, 1U);
  // The bit comes every sixth step: after one step, 1 / (1 - 1/64), and half of it for each step more.
  EXPECT_NEAR(bit.answers.high, 64.0 / 63, 1e-12);
  EXPECT_NEAR(bit.answers.low, 64.0 / 63 / 32, 1e-12);
  EXPECT_NEAR(twice.lipschitz, 2, 1e-12);
  EXPECT_NEAR(twice.answers.low, -128.0 / 63, 1e-12);
  EXPECT_EQ(twice.contraction.norm, 0);
  EXPECT_EQ(bit.without_answer, 0U);
}

TEST(Assumptions, HoldForEveryShippedSetInItsWorld) {
  for (const auto& [set, text] : shipped_questions()) {
    const std::string name(set);
    const auto model = model_for(name);
    if (!model) continue;
    const auto found = shipped(name, *model);
    EXPECT_TRUE(found.converges()) << name;
    for (const auto& question : found.questions) {
      EXPECT_GT(question.contraction.power, 0U) << name << ": " << question.name;
      EXPECT_EQ(question.without_answer, 0U) << name << ": " << question.name;
    }
  }
}

TEST(Assumptions, AWallThatIsReachedForSureNeedsAPowerToContract) {
  const auto found = shipped("naive", compass());
  for (const auto& question : found.questions) {
    EXPECT_NEAR(question.contraction.norm, 1, 1e-12);
    EXPECT_EQ(question.contraction.power, 7U) << "seven steps from one wall to the other";
    EXPECT_EQ(question.answers, (Range{0, 1}));
  }
  EXPECT_EQ(found.growth, 0) << "after as many sweeps as there are steps, nothing is left of a difference";
}

TEST(Assumptions, AReturnThatGoesOnForEverHasNoAnswer) {
  const auto model = ring();
  const auto found = check_assumptions(
      model, {model.vocabulary, {{"for ever", SignalCumulant{"bit"}, Discount{1}, Always{"forward"}}}});
  EXPECT_FALSE(found.converges());
  EXPECT_EQ(found.questions[0].contraction.power, 0U);
  EXPECT_EQ(found.questions[0].without_answer, 6U);
}

TEST(Assumptions, ACycleIsNamedAndItsGrowthFound) {
  const auto model = ring();
  const Question a{"a", PredictionCumulant{{{"b", 1}}}, Discount{0.95}, Always{"forward"}};
  const Question b{"b", PredictionCumulant{{{"a", 1}}}, Discount{0.95}, Always{"forward"}};
  const auto found = check_assumptions(model, {model.vocabulary, {a, b}, QuestionNetwork::Cycles::allowed});
  EXPECT_THAT(found.cycle, HasSubstr("\"a\" -> \"b\" -> \"a\""));
  EXPECT_NEAR(found.growth, 1.95, 1e-12);
  EXPECT_FALSE(found.converges());
}

}  // namespace
}  // namespace gvfn
