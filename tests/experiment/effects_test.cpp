// Which keys have an effect: what the declarations say is true of the runs.

#include "experiment/effects.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "case_name.hpp"
#include "experiment/config_entries.hpp"
#include "gvfn/base/invalid_input.hpp"
#include "gvfn/experiment/run.hpp"

namespace gvfn {
namespace {

using testing::HasSubstr;

/// What each kind of agent needs so that a key has an effect, as far as that can be had; and another value of the key.
struct Case {
  std::string key;
  std::string other;
  std::vector<std::string> setting = {};
};

std::vector<Case> cases() {
  const std::string adam = "optimizer.name=adam";
  const std::string head_adam = "head.optimizer.name=adam";
  const std::string rgtd = "learner.rule=rgtd";
  const std::string hidden = "head.hidden=[3]";
  const std::string drawn = "discovery.primitives=compass-primitives";
  const std::string soon = "discovery.every=50";
  const std::string raw = "agent.inputs=raw";
  const std::string long_run = "run.steps=2500";  // what is tuned is asked after 1,000 steps
  const std::string continual = "discovery.replacement=continual";
  return {
      {"agent.questions", "naive"},
      {"agent.cell", "gru"},
      {"agent.activation", "relu"},
      {"agent.units", "7"},
      {"agent.truncation", "3"},
      {"agent.inputs", "online"},
      {"agent.traces", "[4, 16]"},
      {"agent.complement", "false"},
      {"agent.constant_input", "true"},
      {"agent.auxiliary", "naive", {"agent.beside=rnn"}},
      {"agent.horizon", "3"},
      {"agent.free_units", "2"},
      {"agent.target_weight", "0.5"},
      {"agent.below", "gru"},
      {"agent.below_units", "3", {"agent.below=rnn"}},
      {"agent.beside", "gru"},
      {"agent.beside_units", "3", {"agent.beside=rnn"}},
      {"learner.rule", "rgtd"},
      {"learner.loss", "mean"},
      {"learner.sensitivity", "snap-1", {"agent.truncation=1"}},
      {"learner.lambda", "0.5", {"learner.rule=td-lambda"}},
      {"learner.second_step_size", "0.5", {rgtd}},
      {"learner.form", "gtd2", {rgtd}},
      {"learner.hessian", "false", {rgtd}},
      {"optimizer.name", "momentum"},
      {"optimizer.step_size", "0.03"},
      {"optimizer.decay", "0.1"},
      {"optimizer.momentum", "0.5", {"optimizer.name=momentum"}},
      {"optimizer.square_decay", "0.5", {"optimizer.name=rmsprop"}},
      {"optimizer.beta1", "0.5", {adam}},
      {"optimizer.beta2", "0.5", {adam}},
      {"optimizer.epsilon", "0.01", {adam}},
      {"optimizer.clip_norm", "0.001"},
      {"optimizer.batch", "4"},
      {"head.hidden", "[4]"},
      {"head.activation", "tanh", {hidden}},
      {"head.loss", "sum"},
      {"head.zero_start", "true"},
      {"head.lambda", "0.5", {"head.hidden=[]"}},
      {"head.optimizer.name", "momentum"},
      {"head.optimizer.step_size", "0.03", {head_adam}},
      {"head.optimizer.decay", "0.1", {head_adam}},
      {"head.optimizer.momentum", "0.5", {"head.optimizer.name=momentum"}},
      {"head.optimizer.square_decay", "0.5", {"head.optimizer.name=rmsprop"}},
      {"head.optimizer.beta1", "0.5", {head_adam}},
      {"head.optimizer.beta2", "0.5", {head_adam}},
      {"head.optimizer.epsilon", "0.01", {head_adam}},
      {"head.optimizer.forgetting", "0.9", {"head.optimizer.name=rls", "head.hidden=[]"}},
      {"head.optimizer.ridge", "10", {"head.optimizer.name=rls", "head.hidden=[]"}},
      {"head.optimizer.clip_norm", "0.001", {head_adam}},
      {"head.optimizer.batch", "4", {head_adam}},
      {"discovery.primitives", "compass-primitives"},
      {"discovery.units", "40", {drawn}},
      {"discovery.utility", "contribution", {drawn, soon}},
      {"discovery.inherit", "0.9", {drawn, soon}},
      {"discovery.decay", "0.5", {drawn, soon, "discovery.utility=contribution"}},
      {"discovery.replacement", "continual", {drawn, soon}},
      {"discovery.every", "70", {drawn, soon}},
      {"discovery.fraction", "0.4", {drawn, soon}},
      {"discovery.maturity", "20", {drawn, continual, "discovery.rate=0.05"}},
      {"discovery.rate", "0.05", {drawn, continual, "discovery.maturity=20"}},
      {"discovery.regenerate", "false", {drawn, soon}},
      {"discovery.dependants", "replace", {drawn, soon}},
      {"discovery.protect", "false", {drawn, soon}},
      {"discovery.tune", "continuations", {drawn, raw, long_run}},
      {"discovery.meta_step_size", "0.5", {drawn, raw, long_run, "discovery.tune=all"}},
      {"discovery.meta_decay", "0", {drawn, raw, long_run, "discovery.tune=all"}},
      {"run.steps", "350"},
      {"run.seed", "2"},
      {"run.window", "50"},
  };
}

/// A run's curve, which says whether two runs are the same.
std::vector<double> curve(const Config& config) {
  const auto result = run(config);
  auto values = result.summary.metrics.front().curve;
  values.push_back(result.summary.metrics.front().value);
  return values;
}

/// A signal from 0 to 50.
struct Wide {
  std::array<float, 1> seen{};
  Vocabulary vocabulary() const { return {{{"x", 0, 50}}, {}}; }
  Evaluation evaluation() const { return {.questions = {{"x next", SignalCumulant{"x"}}}}; }
  void reset(Random&) {}
  Outcome act(std::size_t, Random& random) {
    seen = {static_cast<float>(50 * random.uniform())};
    return Outcome::goes_on;
  }
  std::span<const float> observation() const { return seen; }
};

/// Compass World's signals are within [0, 1], which is their range: what a forecast network may do with them is the
/// same.
Config start_in_wide_world(std::string_view kind) {
  Worlds worlds;
  worlds.add("wide", [] { return AnyWorld(Wide()); });
  auto config = usual_config(worlds);
  set_keys(config, {"agent.kind=" + std::string(kind), "agent.inputs=raw", "run.steps=300", "run.window=100",
                    "optimizer.step_size=1e-6"});
  return config;
}

Config start(std::string_view kind) {
  auto config = load_config("compass-world");
  set_keys(config, {"agent.kind=" + std::string(kind), "run.steps=300", "run.window=100"});
  return config;
}

class EveryKeyOf : public testing::TestWithParam<std::string_view> {};

INSTANTIATE_TEST_SUITE_P(Kinds, EveryKeyOf, testing::ValuesIn(agent_kinds), CaseName());

/// For each key: where it can have an effect, another value gives another run; where it has none, setting it is refused
/// with the reason, and giving it another value all the same changes nothing.
TEST_P(EveryKeyOf, HasAnEffectIfAndOnlyIfItIsTaken) {
  std::size_t with_effect = 0;
  for (auto [key, other, setting] : cases()) {
    SCOPED_TRACE(key);
    const bool is_forecast = key == "agent.inputs" && GetParam() == "forecast";
    if (is_forecast) other = "range";
    auto config = is_forecast ? start_in_wide_world(GetParam()) : start(GetParam());
    for (const auto& assignment : setting) {
      const auto name = assignment.substr(0, assignment.find('='));
      if (why_no_effect(config, name).empty()) assign(config, assignment);
    }
    const auto before = curve(config);
    const auto why = why_no_effect(config, key);
    auto changed = config;
    assign(changed, key + "=" + other);
    if (why.empty()) {
      ++with_effect;
      EXPECT_NO_THROW(set_key(config, key + "=" + other));
      EXPECT_NE(curve(changed), before);
    } else {
      EXPECT_THAT(
          [&] { set_key(config, key + "=" + other); },
          testing::ThrowsMessage<InvalidInput>(HasSubstr(key + " has no effect in this configuration: " + why)));
      EXPECT_EQ(curve(changed), before);
    }
  }
  EXPECT_GT(with_effect, 25U);
  EXPECT_LT(with_effect, cases().size());
}

TEST(Effects, EveryKeyIsAmongTheCases) {
  Config config;
  std::vector<std::string> tried{"agent.kind", "world.name", "run.divergence_bound", "run.by_question",
                                 "run.instruction_set"};
  for (const auto& one : cases()) tried.push_back(one.key);
  for (const auto& key : keys(config))
    EXPECT_TRUE(key.name.starts_with("world.") || std::ranges::count(tried, key.name) == 1) << key.name;
}

TEST(Effects, TheTableOfTheDocumentsSaysWhatCanHaveAnEffect) {
  const auto table = describe_effects();
  EXPECT_THAT(table, HasSubstr("| key | gvfn | rnn | forecast |\n"));
  EXPECT_THAT(table, HasSubstr("| `agent.questions` | yes | no | no |\n"));
  EXPECT_THAT(table, HasSubstr("| `agent.units` | no | yes | no |\n"));
  EXPECT_THAT(table, HasSubstr("| `agent.horizon` | no | no | yes |\n"));
  EXPECT_THAT(table, HasSubstr("| `learner.lambda` | yes | no | no |\n"));
  EXPECT_THAT(table, HasSubstr("| `optimizer.beta1` | yes | yes | yes |\n"));
}

TEST(Effects, TheReasonGoesBackToWhatCanBeChanged) {
  auto config = start("rnn");
  EXPECT_EQ(why_no_effect(config, "agent.questions"), "it needs agent.kind = \"gvfn\", and agent.kind is \"rnn\"");
  EXPECT_EQ(
      why_no_effect(config, "learner.lambda"),
      "it needs learner.rule = \"td-lambda\", and learner.rule has no effect: it needs agent.kind = \"gvfn\", and "
      "agent.kind is \"rnn\"");
  EXPECT_EQ(why_no_effect(config, "agent.below_units"),
            "it needs agent.below other than \"none\", and agent.below is \"none\"");
  config.head.hidden = {};
  EXPECT_EQ(why_no_effect(config, "head.activation"), "it needs head.hidden other than [], and head.hidden is []");
}

TEST(Effects, AKeyThatThereIsNotIsNamed) {
  EXPECT_THAT([] { why_no_effect(start("rnn"), "agent.unit"); },
              testing::ThrowsMessage<InvalidInput>("unknown key \"agent.unit\"; did you mean \"agent.units\"?"));
}

TEST(Effects, AFileWithAKeyWithoutEffectIsRefusedWithItsPlace) {
  EXPECT_THAT([] { parse_config("[agent]\nkind = \"gvfn\"\nunits = 5", "c.toml"); },
              testing::ThrowsMessage<InvalidInput>(
                  "c.toml:3:9: agent.units has no effect in this configuration: it needs agent.kind = \"rnn\", and "
                  "agent.kind is \"gvfn\""));
}

TEST(Effects, WhatAFileSetsMayLoseItsEffectByAnAssignment) {
  auto config = load_config("ring-world");
  EXPECT_NO_THROW(set_keys(config, {"agent.kind=rnn"}));  // the file's questions are not asked
  EXPECT_NO_THROW(set_keys(config, {"learner.sensitivity=snap-1"}));
  EXPECT_EQ(resolved(config).agent.truncation, 1);  // the file has 2
}

}  // namespace
}  // namespace gvfn
