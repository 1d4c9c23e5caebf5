#include "gvfn/experiment/config.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "gvfn/base/invalid_input.hpp"
#include "gvfn/base/random.hpp"

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
  set_key(config, "agent.kind=\"rnn\"");
  set_key(config, "head.hidden=[8]");
  set_key(config, "agent.complement=false");
  set_key(config, "optimizer.step_size= 1e-3\r");
  EXPECT_EQ(config.agent.truncation, 4);
  EXPECT_EQ(config.agent.questions, "expert");
  EXPECT_EQ(config.agent.kind, "rnn");
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

TEST(Config, MistakesInAnAssignmentAreNamed) {
  EXPECT_THAT(set_refusal("agent.truncation"), HasSubstr("a key and a value are expected"));
  EXPECT_THAT(set_refusal("=4"), HasSubstr("a key and a value are expected"));
  EXPECT_THAT(set_refusal("agent.trunction=4"), HasSubstr("did you mean \"agent.truncation\"?"));
  EXPECT_THAT(set_refusal("run.steps=many"), HasSubstr("run.steps is a whole number"));
  EXPECT_THAT(set_refusal("run.steps=99999999999999999999999"), HasSubstr("run.steps"));
  EXPECT_THAT(set_refusal("optimizer.name=adm"), HasSubstr("did you mean \"adam\"?"));
  EXPECT_THAT(set_refusal("agent.questions=1\nagent.kind=\"rnn\""), HasSubstr("--set"));
}

TEST(Config, DefaultsAreNotWritten) {
  Config config;
  config.run.seed = 7;
  EXPECT_EQ(to_toml(config), "");
}

TEST(Config, WhatDiffersIsWrittenInTheOrderOfTheKeys) {
  Config config;
  config.optimizer.step_size = 0.1;
  config.agent.truncation = 4;
  config.head.hidden = {16, 8};
  config.agent.complement = false;
  config.agent.kind = "rnn";
  EXPECT_EQ(to_toml(config),
            "agent.kind = \"rnn\"\nagent.truncation = 4\nagent.complement = false\nhead.hidden = [16, 8]\n"
            "optimizer.step_size = 0.1\n");
}

/// Something that the key takes; many calls give many values.
void set_at_random(const Key& key, Random& random) {
  static const std::vector<std::string> pieces{"a",    "\"", "\\", "\n",     "\t",         "\x01", "\x7f",
                                               " = #", "'",  "é",  "\u4e16", "\U0001f600", "\r",   "\\u0041"};
  const auto whole = [&] {
    const double high = std::min(key.high, 9e15);
    return static_cast<std::int64_t>(std::floor(random.uniform(key.low, high)));
  };
  if (auto* const* text = std::get_if<std::string*>(&key.value)) {
    if (!key.choices.empty()) {
      **text = key.choices[random.below(key.choices.size())];
    } else {
      (*text)->clear();
      for (std::size_t n = random.below(6); n > 0; --n) **text += pieces[random.below(pieces.size())];
    }
  }
  if (auto* const* number = std::get_if<double*>(&key.value))
    **number = std::clamp(key.high * std::pow(random.uniform(), 30), key.low, key.high);
  if (auto* const* count = std::get_if<std::int64_t*>(&key.value)) **count = whole();
  if (auto* const* flag = std::get_if<bool*>(&key.value)) **flag = random.below(2) == 0;
  if (auto* const* list = std::get_if<std::vector<std::int64_t>*>(&key.value)) {
    (*list)->clear();
    for (std::size_t n = random.below(4); n > 0; --n) (*list)->push_back(whole());
  }
}

TEST(Config, WhatIsWrittenIsReadBackToTheBit) {
  Random random(1);
  for (int trial = 0; trial < 300; ++trial) {
    Config written;
    for (const auto& key : keys(written)) set_at_random(key, random);
    written.run.seed = 1;
    auto read = parse_config(to_toml(written), "c.toml");
    const auto before = keys(written);
    const auto after = keys(read);
    for (std::size_t i = 0; i < before.size(); ++i) {
      std::visit([&](auto* value) { EXPECT_EQ(*value, *std::get<decltype(value)>(after[i].value)) << before[i].name; },
                 before[i].value);
    }
  }
}

TEST(Config, AZeroKeepsItsSign) {
  Config config;
  config.optimizer.decay = -0.0;
  EXPECT_TRUE(std::signbit(parse_config(to_toml(config), "c.toml").optimizer.decay));
}

TEST(Config, EveryShippedConfigurationIsSound) {
  EXPECT_EQ(shipped_configs().size(), 5U);
  for (const auto& [name, text] : shipped_configs()) EXPECT_EQ(load_config(std::string(name)).world.name, name);
}

TEST(Config, AnUnknownConfigurationIsRefusedWithTheNearestName) {
  try {
    load_config("compas-world");
    FAIL();
  } catch (const InvalidInput& error) {
    EXPECT_THAT(error.what(), HasSubstr("did you mean \"compass-world\"?"));
  }
}

}  // namespace
}  // namespace gvfn
