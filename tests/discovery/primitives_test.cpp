#include "gvfn/discovery/primitives.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gvfn/base/invalid_input.hpp"
#include "gvfn/world/compass_world.hpp"

namespace gvfn {
namespace {

using testing::HasSubstr;
using testing::SizeIs;

const Vocabulary vocabulary{{{"x"}, {"y"}}, {"left", "right"}};

Primitives parse(const std::string& text) { return parse_primitives(text, "p.toml", vocabulary); }

const std::string rest = "\n[[continuation]]\ncontinuation = \"myopic\"\n";

TEST(Primitives, AreEntriesOfAQuestionFileWithWeights) {
  const auto found = parse(R"(
    title = "all kinds"
    [events]
    high = { signal = "x", above = 2 }
    [[cumulant]]
    weight = 3
    for = { signal = ["x", "y"], level = [1, 2, 3] }
    cumulant = { signal = "{signal}", above = "{level}" }
    [[cumulant]]
    cumulant = { event = "high", average = true }
    [[cumulant]]
    cumulant = { prediction = "any" }
    [[cumulant]]
    for = { deviation = { from = 1, to = 2, count = 3 } }
    cumulant = { noise = "{deviation}" }
    [[continuation]]
    weight = 0
    continuation = "myopic"
    [[continuation]]
    for = { gamma = [0.5, 1] }
    continuation = { gamma = "{gamma}", until = "high" }
    [[policy]]
    for = { action = ["left", "right"] }
    policy = "always {action}"
    [[policy]]
    weight = 0.25
    policy = "random"
  )");
  ASSERT_THAT(found.cumulants, SizeIs(4));
  EXPECT_EQ(found.cumulants[0].weight, 3);
  ASSERT_THAT(found.cumulants[0].alternatives, SizeIs(6));
  const auto& threshold = std::get<SignalCumulant>(found.cumulants[0].alternatives[4]);
  EXPECT_EQ(threshold.signal, "y");
  EXPECT_EQ(threshold.threshold, (Threshold{Threshold::Side::above, 2}));
  EXPECT_FALSE(found.cumulants[0].average);
  EXPECT_TRUE(found.cumulants[1].average);
  EXPECT_EQ(std::get<EventCumulant>(found.cumulants[1].alternatives[0]).scale, 1);
  EXPECT_TRUE(std::get<PredictionCumulant>(found.cumulants[2].alternatives[0]).weights.contains("any"));
  EXPECT_EQ(std::get<NoiseCumulant>(found.cumulants[3].alternatives[1]).deviation, 1.5);
  ASSERT_THAT(found.continuations, SizeIs(2));
  EXPECT_EQ(found.continuations[0].weight, 0);
  EXPECT_EQ(std::get<Discount>(found.continuations[1].alternatives[1]).gamma, 1);
  ASSERT_THAT(found.policies, SizeIs(2));
  EXPECT_EQ(std::get<Always>(found.policies[0].alternatives[1]).action, "right");
  EXPECT_EQ(found.policies[1].weight, 0.25);
}

TEST(Primitives, WithoutAPolicyAreAboutTheBehaviour) {
  const auto found = parse("[[cumulant]]\ncumulant = \"x\"" + rest);
  ASSERT_THAT(found.policies, SizeIs(1));
  EXPECT_TRUE(std::holds_alternative<SameAsBehaviour>(found.policies[0].alternatives.at(0)));
}

TEST(Primitives, ThatComeWithTheLibraryCanBeReadInTheirWorlds) {
  EXPECT_FALSE(shipped_primitives().empty());
  for (const auto& [name, text] : shipped_primitives())
    EXPECT_NO_THROW(load_primitives(std::string(name), CompassWorld::vocabulary())) << name;
}

struct BadCase {
  std::string text;
  std::string message;
};

TEST(Primitives, AreRefusedWithTheirPlace) {
  const std::vector<BadCase> cases{
      {"", "p.toml:1:1: a question needs a cumulant: [[cumulant]] is missing"},
      {"[[cumulant]]\ncumulant = \"x\"\n", "a question needs a continuation: [[continuation]] is missing"},
      {"cumulant = 3" + rest, "p.toml:1:12: \"cumulant\" is a list of tables, [[cumulant]]"},
      {"[[cumulant]]\nweight = -1\ncumulant = \"x\"" + rest, "p.toml:2:10: weight -1 is not from 0 to 1e9"},
      {"[[cumulant]]\nweight = 0\ncumulant = \"x\"" + rest, "every [[cumulant]] has weight 0"},
      {"[[cumulant]]\nwait = 1\ncumulant = \"x\"" + rest,
       "unknown key in a [[cumulant]] \"wait\"; there is weight, for, cumulant"},
      {"[[cumulant]]\ncumulant = \"z\"" + rest, "p.toml:2:12: unknown signal \"z\""},
      {"[[cumulant]]\ncumulant = \"x\"\n[[policy]]\npolicy = \"always up\"" + rest, "unknown action \"up\""},
      {"[[cumulant]]\ncumulant = \"x\"\n[[continuation]]\ncontinuation = { gamma = 1, until = \"bump\" }",
       "unknown event \"bump\""},
      {"questions = 3", "unknown key in a file of primitives \"questions\""},
      {"[[cumulant]]\nfor = { s = [] }\ncumulant = \"{s}\"" + rest, "a family needs at least one value"},
  };
  for (const auto& one : cases) {
    const auto refused = testing::ThrowsMessage<InvalidInput>(HasSubstr(one.message));
    EXPECT_THAT([&] { parse(one.text); }, refused) << one.text;
  }
}

}  // namespace
}  // namespace gvfn
