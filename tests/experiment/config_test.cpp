#include "gvfn/experiment/config.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "gvfn/base/invalid_input.hpp"
#include "gvfn/base/random.hpp"
#include "temporary_folder.hpp"

namespace gvfn {
namespace {

using testing::HasSubstr;

std::string refusal(const std::string& text) {
  try {
    parse_config(text, "c.toml");
  } catch (const InvalidInput& error) {
    return error.what();
  }
  return "not refused";
}

std::string set_refusal(const std::string& assignment) {
  Config config;
  try {
    set_key(config, assignment);
  } catch (const InvalidInput& error) {
    return error.what();
  }
  return "not refused";
}

TEST(Config, AFileSetsKeysOverTheDefaults) {
  const auto config =
      parse_config("[agent]\ntruncation = 4\n[head]\nhidden = [16, 8]\n[optimizer]\nstep_size = 1", "c.toml");
  EXPECT_EQ(config.agent.truncation, 4);
  EXPECT_EQ(config.head.hidden, (std::vector<std::int64_t>{16, 8}));
  EXPECT_EQ(config.optimizer.step_size, 1);
  EXPECT_EQ(config.agent.kind, Config{}.agent.kind);
}

TEST(Config, AssignmentsTakeTomlAndBareTexts) {
  Config config;
  set_key(config, "agent.truncation=4");
  set_key(config, "agent.questions=expert");
  set_key(config, "agent.cell=\"rnn\"");
  set_key(config, "head.hidden=[8]");
  set_key(config, "agent.complement=false");
  set_key(config, "optimizer.step_size= 1e-3\r");
  EXPECT_EQ(config.agent.truncation, 4);
  EXPECT_EQ(config.agent.questions, "expert");
  EXPECT_EQ(config.agent.cell, "rnn");
  EXPECT_EQ(config.head.hidden, (std::vector<std::int64_t>{8}));
  EXPECT_FALSE(config.agent.complement);
  EXPECT_EQ(config.optimizer.step_size, 1e-3);
}

TEST(Config, MistakesInAFileAreNamedWithTheirPlace) {
  EXPECT_EQ(refusal("[agent]\ntruncatoin = 4"),
            "c.toml:2:14: unknown key \"agent.truncatoin\"; did you mean \"agent.truncation\"?");
  EXPECT_EQ(refusal("[agent]\ntruncation = -4"), "c.toml:2:14: agent.truncation = -4 is not from 1 to 100000");
  EXPECT_EQ(refusal("[agent]\ntruncation = \"4\""), "c.toml:2:14: agent.truncation is a whole number");
  EXPECT_EQ(refusal("[agent]\nkind = \"gvnf\""), "c.toml:2:8: unknown agent.kind \"gvnf\"; did you mean \"gvfn\"?");
  EXPECT_THAT(refusal("[head]\nhidden = [-3]"), HasSubstr("head.hidden = -3 is not from 1 to 65536"));
  EXPECT_THAT(refusal("[optimizer]\nstep_size = nan"), HasSubstr("is not from"));
  EXPECT_THAT(refusal("[agent\ntruncation = 4"), testing::StartsWith("c.toml:1:"));
  EXPECT_THAT(refusal("agent = 3"), HasSubstr("unknown key \"agent\""));
}

TEST(Config, LargeWholeNumbersAreReadAsPeopleWriteThem) {
  auto config = load_config("ring-world");
  set_keys(config, {"run.steps=1e6", "run.window=2_000", "head.hidden=[1e1, 2]"});
  EXPECT_EQ(config.run.steps, 1'000'000);
  EXPECT_EQ(config.run.window, 2'000);
  EXPECT_EQ(config.head.hidden, (std::vector<std::int64_t>{10, 2}));
  EXPECT_EQ(parse_config("run.steps = 2.5e6", "c.toml").run.steps, 2'500'000);
  EXPECT_THAT([&] { set_keys(config, {"run.steps=1.5"}); },
              testing::ThrowsMessage<InvalidInput>("run.steps=1.5: run.steps is a whole number"));
  EXPECT_THAT([&] { set_keys(config, {"run.steps=1e300"}); },
              testing::ThrowsMessage<InvalidInput>("run.steps=1e300: run.steps is a whole number"));
}

TEST(Config, MistakesInAnAssignmentAreNamed) {
  EXPECT_THAT(set_refusal("agent.truncation"), HasSubstr("a key and a value are expected"));
  EXPECT_THAT(set_refusal("=4"), HasSubstr("a key and a value are expected"));
  EXPECT_THAT(set_refusal("agent.trunction=4"), HasSubstr("did you mean \"agent.truncation\"?"));
  EXPECT_THAT(set_refusal("run.steps=many"), HasSubstr("run.steps is a whole number"));
  EXPECT_THAT(set_refusal("run.steps=99999999999999999999999"), HasSubstr("run.steps"));
  EXPECT_THAT(set_refusal("optimizer.name=adm"), HasSubstr("did you mean \"adam\"?"));
  EXPECT_THAT(set_refusal("agent.questions=1\nagent.kind=\"rnn\""), HasSubstr("a value is on one line"));
}

TEST(Config, ATextThatIsNotUtf8IsRefused) {
  EXPECT_EQ(set_refusal("agent.questions=\xff.toml"), "agent.questions=\xff.toml: agent.questions is no text in UTF-8");
}

TEST(Config, QuestionFilesAreFoundBesideTheConfiguration) {
  const TemporaryFolder folder;
  const auto write = [&](const std::string& name, const std::string& text) { std::ofstream(folder / name) << text; };
  write("mine.toml", "agent.questions = \"asked.toml\"\n");
  write("asked.toml", "");
  EXPECT_EQ(load_config((folder / "mine.toml").string()).agent.questions, (folder / "asked.toml").string());
  write("other.toml", "agent.questions = \"expert\"\n");
  write("expert", "");
  EXPECT_EQ(load_config((folder / "other.toml").string()).agent.questions, "expert") << "a shipped name is itself";
}

TEST(Config, TheWholeConfigurationIsWrittenInTheOrderOfTheKeysWithoutTheSeed) {
  auto config = load_config("cycle-world");
  config.run.seed = 7;
  EXPECT_EQ(to_toml(config), R"(world.name = "cycle-world"
world.size = 6
agent.kind = "gvfn"
agent.questions = "cycle-chain"
agent.cell = "rnn"
agent.activation = "auto"
agent.truncation = 4
agent.inputs = "raw"
agent.complement = true
agent.constant_input = false
agent.auxiliary = "none"
agent.free_units = 0
agent.target_weight = 0
agent.below = "none"
agent.beside = "none"
learner.rule = "auto"
learner.loss = "half-sum"
learner.sensitivity = "bptt"
optimizer.name = "sgd"
optimizer.step_size = 0.5
optimizer.decay = 0
optimizer.clip_norm = 0
optimizer.batch = 1
head.hidden = []
head.loss = "half-mean"
head.optimizer.name = "same"
run.steps = 100000
run.window = 1000
run.divergence_bound = 1000000
run.by_question = false
run.instruction_set = "auto"
)");
}

TEST(Config, WhatHasNoEffectIsNotPartOfTheName) {
  auto config = load_config("ring-world");
  const auto name = to_toml(config);
  config.agent.units = 5;
  config.learner.options.lambda = 0.3;
  config.head.optimizer.beta1 = 0.5;
  EXPECT_EQ(to_toml(config), name);
  config.agent.free_units = 2;
  EXPECT_NE(to_toml(config), name);
}

/// Something that the key takes; many calls give many values.
OptionValue random_value(const Key& key, Random& random) {
  static const std::vector<std::string> pieces{"a",    "\"", "\\", "\n",     "\t",         "\x01", "\x7f",
                                               " = #", "'",  "é",  "\u4e16", "\U0001f600", "\r",   "\\u0041"};
  const auto& option = *key.option;
  const auto whole = [&] {
    return static_cast<std::int64_t>(std::floor(random.uniform(option.low, std::min(option.high, 9e15))));
  };
  auto value = key.get();
  if (auto* text = std::get_if<std::string>(&value)) {
    if (!option.choices.empty()) {
      *text = option.choices[random.below(option.choices.size())];
    } else if (key.name != "world.name") {
      text->clear();
      for (std::size_t n = random.below(6); n > 0; --n) *text += pieces[random.below(pieces.size())];
    }
  }
  if (auto* number = std::get_if<double>(&value))
    *number = std::clamp(option.high * std::pow(random.uniform(), 30), option.low, option.high);
  if (auto* count = std::get_if<std::int64_t>(&value)) *count = whole();
  if (auto* truth = std::get_if<bool>(&value)) *truth = random.below(2) == 1;
  if (auto* list = std::get_if<std::vector<std::int64_t>>(&value)) {
    list->clear();
    for (std::size_t n = random.below(4); n > 0; --n) list->push_back(whole());
  }
  return value;
}

TEST(Config, WhatIsWrittenIsReadBackToTheBit) {
  Random random(1);
  for (int trial = 0; trial < 300; ++trial) {
    Config written;
    for (const auto& key : keys(written)) key.set(random_value(key, random));
    written.run.seed = 1;
    auto read = parse_config(to_toml(written), "c.toml");
    written = resolved(written);
    const auto before = keys(written);
    const auto after = keys(read);
    ASSERT_EQ(before.size(), after.size());
    for (std::size_t i = 0; i < before.size(); ++i)
      EXPECT_TRUE(before[i].get() == after[i].get() || !why_no_effect(written, std::string(before[i].name)).empty())
          << before[i].name;
  }
}

TEST(Config, AZeroKeepsItsSign) {
  Config config;
  config.optimizer.decay = -0.0;
  EXPECT_TRUE(std::signbit(parse_config(to_toml(config), "c.toml").optimizer.decay));
}

TEST(Config, EveryShippedConfigurationIsSound) {
  const std::map<std::string_view, std::string> worlds{{"compass-world", "compass-world"},
                                                       {"compass-discovery", "compass-world"},
                                                       {"compass-forecast-authors", "compass-world"},
                                                       {"cycle-world", "cycle-world"},
                                                       {"coffee", "table"},
                                                       {"ring-world", "ring-world"},
                                                       {"mackey-glass", "mackey-glass"},
                                                       {"mackey-glass-authors", "mackey-glass"},
                                                       {"mso", "mso"}};
  EXPECT_EQ(shipped_configs().size(), worlds.size());
  for (const auto& [name, text] : shipped_configs()) {
    const auto config = load_config(std::string(name));
    EXPECT_NO_THROW(validate(config)) << name;
    EXPECT_EQ(config.world.name, worlds.at(name));
  }
}

TEST(Config, AnUnknownConfigurationIsRefusedWithTheNearestName) {
  try {
    load_config("compas-world");
    FAIL();
  } catch (const InvalidInput& error) {
    EXPECT_THAT(error.what(), HasSubstr("did you mean \"compass-world\"?"));
  }
}

TEST(Config, AKeyIsThereOnce) {
  EXPECT_THAT([] { parse_config("agent.truncation = 2\n\"agent.truncation\" = 3\n", "c.toml"); },
              testing::ThrowsMessage<InvalidInput>("agent.truncation is there twice"));
}

}  // namespace
}  // namespace gvfn
