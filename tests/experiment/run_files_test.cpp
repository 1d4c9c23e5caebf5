#include "experiment/run_files.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "gvfn/base/invalid_input.hpp"
#include "temporary_folder.hpp"

namespace gvfn {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

TEST(RunFiles, ShippedSetsHaveNone) {
  Config config;
  config.agent.auxiliary = "expert";
  EXPECT_EQ(fingerprint_of_files(config), "");
}

TEST(RunFiles, TheFingerprintIsThatOfTheContent) {
  const TemporaryFolder folder;
  Config config;
  config.agent.questions = folder / "q.toml";
  std::ofstream(config.agent.questions) << "a";
  EXPECT_EQ(fingerprint_of_files(config), "agent.questions:af63dc4c8601ec8c");  // a published value of FNV-1a
  config.agent.auxiliary = folder / "b.toml";
  std::ofstream(config.agent.auxiliary) << "foobar";
  EXPECT_EQ(fingerprint_of_files(config), "agent.questions:af63dc4c8601ec8c agent.auxiliary:85944171f73967e8");
}

TEST(RunFiles, WhatTheKindDoesNotUseIsLeftOut) {
  Config config;
  config.agent.questions = "no-such-file.toml";
  EXPECT_THAT([&] { fingerprint_of_files(config); }, ThrowsMessage<InvalidInput>(HasSubstr("\"no-such-file.toml\"")));
  config.agent.kind = "rnn";
  EXPECT_EQ(fingerprint_of_files(config), "");
}

}  // namespace
}  // namespace gvfn
