#include "gvfn/experiment/sweep.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "experiment/sweep_values.hpp"
#include "gvfn/base/invalid_input.hpp"
#include "temporary_folder.hpp"

namespace gvfn {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string refusal(const std::string& text) {
  try {
    parse_sweep(text, "s.toml");
  } catch (const InvalidInput& error) {
    return error.what();
  }
  return "not refused";
}

/// A sweep with this grid.
std::string grid(const std::string& lines) { return "base = \"ring-world\"\nseeds = \"1\"\n[grid]\n" + lines; }

const std::string three_by_two = R"toml(
base = "ring-world"
seeds = "1-2"
fresh_seeds = "11-13"
metric = "rmsve"
[set]
agent.kind = "rnn"
run.steps = 1000
[grid]
optimizer.step_size = ["0.1 * 2^(-1..0)", 1.0]
agent.truncation = [4, 2]
)toml";

TEST(Sweep, ReadsAFile) {
  const auto sweep = parse_sweep(three_by_two, "s.toml");
  EXPECT_EQ(sweep.base.world.name, "ring-world");
  EXPECT_EQ(sweep.base.agent.kind, "rnn");
  EXPECT_EQ(sweep.base.run.steps, 1000);
  EXPECT_THAT(sweep.seeds, ElementsAre(1, 2));
  EXPECT_THAT(sweep.fresh_seeds, ElementsAre(11, 12, 13));
  EXPECT_EQ(sweep.metric, "rmsve");
  ASSERT_EQ(sweep.grids.at(0).size(), 2U);
  EXPECT_EQ(sweep.grids[0][0].key, "optimizer.step_size");
  EXPECT_THAT(sweep.grids[0][0].values, ElementsAre("0.05", "0.1", "1"));
  EXPECT_EQ(sweep.grids[0][1].key, "agent.truncation");
  EXPECT_THAT(sweep.grids[0][1].values, ElementsAre("4", "2"));
}

TEST(Sweep, TheSeedVariesFastestThenTheLastKey) {
  const auto sweep = parse_sweep(three_by_two, "s.toml");
  EXPECT_EQ(sweep.combinations(), 6U);
  ASSERT_EQ(sweep.size(), 12U);
  std::vector<std::tuple<double, std::int64_t, std::int64_t>> runs;
  for (std::size_t i = 0; i < sweep.size(); ++i) {
    const auto config = sweep.config(i);
    EXPECT_EQ(config.agent.kind, "rnn");
    runs.emplace_back(config.optimizer.step_size, config.agent.truncation, config.run.seed);
  }
  EXPECT_EQ(runs[0], std::tuple(0.05, 4, 1));
  EXPECT_EQ(runs[1], std::tuple(0.05, 4, 2));
  EXPECT_EQ(runs[2], std::tuple(0.05, 2, 1));
  EXPECT_EQ(runs[4], std::tuple(0.1, 4, 1));
  EXPECT_EQ(runs[11], std::tuple(1.0, 2, 2));
  EXPECT_THROW(sweep.config(12), InvalidInput);
}

TEST(Sweep, KeysMayBeDottedQuotedOrInTables) {
  for (const auto* lines : {"agent.truncation = [1, 2]", "\"agent.truncation\" = [1, 2]",
                            "agent = { truncation = [1, 2] }", "[grid.agent]\ntruncation = [1, 2]"}) {
    const auto sweep = parse_sweep(grid(lines), "s.toml");
    ASSERT_EQ(sweep.grids.at(0).size(), 1U) << lines;
    EXPECT_EQ(sweep.grids[0][0].key, "agent.truncation");
  }
}

TEST(Sweep, WithoutAGridOnlyTheSeedsVary) {
  EXPECT_EQ(parse_sweep("base = \"ring-world\"\nseeds = [3, 1]", "s.toml").size(), 2U);
  const auto sweep = parse_sweep("base = \"ring-world\"\nseeds = [3, 1]\n[grid]", "s.toml");
  EXPECT_EQ(sweep.size(), 2U);
  EXPECT_EQ(sweep.config(1).run.seed, 1);
}

TEST(Sweep, SeveralGridsFollowEachOther) {
  const auto sweep = parse_sweep(
      "base = \"ring-world\"\nseeds = \"1-2\"\n"
      "[[grid]]\nagent.kind = \"gvfn\"\nagent.truncation = [1, 2]\n"
      "[[grid]]\nagent.kind = \"rnn\"\nagent.units = [4, 5, 6]\nhead.hidden = [8]\n",
      "s.toml");
  ASSERT_EQ(sweep.grids.size(), 2U);
  EXPECT_EQ(combinations(sweep.grids[0]), 2U);
  EXPECT_EQ(combinations(sweep.grids[1]), 3U);
  EXPECT_EQ(sweep.combinations(), 5U);
  ASSERT_EQ(sweep.size(), 10U);
  EXPECT_THAT(sweep.assignments(1), ElementsAre("agent.kind=\"gvfn\"", "agent.truncation=2"));
  EXPECT_THAT(sweep.assignments(2), ElementsAre("agent.kind=\"rnn\"", "agent.units=4", "head.hidden=[8]"));
  EXPECT_EQ(sweep.config(3).agent.truncation, 2);
  EXPECT_EQ(sweep.config(3).run.seed, 2);
  EXPECT_EQ(sweep.config(4).agent.kind, "rnn");
  EXPECT_EQ(sweep.config(9).agent.units, 6);
  EXPECT_EQ(sweep.config(9).head.hidden, (std::vector<std::int64_t>{8}));
}

