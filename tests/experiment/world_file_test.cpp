#include "gvfn/experiment/world_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gvfn/base/invalid_input.hpp"
#include "gvfn/experiment/run.hpp"

namespace gvfn {
namespace {

using testing::HasSubstr;

const std::string lamp = R"(actions = ["wait", "push"]

[signals]
light = [0, 1]

[[state]]
name = "on"
sees = { light = 1 }
wait = { on = 0.75, off = 0.25 }
push = "off"

[[state]]
name = "off"
wait = "off"
push = { on = 0.9, broken = 0.1 }

[[state]]
name = "broken"
ends = true
)";

TEST(WorldFile, IsReadAsItStands) {
  const auto tables = parse_world(lamp + "[behaviour]\nprobabilities = { wait = 0.25, push = 0.75 }\n", "lamp.toml");
  EXPECT_THAT(tables->states, testing::ElementsAre("on", "off", "broken"));
  EXPECT_EQ(tables->observations, (std::vector<std::vector<float>>{{1}, {0}, {0}}));
  EXPECT_THAT(tables->start_probs, testing::ElementsAre(0.5, 0.5, 0)) << "an episode does not begin where it ends";
  EXPECT_THAT(tables->action_probs, testing::ElementsAre(0.25, 0.75));
  ASSERT_EQ(tables->to[1][1].size(), 2U);
  EXPECT_EQ(tables->to[1][1][1].prob, 0.1);
  EXPECT_FALSE(tables->to[1][1][0].ends);
  EXPECT_TRUE(tables->to[1][1][1].ends);
  EXPECT_EQ(tables->to[0][0][1].next, 1U);
}

std::string refusal(std::string text, const std::string& what, const std::string& by) {
  text.replace(text.find(what), what.size(), by);
  try {
    parse_world(text, "w.toml");
  } catch (const InvalidInput& error) {
    return error.what();
  }
  return "not refused";
}

TEST(WorldFile, WhatMakesNoSenseIsRefusedWithItsPlace) {
  EXPECT_EQ(refusal(lamp, "off = 0.25", "off = 0.15"), "w.toml:9:8: the probabilities add up to 0.9, not to 1");
  EXPECT_EQ(refusal(lamp, "off = 0.25", "off = -0.25"), "w.toml:9:27: probability -0.25 is outside [0, 1]");
  EXPECT_EQ(refusal(lamp, "push = \"off\"", "push = \"offf\""),
            "w.toml:10:8: unknown state \"offf\"; did you mean \"off\"?");
  EXPECT_THAT(
      refusal(lamp, "broken = 0.1", "off = 0.1"),
      HasSubstr("state \"broken\" cannot be reached: it is no start, and no state that can be reached leads to it"));
  EXPECT_EQ(refusal(lamp, "name = \"off\"", "name = \"on\""), "w.toml:13:8: two states are named \"on\"");
  EXPECT_EQ(refusal(lamp, "light = 1 }", "light = 2 }"),
            "w.toml:8:18: signal \"light\" is 2, outside its declared range, 0 to 1");
  EXPECT_EQ(refusal(lamp, "{ light = 1 }", "{ lihgt = 1 }"),
            "w.toml:8:18: unknown signal \"lihgt\"; did you mean \"light\"?");
  EXPECT_THAT(refusal(lamp, "actions = [\"wait\"", "actions = [\"start\""),
              HasSubstr("no action can be named \"start\", which is a key of a [[state]]"));
  EXPECT_THAT(refusal(lamp, "wait = \"off\"\n", ""), HasSubstr("\"wait\" is missing"));
  EXPECT_THAT(refusal(lamp, "wait = \"off\"", "wait = \"off\"\nstart = 0.5"),
              HasSubstr("the starts of the states add up to 0.5, not to 1"));
  EXPECT_THAT(refusal(lamp, "ends = true", "end = true"),
              HasSubstr("unknown key in a state \"end\"; did you mean \"ends\"?"));
}

TEST(WorldFile, EveryShippedOneIsRead) {
  EXPECT_FALSE(shipped_tables().empty());
  for (const auto& [name, text] : shipped_tables()) EXPECT_GE(load_world(std::string(name))->states.size(), 2U) << name;
}

TEST(WorldFile, IsAWorldToRunIn) {
  auto config = load_config("table");
  set_keys(config, {"agent.kind=rnn", "agent.truncation=4", "run.steps=2000", "run.window=1000"});
  EXPECT_FALSE(run(config).diverged());
  const auto misspelt = [&] {
    set_keys(config, {"world.file=cofee"});
    make_world(config);
  };
  EXPECT_THAT(misspelt, testing::ThrowsMessage<InvalidInput>(HasSubstr("did you mean \"coffee\"?")));
}

}  // namespace
}  // namespace gvfn
