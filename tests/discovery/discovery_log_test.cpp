#include "gvfn/discovery/discovery_log.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gvfn/base/archive.hpp"
#include "gvfn/base/invalid_input.hpp"

namespace gvfn {
namespace {

DiscoveryLog two_events() {
  DiscoveryLog log;
  log.add({0, true, 3, QuestionOrigin::signal, 0, "1 red", "red; 0.5 until white below 0.5; random"});
  log.add({1000, false, 3, QuestionOrigin::composition, 0.125, "2 composition", "(a, b); myopic; behaviour"});
  return log;
}

TEST(DiscoveryLog, IsATable) {
  EXPECT_EQ(two_events().csv(),
            "step,event,unit,origin,utility,question,definition\n"
            "0,birth,3,signal,,1 red,red; 0.5 until white below 0.5; random\n"
            "1000,death,3,composition,0.125,2 composition,\"(a, b); myopic; behaviour\"\n");
}

TEST(DiscoveryLog, GivesItsEvents) {
  const auto log = two_events();
  ASSERT_EQ(log.size(), 2U);
  EXPECT_TRUE(log[0].is_birth);
  EXPECT_EQ(log[0].name, "1 red");
  EXPECT_EQ(log[1].step, 1000);
  EXPECT_EQ(log[1].origin, QuestionOrigin::composition);
  EXPECT_EQ(log[1].definition, "(a, b); myopic; behaviour");
}

TEST(DiscoveryLog, IsSaved) {
  const auto log = two_events();
  auto records = records_of("log", log);
  DiscoveryLog read;
  RecordReader(records).fill("log", read);
  read.check();
  EXPECT_EQ(read.csv(), log.csv());
  for (auto& record : records) {  // any column that is shorter
    auto damaged = records;
    auto& same = damaged[static_cast<std::size_t>(&record - records.data())];
    same.bytes.resize(same.bytes.size() / 2);
    same.count /= 2;
    DiscoveryLog other;
    RecordReader(damaged).fill("log", other);
    EXPECT_THAT([&] { other.check(); }, testing::ThrowsMessage<InvalidInput>("its log of questions is damaged"))
        << record.name;
  }
}

TEST(DiscoveryLog, KnowsTheOriginOfEveryKindOfQuestion) {
  EXPECT_EQ(origin_of({"", SignalCumulant{"x"}}), QuestionOrigin::signal);
  EXPECT_EQ(origin_of({"", EventCumulant{}}), QuestionOrigin::event);
  EXPECT_EQ(origin_of({"", PredictionCumulant{}}), QuestionOrigin::composition);
  EXPECT_EQ(origin_of({"", NoiseCumulant{}}), QuestionOrigin::noise);
  EXPECT_EQ(origin_of({"", CumulantFunction{}}), QuestionOrigin::function);
}

}  // namespace
}  // namespace gvfn
