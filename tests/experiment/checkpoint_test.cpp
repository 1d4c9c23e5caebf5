#include "gvfn/experiment/checkpoint.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "base/write_file.hpp"
#include "case_name.hpp"
#include "gvfn/agent/save.hpp"
#include "gvfn/base/invalid_input.hpp"
#include "temporary_folder.hpp"

namespace gvfn {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

Config config_of(const std::string& name, std::initializer_list<const char*> assignments) {
  auto config = load_config(name);
  set_keys(config, {assignments.begin(), assignments.end()});
  return config;
}

std::string text_of(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

/// All that a run says, but for the clock.
std::string said(const Run& run) {
  auto result = run.result();
  result.seconds = 0;
  return to_json(result, run.config());
}

class CheckpointTest : public testing::TestWithParam<std::string> {};

TEST_P(CheckpointTest, AResumedRunIsTheRunItWouldHaveBeen) {
  const TemporaryFolder folder;
  const auto config = config_of(GetParam(), {"run.steps=3000", "run.window=100"});
  gvfn::Run whole(config);
  whole.advance(3000);
  for (const std::int64_t steps : {0, 1, 777, 3000}) {
    gvfn::Run begun(config);
    begun.advance(steps);
    save(begun, {.file = folder / "c.gvfn", .every = 5});
    auto [resumed, checkpoints] = resume(folder / "c.gvfn");
    EXPECT_EQ(checkpoints.every, 5);
    EXPECT_EQ(resumed.steps_done(), steps);
    EXPECT_EQ(first_difference(begun.agent(), resumed.agent()), "");
    resumed.advance(3000);
    EXPECT_EQ(said(resumed), said(whole));
    EXPECT_EQ(first_difference(resumed.agent(), whole.agent()), "");
  }
}

TEST(Checkpoint, OfARunThatHasReplacedItsQuestionsGoesOn) {
  const TemporaryFolder folder;
  const auto config = config_of("compass-discovery", {"run.steps=3000", "run.window=100", "discovery.every=300",
                                                      "discovery.utility=contribution", "discovery.inherit=0.5"});
  gvfn::Run whole(config);
  whole.advance(3000);
  gvfn::Run begun(config);
  begun.advance(1500);
  save(begun, {.file = folder / "c.gvfn"});
  auto [resumed, checkpoints] = resume(folder / "c.gvfn");
  EXPECT_EQ(first_difference(begun.agent(), resumed.agent()), "");
  resumed.advance(3000);
  EXPECT_EQ(said(resumed), said(whole));
  EXPECT_EQ(first_difference(resumed.agent(), whole.agent()), "");
  EXPECT_EQ(resumed.discovery()->log().csv(), whole.discovery()->log().csv());
  EXPECT_GT(whole.discovery()->log().size(), 200U);
}

INSTANTIATE_TEST_SUITE_P(Worlds, CheckpointTest,
                         testing::Values("compass-world", "ring-world", "cycle-world", "mackey-glass", "mso"),
                         CaseName());

TEST(Checkpoint, APieceOfARunIsAnyNumberOfSteps) {
  const auto config = config_of("compass-world", {"run.steps=5000", "run.window=100"});
  gvfn::Run whole(config);
  whole.advance(5000);
  gvfn::Run pieces(config);
  for (std::int64_t piece = 1; !pieces.is_done(); ++piece) pieces.advance(piece);
  EXPECT_EQ(said(pieces), said(whole));
}

TEST(Checkpoint, ARunIsSavedOnTheWayWhenThatIsDue) {
  const TemporaryFolder folder;
  const auto file = folder / "made" / "c.gvfn";
  gvfn::Run run(config_of("ring-world", {"run.steps=1000", "run.window=100"}));
  std::vector<std::int64_t> saved;
  finish(run, Checkpoints{.file = file, .every = 300}, [&](const Progress&) {
    if (std::filesystem::exists(file)) saved.push_back(resume(file).run.steps_done());
  });
  EXPECT_TRUE(run.is_done());
  saved.erase(std::unique(saved.begin(), saved.end()), saved.end());
  EXPECT_THAT(saved, testing::ElementsAre(300, 600, 900)) << "whoever wants one at the end saves it then";
}

TEST(Checkpoint, WhatIsNoCheckpointIsRefused) {
  const TemporaryFolder folder;
  const auto file = folder / "c.gvfn";
  EXPECT_THAT([&] { resume(file); }, ThrowsMessage<InvalidInput>(HasSubstr("there is no such file")));
  EXPECT_THAT([&] { resume(folder / ""); }, ThrowsMessage<InvalidInput>(HasSubstr("is no checkpoint")));
  write_file(file, "text");
  EXPECT_THAT([&] { resume(file); }, ThrowsMessage<InvalidInput>(HasSubstr("it is no file that gvfn saved")));
  gvfn::Run run(config_of("ring-world", {"run.steps=1000", "run.window=100"}));
  std::ostringstream agent;
  save(run.agent(), agent);
  write_file(file, agent.view());
  EXPECT_THAT([&] { resume(file); }, ThrowsMessage<InvalidInput>(HasSubstr("it holds a saved agent, not a saved run")));
  save(run, {.file = file});
  auto text = text_of(file);
  text[text.size() / 2] ^= 1;
  write_file(file, text);
  EXPECT_THAT([&] { resume(file); }, ThrowsMessage<InvalidInput>(HasSubstr("it is damaged")));
}

TEST(Checkpoint, AnotherConfigurationIsRefusedWithTheFirstDifference) {
  const auto config = config_of("ring-world", {"run.steps=1000", "run.window=100"});
  const gvfn::Run run(config);
  EXPECT_NO_THROW(check_same(config, run, "c.gvfn"));
  auto other = config;
  other.agent.truncation = 7;
  EXPECT_THAT([&] { check_same(other, run, "c.gvfn"); },
              ThrowsMessage<InvalidInput>(HasSubstr("agent.truncation is 2 in the file and 7 here")));
}

TEST(Checkpoint, AQuestionFileThatHasChangedIsRefused) {
  const TemporaryFolder folder;
  const auto questions = folder / "q.toml";
  const auto ask = [&](const std::string& gamma) {
    write_file(questions,
               "actions = [\"forward\", \"backward\"]\n[signals]\nbit = [0, 1]\n[[question]]\nname = \"q\"\n"
               "cumulant = \"bit\"\ncontinuation = " +
                   gamma + "\npolicy = \"always forward\"\n");
  };
  ask("0.5");
  auto config = config_of("ring-world", {"run.steps=1000", "run.window=100"});
  config.agent.questions = questions;
  save(gvfn::Run(config), {.file = folder / "c.gvfn"});
  EXPECT_NO_THROW(resume(folder / "c.gvfn"));
  ask("0.25");
  EXPECT_THAT([&] { resume(folder / "c.gvfn"); },
              ThrowsMessage<InvalidInput>(HasSubstr("state_questions/0/definition is \"bit; 0.5; always forward\"")));
}

}  // namespace
}  // namespace gvfn
