#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "gvfn/experiment/run.hpp"

namespace gvfn {
namespace {

TEST(ResultJson, HasTheResultTheCurveAndTheConfiguration) {
  Config config;
  RunResult result{.seed = 11, .steps = 4, .seconds = 2};
  result.summary = {.steps = {2, 4}, .metrics = {{"rmsve", 0.5, {0.6, 0.5}}, {"accuracy", 0.75, {0.7, 0.75}}}};
  const auto json = nlohmann::json::parse(to_json(result, config));
  EXPECT_EQ(json["seed"], 11);
  EXPECT_EQ(json["steps"], 4);
  EXPECT_EQ(json["seconds"], 2);
  EXPECT_EQ(json["steps_per_second"], 2);
  EXPECT_EQ(json["rmsve"], 0.5);
  EXPECT_EQ(json["accuracy"], 0.75);
  EXPECT_EQ(json["diverged"], false);
  EXPECT_EQ(json["curve"]["step"], (std::vector<int>{2, 4}));
  EXPECT_EQ(json["curve"]["accuracy"], (std::vector<double>{0.7, 0.75}));
  EXPECT_EQ(json["config"]["agent"]["truncation"], 1);
  EXPECT_EQ(json["config"]["optimizer"]["name"], "sgd");
}

TEST(ResultJson, ADivergedRunHasNoNumbers) {
  RunResult result{.seed = 1, .steps = 7};
  result.divergence = "diverged at step 7";
  result.summary.metrics = {{"rmsve", 0.5, {}}, {"accuracy", 0.5, {}}};
  const auto json = nlohmann::json::parse(to_json(result, Config{}));
  EXPECT_TRUE(json["diverged"]);
  EXPECT_TRUE(json["rmsve"].is_null());
  EXPECT_TRUE(json["accuracy"].is_null());
  EXPECT_EQ(json["divergence"], "diverged at step 7");
}

}  // namespace
}  // namespace gvfn
