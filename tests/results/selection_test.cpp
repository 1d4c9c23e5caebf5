#include "gvfn/results/selection.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace gvfn {
namespace {

using testing::ElementsAre;

constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

/// With some keys set.
Config with(const std::vector<std::string>& assignments) {
  Config config;
  set_keys(config, assignments);
  return config;
}

RunResult result(std::int64_t seed, double value, const std::string& metric = "rmsve") {
  RunResult run{.seed = seed, .summary = {.steps = {10}, .metrics = {{metric, value, {value}}}}};
  if (value != value) run.divergence = "diverged at step 3";
  return run;
}

/// Stored runs of a few settings.
class Runs {
 public:
  Runs& add(Purpose purpose, const std::vector<std::string>& assignments, const std::vector<double>& values,
            const std::string& metric = "rmsve", const std::string& files = "") {
    for (const double value : values)
      runs_.push_back({.config = to_toml(with(assignments)),
                       .files = files,
                       .purpose = purpose,
                       .result = result(++seed_, value, metric),
                       .version = {},
                       .finished = {}});
    return *this;
  }
  Runs& choosing(const std::vector<std::string>& assignments, const std::vector<double>& values,
                 const std::string& metric = "rmsve") {
    return add(Purpose::choose, assignments, values, metric);
  }
  Runs& reporting(const std::vector<std::string>& assignments, const std::vector<double>& values,
                  const std::string& metric = "rmsve") {
    return add(Purpose::report, assignments, values, metric);
  }

  const std::vector<Setting>& settings() { return settings_ = settings_of(runs_); }
  std::vector<Choice> choices(const std::string& metric = "rmsve") { return choose(settings(), metric); }

