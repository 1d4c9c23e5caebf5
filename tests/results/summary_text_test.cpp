#include "results/summary_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

#include "gvfn/base/invalid_input.hpp"
#include "gvfn/base/random.hpp"

namespace gvfn {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

TEST(SummaryText, IsJson) {
  const Summary summary{.steps = {10, 20}, .metrics = {{"rmsve", 0.1, {0.3, nan}}, {"accuracy", -infinity, {1, 0}}}};
  EXPECT_EQ(metrics_text(summary), R"({"rmsve":0.1,"accuracy":null})");
  EXPECT_EQ(curve_text(summary), R"({"step":[10,20],"rmsve":[0.3,null],"accuracy":[1,0]})");
}

TEST(SummaryText, WhatHasNoNumberIsNanWhenRead) {
  const auto summary = read_summary(R"({"rmsve":null})", R"({"step":[5],"rmsve":[null]})");
  EXPECT_TRUE(std::isnan(summary["rmsve"]));
  EXPECT_TRUE(std::isnan(summary.metrics[0].curve[0]));
}

TEST(SummaryText, NumbersComeBackToTheBit) {
  Random random(1);
  const auto any_number = [&] {
    for (;;)
      if (const auto value = std::bit_cast<double>(random.next()); std::isfinite(value)) return value;
  };
  Summary summary{.steps = {}, .metrics = {{"b"}, {"a"}}};
  for (auto& metric : summary.metrics) metric.value = any_number();
  for (int i = 0; i < 2'000; ++i) {
    summary.steps.push_back(static_cast<std::int64_t>(random.next() >> 1));
    for (auto& metric : summary.metrics) metric.curve.push_back(any_number());
  }
  summary.metrics[0].curve[0] = -0.0;
  const auto read = read_summary(metrics_text(summary), curve_text(summary));
  EXPECT_EQ(read.steps, summary.steps);
  ASSERT_EQ(read.metrics.size(), 2U);
  for (std::size_t k = 0; k < 2; ++k) {
    EXPECT_EQ(read.metrics[k].name, summary.metrics[k].name);
    EXPECT_EQ(read.metrics[k].value, summary.metrics[k].value);
    EXPECT_EQ(read.metrics[k].curve, summary.metrics[k].curve);
  }
  EXPECT_TRUE(std::signbit(read.metrics[0].curve[0]));
}

TEST(SummaryText, NothingIsReadAsNothing) {
  const auto summary = read_summary("{}", R"({"step":[]})");
  EXPECT_TRUE(summary.metrics.empty());
  EXPECT_TRUE(summary.steps.empty());
}

TEST(SummaryText, AnythingElseIsRefused) {
  const std::string metrics = R"({"rmsve":0.5})";
  const std::string curve = R"({"step":[1,2],"rmsve":[0.5,0.5]})";
  EXPECT_NO_THROW(read_summary(metrics, curve));
  const auto expect_refused = [](const std::string& of_metrics, const std::string& of_curve, const std::string& says) {
    EXPECT_THAT([&] { read_summary(of_metrics, of_curve); }, ThrowsMessage<InvalidInput>("a " + says));
  };
  expect_refused("", curve, R"(result has "" where { is expected)");
  expect_refused("{", curve, R"(result has "" where " is expected)");
  expect_refused("{}x", curve, R"(result goes on with "x")");
  expect_refused(R"({"rmsve":})", curve, R"(result has "}" where a number is expected)");
  expect_refused(R"({"rmsve":0.5)", curve, R"(result has "" where } is expected)");
  expect_refused(R"({"rmsve)", curve, R"(result has "" where ": is expected)");
  expect_refused(R"({"rmsve":"a"})", curve, R"(result has ""a"}" where a number is expected)");
  expect_refused(metrics, "", R"(result has "" where {"step": is expected)");
  expect_refused(metrics, "{}", R"(result has "{}" where {"step": is expected)");
  expect_refused(metrics, R"({"step":[1,2]})", R"(result has "}" where ,"rmsve": is expected)");
  expect_refused(metrics, R"({"step":[1,null],"rmsve":[1,2]})",
                 R"(result has "null],"rmsve":[1,2]}" where a number is expected)");
  expect_refused(metrics, R"({"step":[1,2],"rmsve":[0.5]})", "curve of rmsve has 1 values for 2 steps");
  expect_refused(metrics, R"({"step":[1,2],"nrmse":[0.5,0.5]})",
                 R"(result has ","nrmse":[0.5,0.5]}" where ,"rmsve": is expected)");
  expect_refused(metrics, R"({"step":[1,2],"rmsve":[0.5,0.5)", R"(result has "" where ] is expected)");
  expect_refused(metrics, R"({"step":[1.5],"rmsve":[1]})", R"(result has ".5],"rmsve":[1]}" where ] is expected)");
}

TEST(SummaryText, ScoresOfQuestionsAreReadBack) {
  const std::vector<QuestionScore> scores{
      {.part = "state",
       .name = "a \"b\"",
       .against = "return",
       .rmse = 1.0 / 3,
       .samples = 12.5,
       .cut_off = 0.25,
       .note = "n"},
      {.part = "head", .name = "c", .against = "", .rmse = std::nan(""), .samples = 0, .cut_off = 0, .note = "why"}};
  const auto read = read_questions(questions_text(scores));
  ASSERT_EQ(read.size(), 2U);
  EXPECT_EQ(read[0].name, scores[0].name);
  EXPECT_EQ(read[0].rmse, scores[0].rmse);
  EXPECT_EQ(read[0].samples, 12.5);
  EXPECT_EQ(read[0].cut_off, 0.25);
  EXPECT_EQ(read[0].note, "n");
  EXPECT_EQ(read[1].against, "");
  EXPECT_TRUE(std::isnan(read[1].rmse));
  EXPECT_EQ(questions_text({}), "");
  EXPECT_TRUE(read_questions("").empty());
  for (const char* damaged : {"[", "{}[]", "[{}]", "[{\"part\":1}]", "3"})
    EXPECT_THAT([&] { read_questions(damaged); },
                ThrowsMessage<InvalidInput>(HasSubstr("the scores of its questions cannot be read: ")))
        << damaged;
}

}  // namespace
}  // namespace gvfn
