#include "gvfn/experiment/config.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gvfn/base/invalid_input.hpp"

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
