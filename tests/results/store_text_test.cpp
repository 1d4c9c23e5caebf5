#include "gvfn/results/store_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>

namespace gvfn {
namespace {

constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

StoredRun stored(const Config& config, double rmsve) {
  StoredRun run{
      .config = to_toml(config), .files = {}, .result = {}, .version = "1.2", .finished = "2026-01-31T12:00:00Z"};
  run.result = {.seed = config.run.seed,
                .steps = 20,
                .seconds = 0.25,
                .units = 5,
                .weights = 70,
                .instruction_set = "plain",
                .summary = {.steps = {10, 20}, .metrics = {{"rmsve", rmsve, {0.5, rmsve}}}}};
  return run;
}

StoredRun diverged(const Config& config) {
  auto run = stored(config, nothing);
  run.result.divergence = "diverged at step 20";
  return run;
}

Config with_questions(const std::string& name) {
  Config config;
  config.agent.questions = name;
  config.optimizer.step_size = 0.01;
  config.agent.inputs = InputScaling::raw;
  return config;
}

TEST(StoreText, ALineHasARunAndEveryKeyThatOneOfThemSets) {
  Config config;
  config.run.seed = 3;
  config.optimizer.step_size = 0.5;
  Config other;
  other.agent.truncation = 4;
  other.optimizer.step_size = 0.25;
  auto fresh = stored(other, 0.125);
  fresh.purpose = Purpose::report;
  EXPECT_EQ(runs_csv({stored(config, 0.1), fresh}),
            "seed,purpose,rmsve,diverged,steps,seconds,units,weights,instruction_set,version,finished,"
            "agent.truncation,optimizer.step_size\n"
            "3,choose,0.1,false,20,0.250,5,70,plain,1.2,2026-01-31T12:00:00Z,1,0.5\n"
            "1,report,0.125,false,20,0.250,5,70,plain,1.2,2026-01-31T12:00:00Z,4,0.25\n");
}

TEST(StoreText, CellsWithCommasAndQuotesAreQuoted) {
  const auto last_cell = [](const std::string& questions) {
    const auto csv = runs_csv({stored(with_questions(questions), 0.1)});
    const std::string before = "Z,";
    const auto begin = csv.rfind(before) + before.size();
    return csv.substr(begin, csv.rfind(",0.01\n") - begin) + "\n";  // the step size is told
  };
  EXPECT_EQ(last_cell("a b.toml"), "a b.toml\n");
  EXPECT_EQ(last_cell("a,b.toml"), "\"a,b.toml\"\n");
  EXPECT_EQ(last_cell("a\"b\".toml"), "\"a\"\"b\"\".toml\"\n");
  EXPECT_EQ(last_cell("a\nb.toml"), "\"a\nb.toml\"\n");
  EXPECT_EQ(last_cell("it's\\é.toml"), "it's\\é.toml\n");
}

TEST(StoreText, WhatARunHasNotIsAnEmptyCell) {
  auto other = stored(Config{}, 0.1);
  other.result.summary.metrics = {{"nrmse", 0.75, {1, 0.75}}};
  const auto csv = runs_csv({diverged(Config{}), other});
  EXPECT_THAT(csv, testing::HasSubstr("seed,purpose,rmsve,nrmse,diverged"));
  EXPECT_THAT(csv, testing::HasSubstr("\n1,choose,,,true,20"));
  EXPECT_THAT(csv, testing::HasSubstr("\n1,choose,,0.75,false,20"));
}

TEST(StoreText, QuestionFilesThatWereEditedAreTold) {
  const auto config = with_questions("terminating-horizon");
  auto first = stored(config, 0.1);
  first.files = "agent.questions:1";
  const auto csv = runs_csv({first, stored(config, 0.2)});
  EXPECT_THAT(csv, testing::HasSubstr("finished,files,optimizer.step_size\n"));
  EXPECT_THAT(csv, testing::HasSubstr("Z,agent.questions:1,0.01\n"));
}

TEST(StoreText, EachPointOfALearningCurveHasALine) {
  Config config;
  config.optimizer.step_size = 0.5;
  auto other = config;
  other.optimizer.step_size = 0.25;
  EXPECT_EQ(curves_csv({stored(config, 0.1), diverged(other)}),
            "seed,purpose,step,rmsve,optimizer.step_size\n"
            "1,choose,10,0.5,0.5\n"
            "1,choose,20,0.1,0.5\n"
            "1,choose,10,0.5,0.25\n"
            "1,choose,20,,0.25\n");
}

TEST(StoreText, NoRunsAreATableOfTitles) {
  EXPECT_EQ(runs_csv({}), "seed,purpose,diverged,steps,seconds,units,weights,instruction_set,version,finished\n");
  EXPECT_EQ(runs_json({}), "[]\n");
}

TEST(StoreText, NamesWithCommasAndLineBreaksAreQuotedWhereverTheyStand) {
  auto run = stored(Config{}, 0.1);
  run.version = "1,2";
  run.result.instruction_set = "a\nb";
  run.result.summary.metrics[0].name = "rms,ve";
  EXPECT_THAT(runs_csv({run}), testing::StartsWith("seed,purpose,\"rms,ve\",diverged"));
  EXPECT_THAT(runs_csv({run}), testing::HasSubstr(",\"a\nb\",\"1,2\",2026-01-31T12:00:00Z"));
  EXPECT_THAT(curves_csv({run}), testing::StartsWith("seed,purpose,step,\"rms,ve\""));
}

TEST(StoreText, JsonReadsBackWithCurvesAndConfigurations) {
  auto config = with_questions("a\"b\\é.toml");
  config.run.seed = 3;
  config.optimizer.step_size = 1e-5;
  config.agent.complement = false;
  config.head.hidden = {8, 4};
  auto run = stored(config, 1.0 / 3);
  run.files = "agent.questions:1";
  run.purpose = Purpose::report;
  const auto json = nlohmann::json::parse(runs_json({run}));
  ASSERT_EQ(json.size(), 1U);
  EXPECT_EQ(json[0]["seed"], 3);
  EXPECT_EQ(json[0]["purpose"], "report");
  EXPECT_EQ(json[0]["rmsve"], 1.0 / 3);
  EXPECT_EQ(json[0]["diverged"], false);
  EXPECT_FALSE(json[0].contains("divergence"));
  EXPECT_EQ(json[0]["seconds"], 0.25);
  EXPECT_EQ(json[0]["weights"], 70);
  EXPECT_EQ(json[0]["version"], "1.2");
  EXPECT_EQ(json[0]["curve"], nlohmann::json::parse(R"({"step": [10, 20], "rmsve": [0.5, 0.3333333333333333]})"));
  const auto& read = json[0]["config"];
  EXPECT_EQ(read["agent.questions"], "a\"b\\é.toml");
  EXPECT_EQ(read["agent.complement"], false);
  EXPECT_EQ(read["optimizer.step_size"], 1e-5);
  EXPECT_EQ(read["head.hidden"], nlohmann::json({8, 4}));
  EXPECT_EQ(read["agent.kind"], "gvfn") << "the whole configuration, defaults too";
  EXPECT_EQ(json[0]["files"], "agent.questions:1");
}

TEST(StoreText, JsonHasNullForWhatIsNoNumber) {
  const auto json = nlohmann::json::parse(runs_json({diverged(Config{})}));
  EXPECT_TRUE(json[0]["rmsve"].is_null());
  EXPECT_EQ(json[0]["diverged"], true);
  EXPECT_EQ(json[0]["divergence"], "diverged at step 20");
  EXPECT_EQ(json[0]["curve"]["rmsve"][0], 0.5);
  EXPECT_TRUE(json[0]["curve"]["rmsve"][1].is_null());
}

}  // namespace
}  // namespace gvfn
