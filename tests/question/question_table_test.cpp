// Neighbouring questions are evaluated in ranges: each must get what it gets alone.

#include "question/question_table.hpp"

#include <gtest/gtest.h>

#include <array>

namespace gvfn {
namespace {

const Vocabulary vocabulary{{{"x"}, {"y"}, {"z"}}, {"left", "right"}};

/// A question about signals only, with one of a few cumulants, continuations and policies, so that neighbours often
/// share some of them.
Question random_question(const std::string& name, Random& random) {
  const auto pick = [&](auto... choices) {
    const std::array all{choices...};
    return all[random.below(all.size())];
  };
  const auto signal = std::string(pick("x", "y", "z"));
  const Event event{{{Condition::On::next_observation, pick("x", "y"), {Threshold::Side::above, pick(0.0, 0.5)}}}};
  const Event two{{event.conditions[0], {Condition::On::action, "left", {}}}};
  Question question{name, SignalCumulant{signal, pick(1.0, 2.0)}};
  if (random.below(4) == 0) question.cumulant = SignalCumulant{signal, 3, false, Threshold{Threshold::Side::below, 0}};
  question.continuation = Discount{pick(0.0, 0.9)};
  if (random.below(2) == 0) question.continuation = Discount{0.9, random.below(2) == 0 ? event : two, pick(0.0, 0.25)};
  if (random.below(3) == 0) question.policy = Always{pick("left", "right")};
  if (random.below(3) == 0) question.policy = UniformlyRandom{};
  return question;
}

TEST(QuestionTable, AQuestionAmongOthersHasTheValuesThatItHasAlone) {
  Random random(1);
  for (int trial = 0; trial < 200; ++trial) {
    std::vector<Question> questions;
    const std::size_t count = 1 + random.below(40);
    for (std::size_t j = 0; j < count; ++j) questions.push_back(random_question("q" + std::to_string(j), random));
    const QuestionTable<double> table({vocabulary, questions});
    std::array<float, 3> observation_t{};
    std::array<float, 3> observation_tp1{};
    for (auto* observation : {&observation_t, &observation_tp1})
      for (auto& value : *observation) value = random.below(3) == 0 ? 0 : static_cast<float>(random.uniform(-1, 1));
    const Transition transition{observation_t, random.below(2), random.uniform(0.1, 1), observation_tp1};
    const std::vector<double> predictions(count, 0.0);
    auto memory = table.memory();
    Targets<double> targets(count);
    const bool any = table.find_ratios(transition, table.function_values(), predictions.data(), memory, targets);
    table.find_returns(transition, table.function_values(), predictions.data(), memory, targets);
    bool any_alone = false;
    for (std::size_t j = 0; j < count; ++j) {
      const QuestionTable<double> alone({vocabulary, {questions[j]}});
      auto its_memory = alone.memory();
      Targets<double> its(1);
      alone.evaluate(transition, predictions.data(), predictions.data(), its_memory, its);
      ASSERT_EQ(targets.cumulant[j], its.cumulant[0]) << "trial " << trial << ", question " << j;
      ASSERT_EQ(targets.continuation[j], its.continuation[0]) << "trial " << trial << ", question " << j;
      ASSERT_EQ(targets.rho[j], its.rho[0]) << "trial " << trial << ", question " << j;
      any_alone = any_alone || its.rho[0] != 0;
    }
    EXPECT_EQ(any, any_alone);
  }
}

TEST(QuestionTable, WhatTheLastTransitionLeftIsGone) {
  const QuestionTable<double> table({vocabulary,
                                     {{"a", SignalCumulant{"x"}, Discount{0.9}, Always{"left"}},
                                      {"b", SignalCumulant{"y"}, Discount{0.9}, Always{"right"}}}});
  auto memory = table.memory();
  Targets<double> targets(2);
  const std::array<float, 3> zero{0, 0, 0};
  const std::array<float, 3> one{1, 1, 1};
  const std::array<double, 2> predictions{};
  table.evaluate({zero, 0, 0.5, one}, predictions.data(), predictions.data(), memory, targets);
  EXPECT_EQ(targets.cumulant[1], 1);
  EXPECT_EQ(targets.rho[0], 2);
  EXPECT_EQ(targets.rho[1], 0);
  table.evaluate({one, 1, 0.5, zero}, predictions.data(), predictions.data(), memory, targets);
  EXPECT_EQ(targets.cumulant[1], 0);
  EXPECT_EQ(targets.rho[0], 0);
  EXPECT_EQ(targets.rho[1], 2);
}

TEST(QuestionTable, WhatItRemembersGoesToTheTableThatTakesItsPlace) {
  const auto about = [](double scale) {
    const QuestionNetwork questions(vocabulary, {{"kept", SignalCumulant{"x"}},
                                                 {"fresh", SignalCumulant{"x", scale}},
                                                 {"share", SignalCumulant{"x", 1, true}},
                                                 {"noise", NoiseCumulant{1}}});
    return QuestionTable<double>(questions, {questions, Activation::sigmoid, AnswerScaling::By::returns});
  };
  const auto before = about(1);
  auto memory = before.memory(1);
  Targets<double> targets(4);
  const std::vector<double> predictions(4);
  for (const float x : {4.0F, 8.0F, 2.0F}) {
    const std::array<float, 3> seen{x, 0, 0};
    before.evaluate({seen, 0, 1, seen}, predictions.data(), predictions.data(), memory, targets);
  }
  const auto after = about(100);
  auto passed_on = after.memory_after(memory, {false, true, false, false});
  EXPECT_EQ(passed_on.largest, (std::vector<double>{8, 1, 1}));
  EXPECT_EQ(passed_on.answers.width[0], memory.answers.width[0]);
  EXPECT_EQ(passed_on.answers.width[1], after.memory().answers.width[1]);
  EXPECT_NE(passed_on.answers.width[1], memory.answers.width[1]);
  EXPECT_EQ(passed_on.answers.cumulant[0].mean, memory.answers.cumulant[0].mean);
  EXPECT_NE(passed_on.answers.cumulant[0].mean, after.memory().answers.cumulant[0].mean);
  EXPECT_EQ(passed_on.answers.cumulant[1].mean, after.memory().answers.cumulant[1].mean);
  EXPECT_EQ(passed_on.noise.normal(), memory.noise.normal());
}

/// Where episodes end, a return may be as short as one step.
TEST(QuestionTable, ThatEpisodesEndIsRememberedByTheTableThatTakesItsPlace) {
  const QuestionNetwork questions({{{"x", 1, 3}}, {}}, {{"sum", SignalCumulant{"x"}, Discount{0.5}}});
  const QuestionTable<double> table(questions, {questions, Activation::sigmoid, AnswerScaling::By::bounds});
  auto memory = table.memory();
  EXPECT_EQ(memory.answers.offset[0], 2);
  Targets<double> targets(1);
  const std::vector<double> predictions(1);
  const std::array<float, 1> seen{2};
  table.evaluate({seen, 0, 1, seen, true}, predictions.data(), predictions.data(), memory, targets);
  EXPECT_EQ(memory.answers.offset[0], 1);
  const auto passed_on = table.memory_after(memory, {true});
  EXPECT_EQ(passed_on.answers.offset[0], 1);
  EXPECT_EQ(table.memory_after(passed_on, {false}).answers.offset[0], 1);
}

/// On a transition from which nothing is learned, memory is what it is where something is.
TEST(QuestionTable, WhatIsRememberedDoesNotDependOnWhetherItIsLearnedFrom) {
  const QuestionTable<double> table(
      QuestionNetwork(vocabulary, {{"share", SignalCumulant{"x", 1, true}}, {"noise", NoiseCumulant{1}}}));
  auto learned = table.memory(1);
  auto skipped = table.memory(1);
  Targets<double> targets(2);
  const std::vector<double> predictions(2);
  const std::array<float, 3> seen{4, 0, 0};
  const Transition transition{seen, 0, 1, seen};
  table.evaluate(transition, predictions.data(), predictions.data(), learned, targets);
  table.remember(transition, table.function_values(), skipped, targets);
  EXPECT_EQ(skipped.largest, learned.largest);
  EXPECT_EQ(skipped.largest[0], 4);
  EXPECT_EQ(skipped.noise.normal(), learned.noise.normal());
}

}  // namespace
}  // namespace gvfn
