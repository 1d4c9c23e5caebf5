#include "gvfn/experiment/run_many.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "gvfn/base/invalid_input.hpp"

namespace gvfn {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

std::vector<Config> five_seeds() {
  std::vector<Config> configs(5, load_config("compass-world"));
  for (std::size_t i = 0; i < configs.size(); ++i) {
    configs[i].run.seed = static_cast<std::int64_t>(i);
    configs[i].run.steps = 5'000;
  }
  return configs;
}

TEST(RunMany, TheNumberOfJobsChangesNothing) {
  const auto alone = run_many(five_seeds(), 1);
  const auto together = run_many(five_seeds(), 4);
  ASSERT_EQ(alone.size(), 5U);
  for (std::size_t i = 0; i < alone.size(); ++i) {
    EXPECT_EQ(alone[i].seed, static_cast<std::int64_t>(i));
    EXPECT_EQ(alone[i].summary["rmsve"], together[i].summary["rmsve"]);
  }
}

TEST(RunMany, EveryRunIsReportedOnce) {
  std::set<std::size_t> reported;
  run_many(five_seeds(), 3, [&](std::size_t i, const RunResult&) { EXPECT_TRUE(reported.insert(i).second); });
  EXPECT_EQ(reported.size(), 5U);
}

TEST(RunMany, NoRunsAreNoProblem) { EXPECT_TRUE(run_many({}, 2).empty()); }

TEST(RunMany, AFailureIsRethrown) {
  auto configs = five_seeds();
  configs[3].agent.questions = "no-such-set";
  EXPECT_THAT([&] { run_many(configs, 2); },
              ThrowsMessage<InvalidInput>(HasSubstr("unknown question set name or file \"no-such-set\"")));
}

}  // namespace
}  // namespace gvfn
