#include "learn/optimizer.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "adam_by_the_book.hpp"
#include "case_name.hpp"
#include "gvfn/base/invalid_input.hpp"

namespace gvfn {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

/// One weight whose gradient is given step by step.
class OneWeight {
 public:
  explicit OneWeight(const OptimizerOptions& options, double weight = 0) : optimizer_(options) {
    optimizer_.make_room(kernels<double>(), matrix_);
    matrix_.at(0, 0) = weight;
  }

  double step(double gradient) {
    delta_[0] = gradient;
    std::vector<Update<double>> updates{{&matrix_, {{&factor_, 1}}}};
    optimizer_.step(kernels<double>(), updates);
    return matrix_.at(0, 0);
  }
  void rest(bool is_needed) {
    std::vector<Update<double>> updates{{&matrix_, {}, is_needed}};
    optimizer_.step(kernels<double>(), updates);
  }
  double up_to_date() {
    optimizer_.apply_deferred(kernels<double>(), matrix_);
    return matrix_.at(0, 0);
  }

 private:
  Parameter<double> matrix_{1, 1};
  Optimizer<double> optimizer_;
  AlignedVector<double> delta_ = AlignedVector<double>(8);
  const double one_ = 1;
  Factor<double> factor_{&one_, delta_.data()};
};

TEST(Optimizer, SgdByHand) {
  OneWeight weight({.name = OptimizerKind::sgd, .step_size = 0.5}, 1);
  EXPECT_DOUBLE_EQ(weight.step(2), 0);
  EXPECT_DOUBLE_EQ(weight.step(-1), 0.5);
}

TEST(Optimizer, StepSizesDecayAsOneOverT) {
  OneWeight weight({.name = OptimizerKind::sgd, .step_size = 1, .decay = 1});
  EXPECT_DOUBLE_EQ(weight.step(1), -1);
  EXPECT_DOUBLE_EQ(weight.step(1), -1.5);
  EXPECT_DOUBLE_EQ(weight.step(1), -1.5 - 1.0 / 3);
}

TEST(Optimizer, MomentumByHand) {
  OneWeight weight({.name = OptimizerKind::momentum, .step_size = 0.1, .momentum = 0.5});
  EXPECT_DOUBLE_EQ(weight.step(1), -0.1);
  EXPECT_DOUBLE_EQ(weight.step(1), -0.1 - 0.15);
  EXPECT_DOUBLE_EQ(weight.step(0), -0.25 - 0.075);
}

TEST(Optimizer, RmspropByHand) {
  OneWeight weight({.name = OptimizerKind::rmsprop, .step_size = 0.1, .square_decay = 0.75, .epsilon = 0.5});
  EXPECT_DOUBLE_EQ(weight.step(2), -0.1 * 2 / (1 + 0.5));
}

TEST(Optimizer, AdamByHand) {
  OneWeight weight({.name = OptimizerKind::adam, .step_size = 0.1, .beta1 = 0.5, .beta2 = 0.75, .epsilon = 0.25});
  // t = 1: m = 1, v = 1, m / (1 - 0.5) = 2, v / (1 - 0.75) = 4
  const double first = -0.1 * 2 / (2 + 0.25);
  EXPECT_NEAR(weight.step(2), first, 1e-15);
  // t = 2, g = -1: m = 0, v = 1
  EXPECT_NEAR(weight.step(-1), first, 1e-15);
  // t = 3, g = 1: m = 0.5, v = 1, m / (1 - 0.125), v / (1 - 0.421875)
  const double third = -0.1 * (0.5 / 0.875) / (std::sqrt(1 / 0.578125) + 0.25);
  EXPECT_NEAR(weight.step(1), first + third, 1e-15);
}

/// The size of the gradients, against an epsilon of 1e-4.
struct Case {
  const char* name;
  double gradient_scale;