TEST(Sweep, MistakesInSeveralGridsAreNamedWithTheirPlace) {
  const std::string begin = "base = \"ring-world\"\nseeds = \"1\"\n[set]\nagent.kind = \"rnn\"\n";
  EXPECT_EQ(refusal(begin + "[[grid]]\nagent.units = [4]\n[[grid]]\nagent.kind = [\"rnn\"]"),
            "s.toml:8:14: agent.kind is there twice, in [set] and in [grid]");
  EXPECT_EQ(refusal(begin + "[[grid]]\nagent.units = []"),
            "s.toml:6:15: agent.units in [grid] is a list of values, and not an empty one; a single value may stand in "
            "[set]");
  EXPECT_EQ(refusal("grid = [1, 2]\n" + begin),
            "s.toml:1:8: grid is a table of keys, [grid], or several, each [[grid]]");
  const std::string many =
      "[[grid]]\noptimizer.step_size = \"1.001^(-999..0)\"\noptimizer.decay = \"0.999^(1..999)\"\n";
  EXPECT_EQ(refusal(begin + many + "[[grid]]\noptimizer.step_size = \"1.001^(-1999..0)\""),
            "s.toml:9:23: with the values of optimizer.step_size there are more than 1000000 runs");
}

TEST(Sweep, EveryKindOfKeyCanVary) {
  const auto sweep = parse_sweep(grid("agent.questions = [\"expert\", \"2^(1..2)\"]\nagent.complement = [true, false]\n"
                                      "head.hidden = [[], [16, 8]]\nagent.units = \"2^(3..4)\""),
                                 "s.toml");
  EXPECT_THAT(sweep.grids[0][0].values, ElementsAre("\"expert\"", "\"2^(1..2)\""));
  EXPECT_THAT(sweep.grids[0][1].values, ElementsAre("true", "false"));
  EXPECT_THAT(sweep.grids[0][2].values, ElementsAre("[]", "[16, 8]"));
  EXPECT_THAT(sweep.grids[0][3].values, ElementsAre("8", "16"));
  const auto last = sweep.config(sweep.size() - 1);
  EXPECT_EQ(last.agent.questions, "2^(1..2)");
  EXPECT_FALSE(last.agent.complement);
  EXPECT_EQ(last.head.hidden, (std::vector<std::int64_t>{16, 8}));
  EXPECT_EQ(last.agent.units, 16);
}

TEST(Sweep, ValuesOfARangeReachTheRunToTheBit) {
  const auto sweep = parse_sweep(grid("optimizer.step_size = \"0.1 * 1.5^(-10..5)\""), "s.toml");
  const auto values = powers("0.1 * 1.5^(-10..5)");
  for (std::size_t i = 0; i < 16; ++i) EXPECT_EQ(sweep.config(i).optimizer.step_size, values.at(i));
}

TEST(Sweep, TheBaseIsFoundBesideTheSweep) {
  const TemporaryFolder folder;
  std::ofstream(folder / "base.toml") << "agent.truncation = 7";
  std::ofstream(folder / "s.toml") << "base = \"base.toml\"\nseeds = \"1\"";
  EXPECT_EQ(load_sweep(folder / "s.toml").base.agent.truncation, 7);
}

TEST(Sweep, MistakesAreNamedWithTheirPlace) {
  EXPECT_EQ(refusal("seeds = \"1\""), "s.toml: which configuration? For example: base = \"compass-world\"");
  EXPECT_EQ(refusal("base = \"ring-world\""), "s.toml: which seeds? For example: seeds = \"1-5\"");
  EXPECT_EQ(refusal("base = \"ring-word\"\nseeds = \"1\""),
            "s.toml:1:8: unknown configuration name or file \"ring-word\"; did you mean \"ring-world\"?");
  EXPECT_EQ(refusal("base = \"ring-world\"\nsedes = \"1\""),
            "s.toml:2:9: unknown key of a sweep \"sedes\"; did you mean \"seeds\"?");
  EXPECT_EQ(refusal("base = \"ring-world\"\nseeds = [1, 1]"), "s.toml:2:9: seeds has 1 twice");
  EXPECT_THAT(refusal("base = \"ring-world\"\nseeds = []"), HasSubstr("s.toml:2:9: seeds is a list of seeds"));
  EXPECT_THAT(refusal("base = \"ring-world\"\nseeds = [-1]"), HasSubstr("s.toml:2:9: run.seed = -1 is not from"));
  EXPECT_THAT(refusal("base = \"ring-world\"\nseeds = [1.5]"), HasSubstr("s.toml:2:9: seeds are whole numbers"));
  EXPECT_THAT(refusal("base = \"ring-world\"\nseeds = \"1-3\"\nfresh_seeds = \"3-5\""),
              HasSubstr("s.toml:3:15: 3 is among the seeds"));
  EXPECT_EQ(refusal("base = \"ring-world\"\nseeds = \"1\"\nmetric = \"rmse\""),
            "s.toml:3:10: unknown metric \"rmse\"; did you mean \"nrmse\"?");
  EXPECT_THAT(refusal("base = \"ring-world\"\nseeds = \"1\"\ngrid = 3"), HasSubstr("s.toml:3:8: grid is a table"));
}

