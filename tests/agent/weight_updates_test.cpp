// Which weights change in a step; what the updates do to them is the optimisers' test.

#include "agent/weight_updates.hpp"

#include <gtest/gtest.h>

#include "learn/learner.hpp"

namespace gvfn {
namespace {

const Vocabulary vocabulary{{{"x"}}, {"stay", "go"}};

/// One layer of one unit with separate weights for two actions, a head, and a learner without gradients.
class WeightUpdatesTest : public testing::Test {
 protected:
  WeightUpdatesTest()
      : questions_(std::make_shared<QuestionTable<double>>(
            QuestionNetwork(vocabulary, {{"x", SignalCumulant{"x"}, Discount{0.5}}}))),
        layers_(make_layers()),
        head_({}, questions_, 1, false, 0, 1),
        learner_(Bptt<double>(layers_, 1)) {}

  static Layers<double> make_layers() {
    Random random(1);
    Layers<double> layers;
    layers.emplace_back(CellShape{.inputs = 1, .units = 1, .blocks = 2}, 1, random);
    return layers;
  }
  WeightUpdates<double>::Changed step(WeightUpdates<double>& updates, bool state_learns, bool head_learns) {
    return updates.step(kernels<double>("plain"), layers_, learner_, state_learns, &head_, head_learns);
  }
  static OptimizerOptions rule(OptimizerKind name, std::int64_t batch = 1) {
    return {.name = name, .step_size = 0.01, .batch = batch};
  }

  std::shared_ptr<const QuestionTable<double>> questions_;
  Layers<double> layers_;
  HeadLearner<double> head_;
  RecurrentTd<double, Bptt<double>> learner_;
};

TEST_F(WeightUpdatesTest, WithoutMemoryOnlyWhatLearnsChanges) {
  WeightUpdates<double> updates(kernels<double>(), {.optimizer = rule(OptimizerKind::sgd)}, layers_, &head_);
  const auto none = step(updates, false, false);
  EXPECT_FALSE(none.state || none.head);
  const auto state = step(updates, true, false);
  EXPECT_TRUE(state.state && !state.head);
}

TEST_F(WeightUpdatesTest, WithMemoryAllWeightsMoveAtEveryStep) {
  WeightUpdates<double> updates(kernels<double>(), {.optimizer = rule(OptimizerKind::adam)}, layers_, &head_);
  const auto changed = step(updates, false, false);
  EXPECT_TRUE(changed.state && changed.head);
}

TEST_F(WeightUpdatesTest, AHeadMayHaveAnOptimiserOfItsOwn) {
  WeightUpdates<double> updates(
      kernels<double>(), {.optimizer = rule(OptimizerKind::sgd), .head_optimizer = rule(OptimizerKind::momentum)},
      layers_, &head_);
  const auto changed = step(updates, false, false);
  EXPECT_TRUE(!changed.state && changed.head);
}

TEST_F(WeightUpdatesTest, WithinABatchNothingChanges) {
  WeightUpdates<double> updates(kernels<double>(), {.optimizer = rule(OptimizerKind::sgd, 2)}, layers_, &head_);
  EXPECT_FALSE(step(updates, true, false).state);
  EXPECT_TRUE(step(updates, true, false).state);
}

TEST_F(WeightUpdatesTest, APlainStepIsOneOfSgdWithoutClippingAndBatches) {
  const auto plain_step = [&](const OptimizerOptions& options) {
    return WeightUpdates<double>(kernels<double>(), {.optimizer = options}, layers_, &head_).plain_step();
  };
  EXPECT_EQ(plain_step({.step_size = 0.25}), 0.25);
  EXPECT_EQ(plain_step({.step_size = 0.25, .clip_norm = 1}), 0);
  EXPECT_EQ(plain_step(rule(OptimizerKind::sgd, 2)), 0);
  EXPECT_EQ(plain_step(rule(OptimizerKind::adam)), 0);
}

}  // namespace
}  // namespace gvfn
