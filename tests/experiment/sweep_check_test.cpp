#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gvfn/base/invalid_input.hpp"
#include "gvfn/experiment/sweep.hpp"

namespace gvfn {
namespace {

using testing::HasSubstr;

std::string refusal(const std::string& rest) {
  try {
    check_combinations(parse_sweep("base = \"ring-world\"\nseeds = \"1-2\"\n" + rest, "s.toml"));
  } catch (const InvalidInput& error) {
    return error.what();
  }
  return "not refused";
}

TEST(SweepCheck, SoundCombinationsPass) {
  EXPECT_EQ(refusal(""), "not refused");
  EXPECT_EQ(refusal("metric = \"rmsve\"\n[grid]\nagent.kind = [\"gvfn\", \"rnn\"]\nagent.truncation = [1, 2]"),
            "not refused");
}

TEST(SweepCheck, ACombinationThatMakesNoSenseIsNamed) {
  EXPECT_THAT(refusal("[grid]\nagent.cell = [\"rnn\", \"gru\"]\nlearner.rule = [\"rtd\", \"td-lambda\"]"),
              HasSubstr("s.toml: agent.cell=\"gru\", learner.rule=\"td-lambda\": "));
  EXPECT_THAT(refusal("[set]\nlearner.rule = \"target\"\n[grid]\nagent.questions=[\"ring-tests\"]"),
              testing::StartsWith("s.toml: agent.questions=\"ring-tests\": learner.rule"));
}

TEST(SweepCheck, AKeyOfTheGridHasAnEffectInEveryCombination) {
  EXPECT_EQ(
      refusal("[grid]\nagent.units = [4, 5]"),
      "s.toml: agent.units=4: agent.units has no effect in this configuration: it needs agent.kind = \"rnn\", and "
      "agent.kind is \"gvfn\"");
  EXPECT_EQ(refusal("[set]\nagent.kind = \"rnn\"\n[grid]\nagent.units = [4, 5]"), "not refused");
  EXPECT_THAT(refusal("[grid]\nagent.truncation = [1, 2]\nlearner.rule = [\"rtd\", \"td-lambda\"]"),
              HasSubstr("agent.truncation=1, learner.rule=\"td-lambda\": agent.truncation has no effect"));
}

TEST(SweepCheck, AKeyOfSetHasAnEffectInOneCombinationAtLeast) {
  EXPECT_EQ(refusal("[set]\nagent.units = 4\n[grid]\nagent.kind = [\"gvfn\", \"rnn\"]"), "not refused");
  EXPECT_EQ(refusal("[set]\nagent.units = 4\n[grid]\nagent.truncation = [1, 2]"),
            "s.toml: agent.units in [set] has no effect in any combination: it needs agent.kind = \"rnn\", and "
            "agent.kind is \"gvfn\"");
}

TEST(SweepCheck, AKeyOfAWorldMayStandBesideWorldsThatLackIt) {
  const std::string worlds = "[set]\nworld.size = 5\nagent.kind = \"rnn\"\n[grid]\nworld.name = ";
  EXPECT_EQ(refusal(worlds + "[\"ring-world\", \"mso\"]"), "not refused");
  EXPECT_EQ(refusal(worlds + "[\"mackey-glass\", \"mso\"]"),
            "s.toml: world.size in [set] has no effect in any combination: the world has no such key");
}

TEST(SweepCheck, AMetricThatTheWorldDoesNotHaveIsNamed) {
  EXPECT_THAT(refusal("metric = \"nrmse\"\n[grid]\nagent.truncation = [1, 2]"),
              HasSubstr("s.toml: agent.truncation=1: unknown metric of ring-world \"nrmse\""));
}

TEST(SweepCheck, OfManyCombinationsEachValueIsTried) {
  const std::string many = "optimizer.step_size = \"2^(-50..0)\"\noptimizer.decay = \"0.9^(1..50)\"\n";
  EXPECT_EQ(refusal("[grid]\n" + many), "not refused");
  EXPECT_THAT(refusal("[grid]\n" + many + "agent.questions = [\"ring-chains\", \"expert\"]"),
              HasSubstr("agent.questions=\"expert\": expert: "));
  EXPECT_THAT(refusal("[grid]\nagent.questions = [\"ring-chains\", \"expert\"]\n" + many),
              HasSubstr("agent.questions=\"expert\", optimizer.step_size=8.8817841970013e-16, optimizer.decay=0.9: "));
}

TEST(SweepCheck, OfManyCombinationsThoseThatMakeMethodsAreAllTried) {
  EXPECT_THAT(refusal("[grid]\nagent.cell = [\"rnn\", \"gru\"]\nlearner.rule = [\"rtd\", \"td-lambda\"]\n"
                      "optimizer.step_size = \"1.001^(-600..0)\""),
              HasSubstr("s.toml: agent.cell=\"gru\", learner.rule=\"td-lambda\", optimizer.step_size="));
}

}  // namespace
}  // namespace gvfn