TEST(Sweep, MistakesInTheGridAreNamedWithTheirPlace) {
  EXPECT_EQ(refusal(grid("agent.truncaton = [1]")),
            "s.toml:4:19: unknown key \"agent.truncaton\"; did you mean \"agent.truncation\"?");
  EXPECT_EQ(refusal(grid("agent.truncation = [1, 0]")), "s.toml:4:24: agent.truncation = 0 is not from 1 to 100000");
  EXPECT_EQ(refusal(grid("agent.truncation = [1, 2, 1]")), "s.toml:4:27: agent.truncation has 1 twice");
  EXPECT_EQ(refusal(grid("optimizer.step_size = [0.5, \"2^(-1..0)\"]")),
            "s.toml:4:29: optimizer.step_size has 0.5 twice");
  EXPECT_THAT(refusal(grid("agent.truncation = []")), HasSubstr("s.toml:4:20: agent.truncation in [grid] is a list"));
  EXPECT_THAT(refusal(grid("agent.truncation = 4")), HasSubstr("s.toml:4:20: agent.truncation in [grid] is a list"));
  EXPECT_THAT(refusal(grid("agent.kind = \"rnn\"")), HasSubstr("s.toml:4:14: agent.kind in [grid] is a list"));
  EXPECT_THAT(refusal(grid("agent.kind = [\"rn\"]")), HasSubstr("s.toml:4:15: unknown agent.kind \"rn\""));
  EXPECT_THAT(refusal(grid("agent.truncation = [\"many\"]")),
              HasSubstr("s.toml:4:21: \"many\" is not a number or a range"));
  EXPECT_THAT(refusal(grid("agent.truncation = [\"2^(-1..1)\"]")),
              HasSubstr("is a whole number, and \"2^(-1..1)\" gives 0.5"));
  EXPECT_THAT(refusal(grid("optimizer.step_size = [\"10^(1..9)\"]")),
              HasSubstr("optimizer.step_size = 10000000 is not from"));
  EXPECT_THAT(refusal(grid("head.hidden = [32]")), HasSubstr("head.hidden is a list of whole numbers"));
  EXPECT_THAT(refusal(grid("run.seed = [1]")), HasSubstr("s.toml:4:12: run.seed is not set here"));
  EXPECT_THAT(refusal(grid("agent.units = [1]\n[set]\nagent.units = 2")), HasSubstr("agent.units is there twice"));
  EXPECT_THAT(refusal(grid("agent.units = [1]\n\"agent.units\" = [2]")), HasSubstr("agent.units is there twice"));
  EXPECT_THAT(refusal(grid("agent.kind = [\"rnn\"]\n[set]\nagent.units = 0")),
              HasSubstr("s.toml:6:15: agent.units = 0"));
  EXPECT_THAT(refusal(grid("agent.units = \"1.00000001^(0..2)\"")), HasSubstr("is a whole number"));
  EXPECT_THAT(refusal("base = \"ring-world\"\nseeds = \"1-1000\"\n[grid]\noptimizer.decay = \"0.999^(1..1001)\""),
              HasSubstr("s.toml:4:19: with the values of optimizer.decay there are more than 1000000 runs"));
}

TEST(Sweep, AFileThatIsNotThereIsNamed) {
  try {
    load_sweep("nothing.toml");
    FAIL();
  } catch (const InvalidInput& error) {
    EXPECT_STREQ(error.what(), "there is no sweep file \"nothing.toml\"");
  }
}

TEST(Slice, EveryRunIsInOneSlice) {
  for (std::size_t index = 0; index < 10; ++index) {
    int owners = 0;
    for (const auto* text : {"1/3", "2/3", "3/3"}) owners += parse_slice(text).has(index) ? 1 : 0;
    EXPECT_EQ(owners, 1);
  }
  EXPECT_TRUE(parse_slice("3/16").has(2));
  EXPECT_TRUE(parse_slice("3/16").has(18));
}

TEST(Slice, WhatIsNoSliceIsRefused) {
  for (const auto* text : {"", "3", "/3", "3/", "0/3", "4/3", "-1/3", "1/3x", "1.5/3", "1/0", "1/ 3"})
    EXPECT_THROW(parse_slice(text), InvalidInput) << text;
}

}  // namespace
}  // namespace gvfn
