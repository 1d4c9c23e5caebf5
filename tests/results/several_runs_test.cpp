#include "results/several_runs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

namespace gvfn {
namespace {

RunResult run_with(std::int64_t seed, double rmsve) {
  const QuestionScore score{.part = "state", .name = "a", .against = "truth", .rmse = 2 * rmsve};
  return {.seed = seed,
          .steps = 20,
          .summary = {.steps = {10, 20}, .metrics = {{"rmsve", rmsve, {1, rmsve}}}, .questions = {score}}};
}

RunResult diverged_run(std::int64_t seed) {
  auto run = run_with(seed, std::nan(""));
  run.divergence = "diverged at step 20";
  return run;
}

const RunResults two_of_three{run_with(1, 0.25), diverged_run(2), run_with(3, 0.75)};

TEST(SeveralRuns, TheStatisticsAreOfTheRunsThatDidNotDiverge) {
  const auto s = statistics_of(two_of_three, "rmsve");
  EXPECT_EQ(s.runs, 3U);
  EXPECT_EQ(s.diverged, 1U);
  EXPECT_EQ(s.mean, 0.5);
  EXPECT_EQ(s.standard_error, 0.25);
  EXPECT_EQ(question_statistics(two_of_three, 0).mean, 1);
  EXPECT_EQ(question_statistics(two_of_three, 1).scored(), 0U) << "there is no such question";
  EXPECT_EQ(statistics_of(two_of_three, "nrmse").scored(), 0U) << "there is no such metric";
  EXPECT_EQ(count_diverged(two_of_three), 1U);
}

TEST(SeveralRuns, CurvesHaveTheMeanAndStandardErrorOfEachWindow) {
  EXPECT_EQ(mean_curves_csv(two_of_three), "step,rmsve,rmsve_standard_error\n10,1,0\n20,0.5,0.25\n");
  EXPECT_EQ(mean_curves_csv({run_with(1, 0.25)}), "step,rmsve,rmsve_standard_error\n10,1,\n20,0.25,\n");
  EXPECT_EQ(mean_curves_csv({diverged_run(1)}), "step,rmsve,rmsve_standard_error\n");
}

TEST(SeveralRuns, JsonHasTheStatisticsAndEveryRun) {
  const auto json = nlohmann::json::parse(to_json(two_of_three, Config{}));
  EXPECT_EQ(json["metrics"]["rmsve"]["mean"], 0.5);
  EXPECT_EQ(json["metrics"]["rmsve"]["diverged"], 1);
  ASSERT_EQ(json["runs"].size(), 3U);
  EXPECT_EQ(json["runs"][2]["seed"], 3);
  EXPECT_EQ(json["runs"][2]["rmsve"], 0.75);
}

}  // namespace
}  // namespace gvfn
