// The conformance suite that every world passes.

#include "gvfn/world/world.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "question/question_table.hpp"

namespace gvfn {
namespace {

template <class W>
class WorldTest : public testing::Test {};
using Worlds = testing::Types<CompassWorld, RingWorld, CycleWorld, SeriesWorld<MackeyGlass>, SeriesWorld<Mso>>;
TYPED_TEST_SUITE(WorldTest, Worlds);

TYPED_TEST(WorldTest, NamesItsSignalsAndActions) {
  const auto vocabulary = TypeParam::vocabulary();
  EXPECT_EQ(TypeParam().observation().size(), vocabulary.signals.size());
  const auto evaluation = TypeParam().evaluation();
  EXPECT_GT(evaluation.size(), 0U);
  EXPECT_NO_THROW(QuestionNetwork(vocabulary, evaluation.questions));
  for (const auto& forecast : evaluation.forecasts) EXPECT_LT(forecast.signal, vocabulary.signals.size());
}

TYPED_TEST(WorldTest, ObservationsKeepToTheirRanges) {
  const auto vocabulary = TypeParam::vocabulary();
  TypeParam world;
  Random random(1);
  world.reset(random);
  for (int t = 0; t < 5'000; ++t) {
    std::map<int, float> group_sums;
    for (std::size_t i = 0; i < vocabulary.signals.size(); ++i) {
      const auto& info = vocabulary.signals[i];
      ASSERT_GE(world.observation()[i], info.low);
      ASSERT_LE(world.observation()[i], info.high);
      if (info.one_hot_group > 0) group_sums[info.one_hot_group] += world.observation()[i];
    }
    for (const auto& [group, sum] : group_sums) ASSERT_EQ(sum, 1) << "one-hot group " << group;
    world.act(world.behave(random).index);
  }
}

TYPED_TEST(WorldTest, TheSameSeedGivesTheSameExperience) {
  TypeParam a;
  TypeParam b;
  Random random_a(7);
  Random random_b(7);
  a.reset(random_a);
  b.reset(random_b);
  for (int t = 0; t < 1'000; ++t) {
    const auto action = a.behave(random_a);
    EXPECT_EQ(action.index, b.behave(random_b).index);
    a.act(action.index);
    b.act(action.index);
    ASSERT_TRUE(std::ranges::equal(a.observation(), b.observation()));
  }
}

TYPED_TEST(WorldTest, StartsDifferWithTheSeedButForASeries) {
  std::map<std::vector<float>, int> answers;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    TypeParam world;
    Random random(seed);
    world.reset(random);
    std::vector<float> truth(TypeParam().evaluation().size());
    world.true_answers(truth);
    ++answers[truth];
  }
  EXPECT_EQ(answers.size() == 1, TypeParam().evaluation().score == Score::series);
}

TYPED_TEST(WorldTest, TheBehaviourTakesActionsWithTheProbabilitiesItSays) {
  TypeParam world;
  Random random(3);
  world.reset(random);
  std::map<double, std::map<std::size_t, int>> counts;  // by the probability said
  for (int t = 0; t < 200'000; ++t) {
    const auto action = world.behave(random);
    ASSERT_GT(action.prob, 0);
    ASSERT_LE(action.prob, 1);
    ASSERT_LT(action.index, std::max<std::size_t>(1, TypeParam::vocabulary().actions.size()));
    ++counts[action.prob][action.index];
    world.act(action.index);
  }
  // Where several actions can be taken, each comes as often as its probability says.
  counts.erase(1.0);
  double total = 0;
  for (const auto& [prob, actions] : counts)
    for (const auto& [action, count] : actions) total += count;
  for (const auto& [prob, actions] : counts)
    for (const auto& [action, count] : actions) EXPECT_NEAR(count / total, prob, 0.01) << "action " << action;
}

/// The true answers are the returns of following the question's policy in a copy of the world, which is deterministic.
TYPED_TEST(WorldTest, TheTrueAnswersAreTheReturns) {
  const auto vocabulary = TypeParam::vocabulary();
  const QuestionNetwork network(vocabulary, TypeParam().evaluation().questions);
  const QuestionTable<double> table(network);
  auto memory = table.memory();
  Targets<double> targets(network.size());
  const std::vector<double> no_predictions(network.size());
  TypeParam world;
  Random random(2);
  world.reset(random);
  for (int t = 0; t < 500; ++t) {
    std::vector<float> truth(world.evaluation().size());
    world.true_answers(truth);
    for (std::size_t j = 0; j < network.size(); ++j) {
      const auto action = vocabulary.action(std::get<Always>(network.questions()[j].policy).action);
      TypeParam copy = world;
      double answer = 0;
      double weight = 1;
      for (int k = 0; k < 1'000 && weight > 1e-9; ++k) {
        const std::vector<float> before(copy.observation().begin(), copy.observation().end());
        copy.act(action);
        table.evaluate({before, action, 1, copy.observation()}, no_predictions.data(), no_predictions.data(), memory,
                       targets);
        answer += weight * targets.cumulant[j];
        weight *= targets.continuation[j];
      }
      ASSERT_NEAR(truth[j], answer, 1e-5) << network.questions()[j].name;
    }
    world.act(world.behave(random).index);
  }
}

TYPED_TEST(WorldTest, ACopyGoesItsOwnWay) {
  TypeParam world;
  Random random(4);
  world.reset(random);
  const TypeParam copy = world;
  const std::vector<float> seen(copy.observation().begin(), copy.observation().end());
  for (int t = 0; t < 20; ++t) world.act(0);
  EXPECT_TRUE(std::ranges::equal(copy.observation(), seen));
}

}  // namespace
}  // namespace gvfn
