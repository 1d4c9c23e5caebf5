#include "experiment/discovery_metrics.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gvfn/experiment/run.hpp"

namespace gvfn {
namespace {

using testing::ElementsAre;

TEST(DiscoveryMetrics, CountDeathsUpToTheEndOfEachWindow) {
  DiscoveryLog log;
  log.add({0, true, 0, QuestionOrigin::noise, 0, "a", ""});
  log.add({10, false, 0, QuestionOrigin::noise, 0, "a", ""});
  log.add({10, false, 1, QuestionOrigin::given, 0, "b", ""});
  log.add({11, false, 2, QuestionOrigin::noise, 0, "c", ""});
  log.add({35, false, 3, QuestionOrigin::signal, 0, "d", ""});
  const auto metrics = discovery_metrics(log, {10, 20, 30, 40});
  ASSERT_EQ(metrics.size(), 3U);
  EXPECT_EQ(metrics[0].name, "removed");
  EXPECT_THAT(metrics[0].curve, ElementsAre(2, 3, 3, 4));
  EXPECT_EQ(metrics[0].value, 4);
  EXPECT_THAT(metrics[1].curve, ElementsAre(1, 1, 1, 1));
  EXPECT_THAT(metrics[2].curve, ElementsAre(1, 2, 2, 2));
}

TEST(DiscoveryMetrics, StandBesideThoseOfTheRun) {
  auto config = load_config("compass-discovery");
  set_keys(config, {"run.steps=1000", "run.window=200", "discovery.every=250", "discovery.units=20"});
  const auto result = run(config);
  EXPECT_EQ(result.summary.metrics.front().name, "rmsve");
  EXPECT_THAT(result.summary.find("removed")->curve, ElementsAre(0, 4, 8, 12, 12));
  EXPECT_EQ(run(load_config("cycle-world")).summary.find("removed"), nullptr);
}

TEST(DiscoveryMetrics, ACopyOfARunGoesOnByItself) {
  auto config = load_config("compass-discovery");
  set_keys(config, {"run.steps=1000", "run.window=200", "discovery.every=100", "discovery.units=20"});
  gvfn::Run run(config);
  run.advance(450);
  auto copy = run;
  run.advance(550);
  const auto log = run.discovery()->log().csv();
  EXPECT_NE(copy.discovery()->log().csv(), log);
  copy.advance(550);
  EXPECT_EQ(copy.discovery()->log().csv(), log);
  EXPECT_EQ(curve_csv(copy.result().summary), curve_csv(run.result().summary));
}

}  // namespace
}  // namespace gvfn
