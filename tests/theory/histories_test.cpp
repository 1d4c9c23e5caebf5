#include "gvfn/theory/histories.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gvfn/theory/stationary.hpp"
#include "gvfn/world/compass_world.hpp"
#include "gvfn/world/ring_world.hpp"

namespace gvfn {
namespace {

FiniteModel ring(std::size_t size) { return model_of(RingWorld({.size = size}), RandomBehaviour(2)); }

/// Three places in a ring, of which one shows the bit. The beginnings are six histories, of two of which the places
/// differ and the looks do not; the long run has every way of three inputs.
TEST(Histories, OfARingAreItsWays) {
  const auto found = histories_of(ring(3), 3);
  EXPECT_EQ(found.length, 3U);
  const auto share = stationary_distribution(found.model);
  std::size_t met = 0;
  for (std::size_t x = 0; x < found.model.size(); ++x) {
    const double d = share[static_cast<Eigen::Index>(x)];
    if (d == 0) continue;
    ++met;
    EXPECT_NEAR(d, 1.0 / (3 * 8), 1e-12);  // 3 places, 8 ways that lead there
  }
  EXPECT_EQ(met, 24U);
}

TEST(Histories, EndWithWhatIsSeen) {
  const auto model = ring(4);
  const auto found = histories_of(model, 2);
  for (std::size_t s = 0; s < found.model.world_states; ++s) {
    const auto inputs = found[found.history_of[s]];
    ASSERT_EQ(inputs.size(), 2U);
    EXPECT_EQ(found.model.observation(inputs.back().seen)[0], found.model.observation(s)[0]);
    for (std::size_t a = 0; a < 2; ++a)
      for (const auto& branch : found.model.branches_of(s, a)) {
        const auto next = found[found.history_of[branch.next]];
        EXPECT_EQ(next[1].action, a);
        EXPECT_EQ(next[0].action, inputs[1].action);
        EXPECT_EQ(next[0].seen, inputs[1].seen);
      }
  }
}

/// What the histories are left out of has the shares that it had.
TEST(Histories, LeaveTheBehaviourAsItIs) {
  const auto model = model_of(CompassWorld({.size = 3}), CompassBehaviour());
  const auto whole = stationary_distribution(model);
  const auto found = histories_of(model, 2);
  EXPECT_EQ(found.model.modes, model.modes);
  const auto share = stationary_distribution(found.model);
  EXPECT_NEAR(share.sum(), 1, 1e-12);
  // By what is seen and the mode.
  for (const std::size_t mode : {0, 1})
    for (std::size_t signal = 0; signal < model.vocabulary.signals.size(); ++signal) {
      const auto seen = [&](const FiniteModel& of, const Eigen::VectorXd& d) {
        double sum = 0;
        for (std::size_t s = 0; s < of.world_states; ++s)
          if (of.observation(s)[signal] > 0.5F) sum += d[static_cast<Eigen::Index>(s * of.modes + mode)];
        return sum;
      };
      EXPECT_NEAR(seen(found.model, share), seen(model, whole), 1e-12);
    }
}

TEST(Histories, AreRefusedWhereThereAreTooMany) {
  EXPECT_THAT([] { histories_of(ring(3), 0); },
              testing::ThrowsMessage<InvalidInput>(testing::HasSubstr("at least one input")));
  EXPECT_THAT([] { histories_of(ring(30), 40); },
              testing::ThrowsMessage<InvalidInput>(testing::HasSubstr("shorter ones are fewer")));
}

}  // namespace
}  // namespace gvfn
