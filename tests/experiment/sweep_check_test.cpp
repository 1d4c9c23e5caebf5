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
  EXPECT_THAT(refusal("[grid]\nagent.truncation = [1, 2]\nlearner.rule = [\"rtd\", \"td-lambda\"]"),
              HasSubstr("s.toml: agent.truncation = 2, learner.rule = \"td-lambda\": "));
  EXPECT_THAT(refusal("[set]\nlearner.rule = \"td-lambda\""), testing::StartsWith("s.toml: learner.rule"));
}

TEST(SweepCheck, AMetricThatTheWorldDoesNotHaveIsNamed) {
  EXPECT_THAT(refusal("metric = \"nrmse\"\n[grid]\nagent.truncation = [1, 2]"),
              HasSubstr("s.toml: agent.truncation = 1: unknown metric of ring-world \"nrmse\""));
}

TEST(SweepCheck, OfManyCombinationsEachValueIsTried) {
  const std::string many = "optimizer.step_size = \"2^(-50..0)\"\noptimizer.beta1 = \"0.9^(1..50)\"\n";
  EXPECT_EQ(refusal("[grid]\n" + many), "not refused");
  EXPECT_THAT(refusal("[grid]\n" + many + "agent.questions = [\"ring-chains\", \"expert\"]"),
              HasSubstr("agent.questions = \"expert\": expert: "));
  EXPECT_THAT(
      refusal("[grid]\nagent.questions = [\"ring-chains\", \"expert\"]\n" + many),
      HasSubstr("agent.questions = \"expert\", optimizer.step_size = 8.8817841970013e-16, optimizer.beta1 = 0.9: "));
}

TEST(SweepCheck, OfManyCombinationsThoseThatMakeMethodsAreAllTried) {
  EXPECT_THAT(refusal("[grid]\nagent.truncation = [1, 2]\nlearner.rule = [\"rtd\", \"td-lambda\"]\n"
                      "optimizer.step_size = \"1.001^(-600..0)\""),
              HasSubstr("s.toml: agent.truncation = 2, learner.rule = \"td-lambda\", optimizer.step_size = "));
}

}  // namespace
}  // namespace gvfn
