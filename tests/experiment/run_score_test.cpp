// What a run reports of its questions: against the truth, or against returns where the world does not know it.

#include "gvfn/experiment/run_score.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "gvfn/base/invalid_input.hpp"
#include "gvfn/experiment/checkpoint.hpp"
#include "gvfn/experiment/run.hpp"
#include "gvfn/world/compass_world.hpp"
#include "temporary_folder.hpp"

namespace gvfn {
namespace {

using testing::HasSubstr;

Config by_question(const std::string& name, std::int64_t steps) {
  auto config = load_config(name);
  set_keys(config, {"run.by_question=true", "run.window=100", "run.steps=" + std::to_string(steps)});
  return config;
}

TEST(RunScore, AreAgainstTheTruthWhereTheWorldKnowsIt) {
  const auto summary = run(by_question("compass-world", 5'000)).summary;
  ASSERT_EQ(summary.questions.size(), 40U);
  double squares = 0;
  for (std::size_t j = 0; j < 40; ++j) {
    EXPECT_EQ(summary.questions[j].part, j < 35 ? "state" : "head");
    EXPECT_EQ(summary.questions[j].against, "truth") << "its states are finitely many";
    if (j >= 35) squares += std::pow(summary.questions[j].rmse, 2) / 5;
  }
  // The mean of roots is below the root of the mean.
  EXPECT_GE(std::sqrt(squares), summary["rmsve"]);
  EXPECT_LT(std::sqrt(squares), 1.2 * summary["rmsve"]);
  const auto ring = run(by_question("ring-world", 5'000)).summary;
  EXPECT_EQ(ring.questions[0].against, "truth") << "a question of the state that the world asks, too";
  const auto mso = run(by_question("mso", 2'000)).summary;
  EXPECT_EQ(mso.questions.back().name, "y in 12");
  EXPECT_EQ(mso.questions.back().against, "truth");
}

TEST(RunScore, DoNotChangeARunAndGoOnAfterACheckpoint) {
  for (const std::string name : {"compass-world", "mackey-glass"}) {
    const auto config = by_question(name, 3'000);
    const auto whole = run(config).summary;
    auto plain = config;
    plain.run.by_question = false;
    EXPECT_EQ(run(plain).summary.metrics[0].value, whole.metrics[0].value);
    const TemporaryFolder folder;
    gvfn::Run first(config);
    first.advance(1'777);
    save(first, {.file = folder / "run.gvfn"});
    auto second = resume(folder / "run.gvfn").run;
    second.advance(3'000);
    const auto resumed = second.result().summary;
    ASSERT_EQ(resumed.questions.size(), whole.questions.size());
    for (std::size_t j = 0; j < whole.questions.size(); ++j)
      EXPECT_EQ(resumed.questions[j].rmse, whole.questions[j].rmse) << whole.questions[j].name;
  }
}

/// Compass World without its truth.
class Blind {
 public:
  Vocabulary vocabulary() const { return CompassWorld::vocabulary(); }
  void reset(Random& random) { world_.reset(random); }
  Outcome act(std::size_t action, Random& random) { return world_.act(action, random); }
  std::span<const float> observation() const { return world_.observation(); }

 private:
  CompassWorld world_;
};

TEST(RunScore, AreTheMetricOfAWorldThatDoesNotKnowTheTruth) {
  Worlds worlds;
  worlds.add("blind", [] { return AnyWorld(Blind(), CompassBehaviour()); });
  auto config = parse_config("world.name = \"blind\"\nrun.steps = 30_000\nrun.window = 1000\noptimizer.name = \"adam\"",
                             "c.toml", worlds);
  const auto summary = run(config).summary;
  ASSERT_EQ(summary.metrics.size(), 1U);
  EXPECT_EQ(summary.metrics[0].name, "rmsre");
  EXPECT_EQ(summary.metrics[0].curve.size(), 30U);
  EXPECT_LT(summary["rmsre"], 0.8 * summary.metrics[0].curve[1]);
  EXPECT_TRUE(summary.questions.empty()) << "they were not asked for";
}

TEST(RunScore, TheRunSaysWhatItsErrorLeavesOut) {
  Worlds worlds;
  worlds.add("blind", [] { return AnyWorld(Blind(), CompassBehaviour()); });
  const auto run_for = [&](int steps) {
    return run(parse_config("world.name = \"blind\"\nagent.questions = \"terminating-horizon\"\nrun.steps = " +
                                std::to_string(steps),
                            "c.toml", worlds))
        .summary;
  };
  const auto none = run_for(1);
  EXPECT_TRUE(std::isnan(none["rmsre"]));
  EXPECT_THAT(none.note, testing::StartsWith("rmsre covers 0 of 35 questions"));
  EXPECT_EQ(run_for(3'000).note, "");
}

TEST(RunScore, APredictionBeyondTheBoundIsDivergenceWithoutATruth) {
  Worlds worlds;
  worlds.add("blind", [] { return AnyWorld(Blind(), CompassBehaviour()); });
  const auto result =
      run(parse_config("world.name = \"blind\"\nrun.steps = 3000\nrun.divergence_bound = 0.9", "c.toml", worlds));
  ASSERT_TRUE(result.diverged());
  EXPECT_THAT(*result.divergence, HasSubstr("the predictions are as large as 0.9"));
}

TEST(RunScore, WhereNothingTrainsAnAgentThatIsSaid) {
  Worlds worlds;
  worlds.add("blind", [] { return AnyWorld(Blind(), CompassBehaviour()); });
  const auto refusal = [&](const std::string& kind) {
    const auto config = parse_config("world.name = \"blind\"\nagent.kind = \"" + kind + "\"", "c.toml", worlds);
    try {
      run(config);
    } catch (const InvalidInput& error) {
      return std::string(error.what());
    }
    return std::string("not refused");
  };
  EXPECT_EQ(refusal("rnn"),
            "agent.kind = \"rnn\": the head's errors train an rnn, and world \"blind\" asks nothing that a head could "
            "answer; agent.auxiliary can name questions");
  EXPECT_EQ(refusal("forecast"),
            "agent.kind = \"forecast\": a forecast network predicts the signals that the world asks about, and world "
            "\"blind\" asks about none; agent.kind = \"gvfn\" with myopic questions can");
}

}  // namespace
}  // namespace gvfn