  friend void PrintTo(const Case& one, std::ostream* out) { *out << one.name; }
};

class PutOffTest : public testing::TestWithParam<Case> {};

TEST_P(PutOffTest, StepsTakenAtOnceAreTheStepsTakenOneByOne) {
  const OptimizerOptions options{.name = OptimizerKind::adam, .step_size = 0.01, .decay = 0.001, .epsilon = 1e-4};
  OneWeight weight(options);
  AdamByTheBook book{options};
  Random random(1);
  for (int round = 0; round < 30; ++round) {
    const int steps = 1 + static_cast<int>(random.below(4));
    for (int i = 0; i < steps; ++i) {
      const double g = GetParam().gradient_scale * random.uniform(-1, 2);
      weight.step(g);
      book.step(g);
    }
    const double before = book.w;
    const double weight_before = weight.up_to_date();
    const int rests = static_cast<int>(random.below(40));
    for (int i = 0; i < rests; ++i) {
      weight.rest(i % 7 == 3);
      book.step(0);
    }
    const double drift = book.w - before;
    EXPECT_NEAR(weight.up_to_date() - weight_before, drift, 3e-5 * std::abs(drift)) << "round " << round;
  }
}

INSTANTIATE_TEST_SUITE_P(Gradients, PutOffTest,
                         testing::Values(Case{"far above epsilon", 1}, Case{"about epsilon", 1e-4},
                                         Case{"far below epsilon", 1e-7}),
                         CaseName());

TEST(Optimizer, AMatrixThatNeverHadAGradientStaysAsItIs) {
  OneWeight weight({.name = OptimizerKind::adam, .step_size = 0.01}, 3);
  for (int i = 0; i < 5; ++i) weight.rest(true);
  EXPECT_EQ(weight.up_to_date(), 3);
}

TEST(Optimizer, AVeryLongRestIsNoProblem) {
  OneWeight weight({.name = OptimizerKind::adam, .step_size = 0.1, .beta1 = 0.5, .beta2 = 0.5});
  const double first = weight.step(1);
  for (int i = 0; i < 5'000; ++i) weight.rest(false);
  const double rested = weight.up_to_date();
  EXPECT_LT(rested, first);
  weight.rest(true);
  EXPECT_EQ(weight.up_to_date(), rested);
  EXPECT_LT(weight.step(1), rested);
  weight.rest(true);
  EXPECT_TRUE(std::isfinite(weight.up_to_date()));
}

TEST(Optimizer, ARestWithoutMemoryOfSquaresIsByTheBook) {
  const OptimizerOptions options{.name = OptimizerKind::adam, .step_size = 0.01, .beta2 = 0, .epsilon = 0.5};
  OneWeight weight(options);
  AdamByTheBook book{options};
  weight.step(1);
  book.step(1);
  for (int i = 0; i < 20; ++i) {
    weight.rest(false);
    book.step(0);
  }
  EXPECT_NEAR(weight.up_to_date(), book.w, 1e-9);
}

TEST(Optimizer, ClippingScalesTheGradientOfAllMatricesTogether) {
  Parameter<double> a(1, 1);
  Parameter<double> b(1, 1);
  Optimizer<double> optimizer({.name = OptimizerKind::sgd, .step_size = 1, .clip_norm = 1});
  optimizer.make_room(kernels<double>(), a);
  optimizer.make_room(kernels<double>(), b);
  const AlignedVector<double> three{3, 0, 0, 0, 0, 0, 0, 0};
  const AlignedVector<double> four{4, 0, 0, 0, 0, 0, 0, 0};
  const double one = 1;
  const Factor<double> of_a{&one, three.data()};
  const Factor<double> of_b{&one, four.data()};
  std::vector<Update<double>> updates{{&a, {{&of_a, 1}}}, {&b, {{&of_b, 1}}}};
  optimizer.step(kernels<double>(), updates);
  EXPECT_DOUBLE_EQ(a.at(0, 0), -0.6);
  EXPECT_DOUBLE_EQ(b.at(0, 0), -0.8);
}

TEST(Optimizer, AShortGradientIsNotClipped) {
  OneWeight weight({.name = OptimizerKind::sgd, .step_size = 1, .clip_norm = 5});
  EXPECT_DOUBLE_EQ(weight.step(3), -3);
}

TEST(Optimizer, NumbersOutOfRangeAreRefused) {
  const auto expect_refused = [](const OptimizerOptions& options, const std::string& says) {
    EXPECT_THAT([&] { validate(options); }, ThrowsMessage<InvalidInput>(HasSubstr(says)));
  };
  expect_refused({.step_size = 0}, "optimizer.step_size = 0 is not from 1e-30 to 1000000");
  expect_refused({.step_size = std::nan("")}, "optimizer.step_size = nan is not from");
  expect_refused({.step_size = 0.01, .decay = -1}, "optimizer.decay = -1 is not from 0 to");
  expect_refused({.step_size = 0.01, .momentum = 1}, "optimizer.momentum = 1 is not from 0 to 0.9999999");
  expect_refused({.step_size = 0.01, .square_decay = -0.1}, "optimizer.square_decay = -0.1 is not from 0 to 0.9999999");
  expect_refused({.step_size = 0.01, .beta1 = 1}, "optimizer.beta1 = 1 is not from 0 to 0.9999999");
  expect_refused({.step_size = 0.01, .beta2 = 1.1}, "optimizer.beta2 = 1.1 is not from 0 to 0.9999999");
  expect_refused({.step_size = 0.01, .epsilon = 0}, "optimizer.epsilon = 0 is not from 1e-15 to 1");
  expect_refused({.step_size = 0.01, .clip_norm = -1}, "optimizer.clip_norm = -1 is not from 0 to 1e+30");
  EXPECT_NO_THROW(validate({.step_size = 0.01}));
}

TEST(Optimizer, SgdPutsOffTheDensePartOfWhatIsNotNeeded) {
  Parameter<double> at_once(2, 3);
  Parameter<double> put_off(2, 3);
  const AlignedVector<double> dense{1, 2, 3, 0, 0, 0, 0, 0, -1, 0.5, 4, 0, 0, 0, 0, 0};
  const OptimizerOptions options{.step_size = 0.1, .decay = 0.5};
  Optimizer<double> first(options);
  Optimizer<double> second(options);
  first.make_room(kernels<double>(), at_once);
  second.make_room(kernels<double>(), put_off);
  for (const double weight : {1.0, -0.3, 0.7}) {
    const AlignedVector<double> column{weight, 2 * weight, -weight, 0, 0, 0, 0, 0};
    const Gradient<double> gradient{.dense = dense.data(), .weight = column.data()};
    std::vector<Update<double>> now{{&at_once, gradient, true}};
    std::vector<Update<double>> later{{&put_off, gradient, false}};
    first.step(kernels<double>(), now);
    second.step(kernels<double>(), later);
  }
  EXPECT_EQ(put_off.at(0, 0), 0);
  second.apply_deferred(kernels<double>(), put_off, dense.data());
  for (std::size_t i = 0; i < put_off.data.size(); ++i) EXPECT_NEAR(put_off.data[i], at_once.data[i], 1e-15);
  EXPECT_NE(at_once.at(0, 0), 0);
  second.apply_deferred(kernels<double>(), put_off, dense.data());  // nothing is left
  EXPECT_NEAR(put_off.at(0, 0), at_once.at(0, 0), 1e-15);
}

TEST(Optimizer, ABatchTakesTheMeanOfItsGradients) {
  Parameter<double> w(1, 1);
  const AlignedVector<double> one(padded<double>(1), 1);
  Optimizer<double> optimizer({.step_size = 0.5, .clip_norm = 10, .batch = 3});
  optimizer.make_room(kernels<double>(), w);
  std::vector<bool> changed;
  std::vector<double> weight;
  for (const double g : {1.0, 4.0, -2.0, 0.0, 0.0, 0.0, 300.0, 0.0, 0.0}) {
    AlignedVector<double> delta(padded<double>(1));
    delta[0] = g;
    const Factor<double> factor{one.data(), delta.data()};
    std::vector<Update<double>> updates{{&w, {.factors = {&factor, g == 0 ? 0U : 1U}}}};
    changed.push_back(optimizer.step(kernels<double>(), updates));
    weight.push_back(w.at(0, 0));
  }
  // The means are 1, 0, and 100, which is clipped to 10.
  EXPECT_EQ(weight, (std::vector<double>{0, 0, -0.5, -0.5, -0.5, -0.5, -0.5, -0.5, -5.5}));
  EXPECT_EQ(changed, (std::vector<bool>{false, false, true, false, false, true, false, false, true}));
}

}  // namespace
}  // namespace gvfn
