#include "gvfn/question/forecast.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gvfn/base/invalid_input.hpp"
#include "gvfn/language/question_file.hpp"

namespace gvfn {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

const Vocabulary vocabulary{{{"x"}, {"y"}}, {"go"}};

void expect_forecast(const Forecast& forecast, std::size_t signal, std::size_t steps, double scale) {
  EXPECT_EQ(forecast.signal, signal);
  EXPECT_EQ(forecast.steps, steps);
  EXPECT_EQ(forecast.scale, scale);
}

std::string refusal(const Question& question) {
  try {
    forecasts({vocabulary, {{"a", SignalCumulant{"x"}}, {"b", SignalCumulant{"y"}}, question}});
  } catch (const InvalidInput& error) {
    return error.what();
  }
  return "not refused";
}

TEST(Forecast, QuestionsAreChains) {
  const auto questions = forecast_questions({"x", "y"}, 3);
  ASSERT_EQ(questions.size(), 6U);
  EXPECT_EQ(questions[0].name, "x in 1");
  EXPECT_EQ(std::get<SignalCumulant>(questions[3].cumulant).signal, "y");
  EXPECT_EQ(questions[5].name, "y in 3");
  EXPECT_EQ(std::get<PredictionCumulant>(questions[5].cumulant).weights.at("y in 2"), 1);
}

TEST(Forecast, QuestionsAskForWhatTheirNamesSay) {
  const auto found = forecasts({vocabulary, forecast_questions({"x", "y"}, 3)});
  ASSERT_EQ(found.size(), 6U);
  for (std::size_t j = 0; j < 6; ++j) expect_forecast(found[j], j / 3, j % 3 + 1, 1);
}

TEST(Forecast, ScalesMultiplyInAnyOrder) {
  const auto found = forecasts({vocabulary,
                                {{"three", PredictionCumulant{{{"two", 5.0}}}},
                                 {"one", SignalCumulant{"y", 2}},
                                 {"two", PredictionCumulant{{{"one", -3.0}}}},
                                 {"also two", PredictionCumulant{{{"one", 1.0}}}}}});
  expect_forecast(found[0], 1, 3, -30);
  expect_forecast(found[1], 1, 1, 2);
  expect_forecast(found[2], 1, 2, -6);
  expect_forecast(found[3], 1, 2, 2);
}

TEST(Forecast, AChainMayBeLongAndBackwards) {
  constexpr std::size_t horizon = 20'000;
  auto questions = forecast_questions({"x"}, horizon);
  std::ranges::reverse(questions);
  const auto found = forecasts({vocabulary, std::move(questions)});
  expect_forecast(found.front(), 0, horizon, 1);
  expect_forecast(found.back(), 0, 1, 1);
}

TEST(Forecast, TheShippedSetIsOneOfForecasts) {
  const auto file = load_questions("compass-forecast");
  const auto found = forecasts({file.vocabulary, file.questions});
  const auto named = forecasts({file.vocabulary, forecast_questions({"orange", "yellow", "red", "blue", "green"}, 8)});
  ASSERT_EQ(found.size(), named.size());
  for (const auto& forecast : named)
    EXPECT_EQ(std::ranges::count_if(found,
                                    [&](const Forecast& other) {
                                      return other.signal == forecast.signal && other.steps == forecast.steps;
                                    }),
              1);
}

TEST(Forecast, WhatIsNoForecastIsRefused) {
  const auto no = [](const std::string& reason) { return "question \"q\" is no forecast: " + reason; };
  const auto sum = no("its continuation is not myopic, so that it asks for a sum");
  const Event event{{{Condition::On::next_observation, "x", {}}}};
  EXPECT_EQ(refusal({"q", SignalCumulant{"x"}, Discount{0.5}}), sum);
  EXPECT_EQ(refusal({"q", SignalCumulant{"x"}, Discount{0, event, 0.5}}), sum);
  EXPECT_EQ(refusal({"q", SignalCumulant{"x"}, ContinuationFunction{[](const Transition&) { return 0.0; }}}), sum);
  EXPECT_EQ(refusal({"q", SignalCumulant{"x"}, Discount{}, Always{"go"}}), no("its policy is not the behaviour's"));
  EXPECT_EQ(refusal({"q", SignalCumulant{.signal = "x", .threshold = Threshold{}}}), no("its cumulant is a threshold"));
  EXPECT_EQ(refusal({"q", SignalCumulant{"x", 1, true}}), no("its cumulant is normalised"));
  EXPECT_EQ(refusal({"q", NoiseCumulant{1}}), no("its cumulant is noise"));
  EXPECT_EQ(refusal({"q", CumulantFunction{[](const Transition&) { return 0.0; }}}), no("its cumulant is a function"));
  EXPECT_EQ(refusal({"q", PredictionCumulant{{{"a", 1.0}, {"b", 1.0}}}}),
            no("its cumulant is a sum of several predictions"));
  EXPECT_EQ(refusal({"q", PredictionCumulant{{{"a", 1.0}}, SignalCondition{"x"}}}),
            no("its cumulant is a prediction only at times (\"when\")"));
  EXPECT_EQ(refusal({"q", SignalCumulant{"x"}, Discount{0, event}}), "not refused");  // 0 either way
}

TEST(Forecast, HorizonsOutOfRangeAreRefused) {
  EXPECT_THAT([&] { forecast_questions({"x"}, 0); },
              ThrowsMessage<InvalidInput>(HasSubstr("a forecast's horizon is from 1 to 100000 steps, not 0")));
  EXPECT_THAT([&] { forecast_questions({"x"}, static_cast<std::size_t>(-1)); },
              ThrowsMessage<InvalidInput>(HasSubstr("a forecast's horizon is from 1 to 100000 steps, not 1844")));
  EXPECT_THAT(
      [&] {
        forecast_questions({"x", "y"}, 60'000);
      },
      ThrowsMessage<InvalidInput>(HasSubstr("forecasts of 2 signals at 60000 steps are more than 100000 questions")));
}

}  // namespace
}  // namespace gvfn