 private:
  std::vector<StoredRun> runs_;
  std::vector<Setting> settings_;
  std::int64_t seed_ = 0;
};

Setting setting(const std::vector<std::string>& assignments) { return Runs().choosing(assignments, {1}).settings()[0]; }

std::string name(const std::vector<std::string>& assignments) { return method_name(setting(assignments)); }

std::vector<std::string> methods(const std::vector<Choice>& choices) {
  std::vector<std::string> names;
  for (const auto& choice : choices) names.push_back(choice.method);
  return names;
}

const std::string small = "optimizer.step_size=0.1";
const std::string large = "optimizer.step_size=0.5";

TEST(Selection, ASettingHasTheRunsOfOneConfigurationByPurpose) {
  Runs runs;
  runs.choosing({small}, {1, 2}).choosing({large}, {3}).reporting({small}, {4}).choosing({small}, {5});
  const auto& settings = runs.settings();
  ASSERT_EQ(settings.size(), 2U);
  EXPECT_EQ(settings[0].value("optimizer.step_size"), "0.1");
  EXPECT_EQ(settings[0].choosing.size(), 3U);
  ASSERT_EQ(settings[0].reporting.size(), 1U);
  EXPECT_EQ(settings[0].reporting[0]->result.summary["rmsve"], 4);
  EXPECT_EQ(settings[1].choosing.size(), 1U);
  EXPECT_TRUE(settings[1].reporting.empty());
}

TEST(Selection, AnEditedQuestionFileIsAnotherSettingAndAnotherMethod) {
  Runs runs;
  for (const char* files : {"agent.questions:1", "agent.questions:2"})
    runs.add(Purpose::choose, {"agent.questions=mine.toml"}, {1}, "rmsve", files);
  EXPECT_EQ(runs.settings().size(), 2U);
  EXPECT_THAT(methods(runs.choices()),
              ElementsAre("GVFN mine.toml, files agent.questions:1", "GVFN mine.toml, files agent.questions:2"));
}

TEST(Selection, AKeyHasItsValueAlsoAtItsDefault) {
  const auto set = setting({"agent.truncation=4", "agent.cell=gru", "head.hidden=[8, 4]", "agent.complement=false"});
  EXPECT_EQ(set.truncation(), 4);
  EXPECT_EQ(set.value("agent.cell"), "gru");
  EXPECT_EQ(set.value("head.hidden"), "[8, 4]");
  EXPECT_EQ(set.value("agent.complement"), "false");
  EXPECT_EQ(set.keys.at("agent.cell"), "\"gru\"");
  EXPECT_EQ(set.value("agent.kind"), "gvfn");
  EXPECT_EQ(set.value("optimizer.decay"), "0");
  EXPECT_EQ(set.value("agent.units"), "") << "it has no effect";
  EXPECT_EQ(setting({}).truncation(), 1);
}

TEST(Selection, ATextIsReadBackWhateverIsInIt) {
  for (const char* text : {"a = b.toml", "\"", "it's", "C:\\x", "a\tb", "é", ""}) {
    Config config;
    config.agent.questions = text;
    const std::vector<StoredRun> runs{
        {.config = to_toml(config), .files = {}, .result = {}, .version = {}, .finished = {}}};
    EXPECT_EQ(settings_of(runs)[0].value("agent.questions"), text);
  }
}

TEST(Selection, RealNumbersThatSayHowToLearnAreTuned) {
  for (const char* key : {"optimizer.step_size", "head.optimizer.step_size", "learner.second_step_size",
                          "learner.lambda", "optimizer.beta1", "optimizer.clip_norm", "agent.target_weight"})
    EXPECT_TRUE(is_tuned(key)) << key;
  for (const char* key : {"agent.truncation", "optimizer.batch", "agent.units", "world.leap", "world.wander_prob",
                          "run.divergence_bound", "run.steps", "optimizer.name", "files", "no.key"})
    EXPECT_FALSE(is_tuned(key)) << key;
}

TEST(Selection, AMethodIsCalledByItsKindCellRuleAndAuxiliaryTasks) {
  EXPECT_EQ(name({}), "GVFN terminating-horizon");
  EXPECT_EQ(name({"agent.questions=expert", small}), "GVFN expert");
  EXPECT_EQ(name({"agent.cell=rnn"}), "GVFN terminating-horizon");
  EXPECT_EQ(name({"agent.cell=gru"}), "GVFN GRU terminating-horizon");
  EXPECT_EQ(name({"agent.cell=lstm"}), "GVFN LSTM terminating-horizon");
  EXPECT_EQ(name({"agent.kind=rnn"}), "RNN");
  EXPECT_EQ(name({"agent.kind=rnn", "agent.cell=rnn"}), "RNN");
  EXPECT_EQ(name({"agent.kind=rnn", "agent.cell=gru"}), "GRU");
  EXPECT_EQ(name({"agent.kind=rnn", "agent.cell=lstm"}), "LSTM");
  EXPECT_EQ(name({"agent.kind=forecast"}), "Forecast");
  EXPECT_EQ(name({"agent.kind=forecast", "agent.cell=gru"}), "Forecast GRU");
  for (const char* rule : {"rtd", "rgtd", "td-lambda", "target"})
    EXPECT_EQ(name({std::string("learner.rule=") + rule}), std::string("GVFN terminating-horizon ") + rule);
  EXPECT_EQ(name({"agent.kind=rnn", "agent.cell=lstm", "agent.auxiliary=expert"}), "LSTM + auxiliary");
}

TEST(Selection, MethodsThatDifferInAnotherKeySayIt) {
  const std::string rnn = "agent.kind=rnn";
  EXPECT_THAT(
      methods(Runs().choosing({rnn, "agent.units=7"}, {1}).choosing({rnn, "agent.units=7", small}, {1}).choices()),
      ElementsAre("RNN"));
  EXPECT_THAT(methods(Runs().choosing({rnn, "agent.units=7"}, {1}).choosing({rnn}, {1}).choices()),
              ElementsAre("RNN, agent.units 7", "RNN, agent.units 40"));
  EXPECT_THAT(
      methods(Runs().choosing({rnn}, {1}).choosing({rnn, "agent.units=7", "optimizer.name=adam"}, {1}).choices()),
      ElementsAre("RNN, agent.units 40, optimizer.name sgd", "RNN, agent.units 7, optimizer.name adam"));
}

TEST(Selection, CellsAndAuxiliaryTasksAreOtherMethodsWhereTheNameDoesNotTell) {
  const std::string rnn = "agent.kind=rnn";
  EXPECT_THAT(methods(Runs().choosing({rnn}, {1}).choosing({rnn, "agent.cell=rnn"}, {1}).choices()),
              ElementsAre("RNN, agent.cell action-rnn", "RNN, agent.cell rnn"));
  EXPECT_THAT(
      methods(Runs().choosing({rnn, "agent.auxiliary=a"}, {1}).choosing({rnn, "agent.auxiliary=b"}, {1}).choices()),
      ElementsAre("RNN + auxiliary, agent.auxiliary a", "RNN + auxiliary, agent.auxiliary b"));
  EXPECT_THAT(methods(Runs().choosing({rnn}, {1}).choosing({rnn, "agent.cell=gru"}, {1}).choices()),
              ElementsAre("RNN", "GRU"));
}

TEST(Selection, ChosenBySomeRunsAndReportedByOthers) {
  Runs runs;
  runs.choosing({small}, {1, 2}).reporting({small}, {20, 22, 30});
  runs.choosing({large}, {3, 4}).reporting({large}, {0, 0, 0});  // they would have chosen this one
  const auto choices = runs.choices();
  ASSERT_EQ(choices.size(), 1U);
  EXPECT_EQ(choices[0].method, "GVFN terminating-horizon");
  EXPECT_EQ(choices[0].setting.value("optimizer.step_size"), "0.1");
  EXPECT_EQ(choices[0].tuned, "step_size 0.1");
  EXPECT_EQ(choices[0].candidates, 2U);
  EXPECT_EQ(choices[0].chosen.mean, 1.5);
  EXPECT_EQ(choices[0].reported.runs, 3U);
  EXPECT_EQ(choices[0].reported.mean, 24);
  EXPECT_TRUE(choices[0].is_fresh);
}

TEST(Selection, WithoutRunsForReportingTheNumbersAreThoseItWasChosenBy) {
  const auto choice = Runs().choosing({small}, {1}).choosing({large}, {0.5}).reporting({small}, {0.1}).choices().at(0);
  EXPECT_FALSE(choice.is_fresh);
  EXPECT_EQ(choice.tuned, "step_size 0.5");
  EXPECT_EQ(choice.reported.mean, 0.5);
}

TEST(Selection, OneThatDivergedMoreOftenIsNotChosen) {
  EXPECT_EQ(Runs().choosing({small}, {0.1, nothing}).choosing({large}, {9, 9}).choices().at(0).chosen.mean, 9);
  EXPECT_EQ(Runs().choosing({small}, {nothing}).choosing({large}, {9}).choices().at(0).chosen.mean, 9);
  EXPECT_EQ(Runs().choosing({small}, {nothing, nothing}).choices().at(0).chosen.diverged, 2U);
}

TEST(Selection, AccuracyIsTheBetterTheHigher) {
  const auto chosen = [](Runs& runs) { return runs.choices("accuracy").at(0).chosen; };
  Runs plain;
  plain.choosing({small}, {0.9, 0.8}, "accuracy").choosing({large}, {0.6, 0.7}, "accuracy");
  EXPECT_DOUBLE_EQ(chosen(plain).mean, 0.85);
  Runs some_diverged;
  some_diverged.choosing({small}, {0.9, nothing}, "accuracy").choosing({large}, {0.6, 0.6}, "accuracy");
  EXPECT_DOUBLE_EQ(chosen(some_diverged).mean, 0.6);
  Runs all_diverged;
  all_diverged.choosing({small}, {0.6}, "accuracy").choosing({large}, {nothing}, "accuracy");
  EXPECT_DOUBLE_EQ(chosen(all_diverged).mean, 0.6);
}

TEST(Selection, WhatWasNotMeasuredCountsAsWithoutAScore) {
  const auto choice = Runs().choosing({small}, {1}).choosing({large}, {2}, "nrmse").choices("nrmse").at(0);
  EXPECT_EQ(choice.chosen.mean, 2);
  const auto only = Runs().choosing({small}, {1}).choices("nrmse").at(0);
  EXPECT_EQ(only.chosen.unscored, 1U);
  EXPECT_EQ(only.chosen.diverged, 0U);
}

TEST(Selection, OnlyRunsForReporting) {
  const auto alone = Runs().reporting({small}, {3}).choices().at(0);
  EXPECT_TRUE(alone.is_fresh);
  EXPECT_EQ(alone.reported.mean, 3);
  const auto best = Runs().reporting({small}, {3}).reporting({large}, {2}).choices().at(0);
  EXPECT_FALSE(best.is_fresh) << "it was chosen by them";
  EXPECT_EQ(best.reported.mean, 2);
  const auto beside = Runs().reporting({small}, {1}).choosing({large}, {2}).choices().at(0);
  EXPECT_EQ(beside.reported.mean, 2);
  EXPECT_EQ(beside.candidates, 1U) << "what has no runs for choosing was no candidate";
}

TEST(Selection, WhatIsTunedIsToldAtItsDefaultTooAndInSixDigits) {
  const auto tuned = [](const std::string& best, const std::string& other) {
    return Runs()
        .choosing({best, "agent.target_weight=0.5"}, {1})
        .choosing({other, "agent.target_weight=0.5"}, {2})
        .choices()
        .at(0)
        .tuned;
  };
  EXPECT_EQ(tuned("optimizer.step_size=0.01", large), "step_size 0.01");
  EXPECT_EQ(tuned("optimizer.step_size=0.33333333333333", large), "step_size 0.333333");
  EXPECT_EQ(Runs().choosing({large}, {1}).choices().at(0).tuned, "");
  EXPECT_EQ(Runs().choosing({large}, {1}).choosing({"agent.target_weight=0.5"}, {2}).choices().at(0).tuned,
            "agent.target_weight 0, step_size 0.5");
}

TEST(Selection, TruncationsAreChosenForOneByOneInTheOrderOfTheirNumbers) {
  Runs runs;
  for (const char* truncation : {"16", "2", "1"})
    runs.choosing({std::string("agent.truncation=") + truncation, small}, {1})
        .choosing({std::string("agent.truncation=") + truncation, large}, {2});
  std::vector<std::int64_t> found;
  for (const auto& choice : runs.choices()) {
    EXPECT_EQ(choice.method, "GVFN terminating-horizon");
    EXPECT_EQ(choice.candidates, 2U);
    EXPECT_EQ(choice.chosen.mean, 1);
    found.push_back(choice.setting.truncation());
  }
  EXPECT_THAT(found, ElementsAre(1, 2, 16));
}

TEST(Selection, WorldsAreKeptApart) {
  Runs runs;
  runs.choosing({"world.name=mso"}, {1}, "nrmse")
      .choosing({small}, {1})
      .choosing({"world.name=mso", small}, {1}, "nrmse");
  const auto worlds = by_world(runs.settings());
  ASSERT_EQ(worlds.size(), 2U);
  EXPECT_EQ(worlds[0].world, "mso");
  EXPECT_EQ(worlds[0].settings.size(), 2U);
  EXPECT_THAT(metrics_of(worlds[0].settings), ElementsAre("nrmse"));
  EXPECT_EQ(worlds[1].world, "compass-world");
  EXPECT_THAT(metrics_of(runs.settings()), ElementsAre("nrmse", "rmsve"));
}

}  // namespace
}  // namespace gvfn
