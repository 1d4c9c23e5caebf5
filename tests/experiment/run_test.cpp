#include "gvfn/experiment/run.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "gvfn/base/invalid_input.hpp"
#include "gvfn/kernel/instruction_sets.hpp"
#include "kernel/kernels.hpp"

namespace gvfn {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

Config with(Config config, std::initializer_list<const char*> assignments) {
  set_keys(config, {assignments.begin(), assignments.end()});
  return config;
}

TEST(Run, CycleWorldIsLearned) { EXPECT_LT(run(load_config("cycle-world")).summary["rmsve"], 0.01); }

TEST(Run, RingWorldIsLearnedWithTwoStepsAndNotWithOne) {
  EXPECT_LT(run(load_config("ring-world")).summary["rmsve"], 0.02);
  EXPECT_GT(run(with(load_config("ring-world"), {"agent.truncation=1"})).summary["rmsve"], 0.2);
}

TEST(Run, RingWorldByRecurrentGtdAndByAnRnn) {
  const auto error = [](std::initializer_list<const char*> assignments) {
    return run(with(load_config("ring-world"), assignments)).summary["rmsve"];
  };
  EXPECT_LT(error({"learner.rule=rgtd"}), 0.02);
  EXPECT_GT(error({"learner.rule=rgtd", "agent.truncation=1"}), 0.2);
  EXPECT_LT(error({"agent.kind=rnn", "optimizer.step_size=0.225"}), 0.02);
  EXPECT_GT(error({"agent.kind=rnn", "optimizer.step_size=0.0667", "agent.truncation=1"}), 0.15);
}

TEST(Run, CompassWorldIsLearned) {
  const auto config = with(load_config("compass-world"), {"run.steps=400000"});
  const auto result = run(config);
  EXPECT_GT(result.summary["accuracy"], 0.95);
  EXPECT_EQ(result.summary.steps.size(), 40U);
  EXPECT_EQ(result.steps, 400'000);
  EXPECT_EQ(result.units, 35U);
  EXPECT_EQ(result.weights, 3U * 35 * (12 + 1 + 35) + 32 * 36 + 5 * 33);
  EXPECT_FALSE(result.diverged());
}

TEST(Run, AnRnnLearnsFromTheHeadAlone) {
  const auto short_run =
      with(load_config("compass-world"), {"agent.kind=rnn", "agent.truncation=8", "run.steps=100000"});
  EXPECT_GT(run(short_run).summary["accuracy"], 0.7);
}

TEST(Run, ASeriesIsForecast) {
  // 1 would be no better than the mean.
  const auto gvfn = run(with(load_config("mackey-glass"), {"run.steps=100000", "head.optimizer.step_size=0.001"}));
  EXPECT_LT(gvfn.summary["nrmse"], 0.6);
  EXPECT_EQ(gvfn.summary.steps.size(), 10U);
  const auto rnn = run(with(load_config("mackey-glass"),
                            {"agent.kind=rnn", "agent.truncation=8", "head.optimizer.name=same", "optimizer.name=adam",
                             "optimizer.step_size=0.001", "optimizer.clip_norm=0.25", "run.steps=100000"}));
  EXPECT_LT(rnn.summary["nrmse"], 0.6);
}

TEST(Run, AuxiliaryTasksStandBesideTheForecast) {
  const auto config = with(load_config("mackey-glass"),
                           {"agent.kind=rnn", "agent.cell=gru", "agent.units=8", "agent.auxiliary=mackey-glass",
                            "head.optimizer.name=same", "optimizer.name=adam", "optimizer.step_size=0.002",
                            "optimizer.clip_norm=0.25", "agent.truncation=8", "run.steps=100000"});
  const auto world = make_world(config);
  EXPECT_EQ(make_agent(config, world).predictions().size(), 33U);
  EXPECT_LT(run(config).summary["nrmse"], 0.5);
}

TEST(Run, TheSameSeedGivesTheSameResultAndAnotherAnother) {
  const auto config = with(load_config("compass-world"), {"run.steps=20000"});
  EXPECT_EQ(run(config).summary["rmsve"], run(config).summary["rmsve"]);
  EXPECT_NE(run(config).summary["rmsve"], run(with(config, {"run.seed=2"})).summary["rmsve"]);
}

TEST(Run, EveryInstructionSetLearnsAlike) {
  const auto error = [](const std::string& name) {
    return run(with(load_config("compass-world"), {"run.steps=20000", ("run.instruction_set=" + name).c_str()}))
        .summary["rmsve"];
  };
  for (const auto name : instruction_sets()) EXPECT_NEAR(error(std::string(name)), error("plain"), 0.01) << name;
}

TEST(Run, DivergenceIsNoticedAndNotReportedAsANumber) {
  const auto result = run(with(load_config("ring-world"), {"agent.kind=rnn", "optimizer.step_size=1000"}));
  ASSERT_TRUE(result.diverged());
  EXPECT_LT(result.steps, 300'000);
  EXPECT_THAT(*result.divergence, HasSubstr("diverged at step"));
}

TEST(Run, AStateThatGrowsWithoutBoundIsNoticed) {
  const auto result = run(with(load_config("cycle-world"), {"agent.activation=linear", "optimizer.step_size=3"}));
  EXPECT_TRUE(result.diverged());
}

TEST(Run, DivergenceIsNoticedInAShortRunOnEveryInstructionSet) {
  for (const auto name : instruction_sets()) {
    const auto result =
        run(with(load_config("compass-world"),
                 {"agent.questions=horizon", "agent.activation=relu", "head.activation=sigmoid", "optimizer.name=sgd",
                  "optimizer.step_size=0.01", "run.steps=900", ("run.instruction_set=" + std::string(name)).c_str()}));
    EXPECT_TRUE(result.diverged()) << name;
  }
}

TEST(Run, AConfigurationThatAProgramFilledInIsCheckedToo) {
  Config config;
  config.run.window = 0;
  EXPECT_THAT([&] { run(config); }, ThrowsMessage<InvalidInput>(HasSubstr("run.window = 0 is not from 1 to")));
  config = {};
  config.agent.kind = "lstm";
  EXPECT_THAT([&] { run(config); },
              ThrowsMessage<InvalidInput>(HasSubstr("unknown agent.kind \"lstm\"; write agent.kind")));
  config = {};
  config.head.hidden = {0};
  EXPECT_THAT([&] { run(config); }, ThrowsMessage<InvalidInput>(HasSubstr("head.hidden = 0 is not from 1 to")));
}

TEST(Run, ReportsProgress) {
  std::int64_t last = 0;
  run(with(load_config("cycle-world"), {"run.steps=10000"}), [&](const Progress& progress) {
    EXPECT_GT(progress.step, last);
    EXPECT_EQ(progress.steps, 10'000);
    last = progress.step;
  });
  EXPECT_GT(last, 9'000);
}

TEST(Run, IsAskedAfterItsFirstStepWhetherToGoOn) {
  gvfn::Run whole(with(load_config("cycle-world"), {"run.steps=10000"}));
  struct Stopped {};
  EXPECT_THROW(finish(whole, [](const Progress&) { throw Stopped{}; }), Stopped);
  EXPECT_EQ(whole.steps_done(), 1) << "a step may take seconds";
}

TEST(Run, ACurveThatIsTooLongIsRefusedBeforeTheFirstStep) {
  const auto with_window = [](std::int64_t window) {
    Config config;
    config.run.steps = 40'000'000;
    config.run.window = window;
    return config;
  };
  EXPECT_THAT([&] { const gvfn::Run run(with_window(1)); },
              testing::ThrowsMessage<InvalidInput>("run.steps = 40000000 with run.window = 1 makes a learning curve of "
                                                   "40000000 points, and a curve has at most 1000000: set run.window "
                                                   "to 40 or more"));
  EXPECT_THROW(validate(with_window(39)), InvalidInput);
  EXPECT_NO_THROW(validate(with_window(40)));
}

TEST(Run, QuestionsThatDoNotFitTheWorldAreRefused) {
  try {
    run(with(load_config("ring-world"), {"agent.questions=expert"}));
    FAIL() << "not refused";
  } catch (const InvalidInput& error) {
    EXPECT_THAT(error.what(), testing::StartsWith("expert: question \"orange beside, forward\""));
    EXPECT_THAT(error.what(), HasSubstr("unknown signal \"orange\""));
  }
}

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool memory_is_watched = true;
#elif defined(__has_feature)
constexpr bool memory_is_watched = __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#else
constexpr bool memory_is_watched = false;
#endif

/// Of this process, in kilobytes: VmHWM is the most that it has had, and VmRSS what it has.
long memory(const std::string& name) {
  std::ifstream status("/proc/self/status");
  long kilobytes = 0;
  for (std::string word; status >> word;)
    if (word == name + ":") status >> kilobytes;
  return kilobytes;
}

TEST(Run, ARunNeedsLittleMemory) {
  if (memory_is_watched) GTEST_SKIP() << "a sanitizer's own memory would be measured";
  std::ofstream("/proc/self/clear_refs") << 5;  // what other tests have had is forgotten
  const auto before = memory("VmRSS");
  run(with(load_config("compass-world"), {"run.steps=20000", "agent.truncation=32"}));
  const auto most = memory("VmHWM");
  ASSERT_GT(before, 0);
  ASSERT_GE(most, before);
  EXPECT_LT(most - before, 10'000);
}

}  // namespace
}  // namespace gvfn
