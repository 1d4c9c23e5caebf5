#include "experiment/exact_answers.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "gvfn/experiment/run.hpp"
#include "gvfn/theory/bellman_operator.hpp"
#include "gvfn/world/compass_world.hpp"

namespace gvfn {
namespace {

/// The state's questions and then the head's, by states that are pairs of a place and a mode of the behaviour.
TEST(ExactAnswers, AreTheFixedPointOfTheStatesQuestionsAndThenOfTheHeads) {
  auto config = load_config("compass-world");
  set_key(config, "agent.questions=expert");
  const auto world = make_world(config);
  const auto agent = make_agent(config, world);
  const auto found = find_exact_answers(world, agent);
  ASSERT_TRUE(found);
  ASSERT_EQ(found->questions, 45U);
  const auto model = model_of(CompassWorld(), CompassBehaviour());
  const auto of_state = fixed_point(bellman_operator(model, agent.state_questions()));
  for (std::size_t x = 0; x < model.size(); ++x) {
    const auto answers = found->in_state(x);
    for (std::size_t j = 0; j < 40; ++j)
      EXPECT_NEAR(static_cast<double>(answers[j]), of_state(static_cast<Eigen::Index>(x), static_cast<Eigen::Index>(j)),
                  1e-6);
    // The head's: which wall is ahead?
    CompassWorld there;
    there.set_state(x / model.modes);
    std::array<float, 5> truth{};
    there.true_answers(truth);
    for (std::size_t k = 0; k < 5; ++k) EXPECT_NEAR(answers[40 + k], truth[k], 1e-6F);
  }
}

TEST(ExactAnswers, AreNotLookedForWhereStatesAreTooManyOrUnknown) {
  for (const auto* name : {"compass-world", "mso"}) {
    auto config = load_config(name);
    if (config.world.name == "compass-world") set_key(config, "world.size=2000");  // 32 million states
    const auto world = make_world(config);
    EXPECT_EQ(find_exact_answers(world, make_agent(config, world)), nullptr) << name;
  }
}

}  // namespace
}  // namespace gvfn
