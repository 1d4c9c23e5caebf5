#include "gvfn/experiment/metrics.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gvfn/base/archive.hpp"
#include "gvfn/base/invalid_input.hpp"

namespace gvfn {
namespace {

using testing::ThrowsMessage;

const Summary summary{.steps = {10, 20}, .metrics = {{"rmsve", 0.25, {0.5, 0.25}}, {"accuracy", 0.75, {0.5, 1}}}};

TEST(Summary, AMetricIsFoundByItsName) {
  EXPECT_EQ(summary["accuracy"], 0.75);
  EXPECT_EQ(summary.find("accuracy"), &summary.metrics[1]);
  EXPECT_EQ(summary.find("nrmse"), nullptr);
}

TEST(Summary, OneThatThereIsNotIsRefusedWithTheNearestName) {
  EXPECT_THAT([] { summary["rmsv"]; }, ThrowsMessage<InvalidInput>("unknown metric \"rmsv\"; did you mean \"rmsve\"?"));
  EXPECT_THAT([] { summary["removed"]; },
              ThrowsMessage<InvalidInput>("unknown metric \"removed\"; there is rmsve, accuracy"));
  EXPECT_THAT([] { Summary()["rmsve"]; }, ThrowsMessage<InvalidInput>("unknown metric \"rmsve\"; there is none"));
}

/// A run that goes on has as many points of its curves as it had.
TEST(Summary, CurvesOfAnyLengthAreRead) {
  const auto records = records_of("summary", summary);
  Summary read{.metrics = {{"rmsve"}, {"accuracy"}}};
  RecordReader(records).fill("summary", read);
  EXPECT_EQ(read.steps, summary.steps);
  EXPECT_EQ(read["accuracy"], 0.75);
  EXPECT_EQ(read.metrics[1].curve, summary.metrics[1].curve);
}

}  // namespace
}  // namespace gvfn
