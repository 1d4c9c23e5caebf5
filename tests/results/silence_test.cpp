// The library never prints, whatever it does and however it fails: both streams stay empty.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <iostream>

#include "gvfn/base/invalid_input.hpp"
#include "gvfn/experiment/checkpoint.hpp"
#include "gvfn/experiment/run.hpp"
#include "gvfn/language/question_file.hpp"
#include "gvfn/results/fresh_runs.hpp"
#include "gvfn/results/run_stored.hpp"
#include "gvfn/world/conformance.hpp"
#include "gvfn/world/ring_world.hpp"
#include "temporary_folder.hpp"

namespace gvfn {
namespace {

using testing::Throws;

/// What a function writes to the standard streams, whoever writes it there.
template <class Function>
std::string printed_by(Function function) {
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  function();
  const auto out = testing::internal::GetCapturedStdout();
  return out + testing::internal::GetCapturedStderr();
}

Config with(const std::string& name, const std::vector<std::string>& assignments) {
  auto config = load_config(name);
  set_keys(config, assignments);
  return config;
}

TEST(Silence, WhatIsPrintedIsSeen) {
  const auto printed = printed_by([] {
    std::puts("puts");
    std::cout << "cout\n";
    std::fputs("fputs\n", stderr);
    std::cerr << "cerr\n";
  });
  EXPECT_EQ(printed, "puts\ncout\nfputs\ncerr\n");
}

TEST(Silence, AnAgentSaysNothing) {
  EXPECT_EQ(printed_by([] {
              const auto config = with("compass-world", {});
              const auto world = make_world(config);
              auto agent = make_agent(config, world);
              const std::array<float, 6> white{0, 0, 0, 0, 0, 1};
              EXPECT_THAT([&] { agent.step(2, 1, white); }, Throws<InvalidInput>());
              agent.start(white);
              for (int t = 0; t < 100; ++t) agent.step(2, 1, white);
              EXPECT_THAT([&] { agent.step(7, 1, white); }, Throws<InvalidInput>());
              EXPECT_THAT([&] { agent.step(2, 1, std::array{std::nanf("")}); }, Throws<InvalidInput>());
            }),
            "");
}

TEST(Silence, RunsSayNothing) {
  EXPECT_EQ(
      printed_by([] {
        for (const auto* name : {"compass-world", "ring-world", "cycle-world", "mackey-glass", "mso"})
          run(with(name, {"run.steps=2000"}));
        run(with("ring-world", {"run.steps=2000", "run.by_question=true"}));
        run(with("compass-discovery", {"run.steps=1000", "discovery.every=100"}));
        const auto diverged = run(with("ring-world", {"agent.kind=rnn", "optimizer.step_size=1000", "run.steps=5000"}));
        EXPECT_TRUE(diverged.diverged());
        EXPECT_THAT(world_faults(RingWorld(), RandomBehaviour(3)), testing::Not(testing::IsEmpty()));
      }),
      "");
}

TEST(Silence, ARunThatIsSavedAndResumedSaysNothing) {
  const TemporaryFolder folder;
  const auto file = folder / "c.gvfn";
  EXPECT_EQ(printed_by([&] {
              gvfn::Run begun(with("ring-world", {"run.steps=2000"}));
              begun.advance(1'000);
              save(begun, {.file = file});
              auto resumed = resume(file).run;
              finish(resumed, {.file = file, .every = 300}, [](const Progress&) {});
              std::ofstream(file) << "damaged";
              EXPECT_THAT([&] { resume(file); }, Throws<InvalidInput>());
              EXPECT_THAT([&] { resume(folder / "none"); }, Throws<InvalidInput>());
              EXPECT_THAT([&] { save(begun, {.file = file / "c.gvfn"}); }, Throws<std::runtime_error>());
            }),
            "");
}

TEST(Silence, ASweepIntoAStoreSaysNothing) {
  const TemporaryFolder folder;
  EXPECT_EQ(printed_by([&] {
              const auto sweep = parse_sweep(
                  "base = \"ring-world\"\nseeds = \"1-2\"\nfresh_seeds = \"11\"\n[set]\nrun.steps = 2000\n"
                  "[grid]\noptimizer.step_size = [0.5, 0.25]\n",
                  "s.toml");
              check_combinations(sweep);
              std::vector<Config> configs;
              for (std::size_t i = 0; i < sweep.size(); ++i) configs.push_back(sweep.config(i));
              Store store(folder / "x.db", Store::Access::write);
              run_stored(configs, store,
                         {.jobs = 2, .checkpoint_folder = folder / "checkpoints", .checkpoint_seconds = 0});
              run_stored(fresh_runs(sweep, store), store, {.purpose = Purpose::report});
              EXPECT_EQ(store.size(), 5U);
              EXPECT_THAT([&] { run_stored(configs, store, {.purpose = Purpose::report}); }, Throws<InvalidInput>());
              EXPECT_THAT([&] { Store(folder / "x.db", Store::Access::write); }, Throws<InvalidInput>());
              std::ofstream(folder / "no.db") << "a text that is long enough to be taken for a file of something";
              EXPECT_THAT([&] { store.merge({folder / "no.db"}); }, Throws<InvalidInput>());
              configs[0].agent.questions = "no-such-set";
              EXPECT_THAT([&] { run_stored(configs, store, {}); }, Throws<InvalidInput>());
            }),
            "");
}

TEST(Silence, WrongInputSaysNothingButItsException) {
  EXPECT_EQ(printed_by([] {
              EXPECT_THAT([] { parse_config("run.steps = \"many\"", "c.toml"); }, Throws<InvalidInput>());
              EXPECT_THAT([] { parse_config("[run", "c.toml"); }, Throws<InvalidInput>());
              EXPECT_THAT([] { load_config("rign-world"); }, Throws<InvalidInput>());
              EXPECT_THAT([] { parse_sweep("seeds = 0.5", "s.toml"); }, Throws<InvalidInput>());
              EXPECT_THAT([] { parse_questions("[[question]]", "q.toml"); }, Throws<InvalidInput>());
            }),
            "");
}

}  // namespace
}  // namespace gvfn
