#include "discovery/schedule.hpp"

#include <gtest/gtest.h>

namespace gvfn {
namespace {

const Vocabulary vocabulary{{{"x", 0, 1}}, {}};

/// One that is given, and three that were born at steps 0, 5 and 10.
LivingQuestions family() {
  LivingQuestions living(vocabulary, {{"given", SignalCumulant{"x"}}});
  for (const std::int64_t born : {0, 5, 10})
    living.add({"born at " + std::to_string(born), SignalCumulant{"x", 1 + static_cast<double>(born)}}, born);
  return living;
}

TEST(Schedule, OfThePeriodicKindIsDueAtEveryMultiple) {
  ReplacementSchedule schedule({.every = 10, .fraction = 0.5});
  const auto living = family();
  for (std::int64_t step = 0; step <= 30; ++step)
    EXPECT_EQ(schedule.due(living, step), step > 0 && step % 10 == 0 ? 2U : 0U) << step;
}

/// Half a replacement a step for each question that is old enough: one from step 4 on, two from 9 on, three from 14 on.
TEST(Schedule, OfTheContinualKindAddsUpWhatIsDue) {
  ReplacementSchedule schedule({.replacement = Replacement::continual, .maturity = 4, .rate = 0.5});
  const auto living = family();
  std::size_t due = 0;
  double expected = 0;
  for (std::int64_t step = 0; step <= 20; ++step) {
    due += schedule.due(living, step);
    expected +=
        0.5 * (static_cast<double>(step >= 4) + static_cast<double>(step >= 9) + static_cast<double>(step >= 14));
    EXPECT_EQ(static_cast<double>(due) + schedule.owed(), expected) << step;
  }
}

TEST(Schedule, ProtectsWhatIsGivenAndWhatIsYoung) {
  const auto living = family();
  const ReplacementSchedule continual({.replacement = Replacement::continual, .maturity = 4});
  EXPECT_FALSE(continual.may_go(living[0], 100));
  EXPECT_FALSE(continual.may_go(living[2], 8));
  EXPECT_TRUE(continual.may_go(living[2], 9));
  const ReplacementSchedule all({.protect = false});
  EXPECT_TRUE(all.may_go(living[0], 0));
  auto fewer = living;
  fewer.remove(1);
  EXPECT_FALSE(all.may_go(fewer[1], 0));
}

}  // namespace
}  // namespace gvfn
