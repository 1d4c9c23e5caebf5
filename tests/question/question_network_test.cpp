#include "gvfn/question/question_network.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gvfn/base/invalid_input.hpp"

namespace gvfn {
namespace {

const Vocabulary vocabulary{{{"x", -2, 2}, {"y"}}, {"left", "right"}};

std::string refusal(std::vector<Question> questions) {
  try {
    QuestionNetwork(vocabulary, std::move(questions));
  } catch (const InvalidInput& error) {
    return error.what();
  }
  return "not refused";
}

TEST(QuestionNetwork, KnowsItsDependencies) {
  const QuestionNetwork network(
      vocabulary, {{"a", SignalCumulant{"x"}},
                   {"b", PredictionCumulant{{{"a", 2.0}}}},
                   {"c", SignalCumulant{"x"}, Discount{}, Conditional{"b", {}, Always{"left"}, UniformlyRandom{}}}});
  ASSERT_EQ(network.dependencies().size(), 2U);
  EXPECT_EQ(network.dependencies()[0].user, 1U);
  EXPECT_EQ(network.dependencies()[0].used, 0U);
  EXPECT_EQ(network.dependencies()[0].weight, 2.0);
  EXPECT_FALSE(network.dependencies()[0].in_policy);
  EXPECT_TRUE(network.dependencies()[1].in_policy);
}

TEST(QuestionNetwork, RefusesUnknownNames) {
  EXPECT_EQ(refusal({{"q", SignalCumulant{"z"}}}), "question \"q\": unknown signal \"z\"; did you mean \"x\"?");
  EXPECT_EQ(refusal({{"q", SignalCumulant{"x"}, Discount{}, Always{"lift"}}}),
            "question \"q\": unknown action \"lift\"; did you mean \"left\"?");
  EXPECT_EQ(refusal({{"q", PredictionCumulant{{{"other", 1.0}}}}, {"otter", SignalCumulant{"x"}}}),
            "question \"q\": unknown question \"other\"; did you mean \"otter\"?");
  EXPECT_EQ(refusal({{"q", PredictionCumulant{{{"r", 1.0}}, SignalCondition{"z"}}}, {"r", SignalCumulant{"x"}}}),
            "question \"q\": unknown signal \"z\"; did you mean \"x\"?");
}

TEST(QuestionNetwork, RefusesEmptyAndRepeatedNames) {
  EXPECT_EQ(refusal({{"", SignalCumulant{"x"}}}), "a question has no name");
  EXPECT_EQ(refusal({{"q", SignalCumulant{"x"}}, {"q", SignalCumulant{"y"}}}), "two questions are named \"q\"");
}

TEST(QuestionNetwork, RefusesSignalsWithoutANameAndRangesBeyondFloat) {
  const auto refusal_of = [](const SignalInfo& signal) {
    try {
      QuestionNetwork({{signal}, {}}, {});
    } catch (const InvalidInput& error) {
      return std::string(error.what());
    }
    return std::string("not refused");
  };
  EXPECT_EQ(refusal_of({"", 0, 1}), "a signal has no name");
  EXPECT_EQ(refusal_of({"x", 0, 1e300}),
            "the range of signal \"x\" is from 0 to 1e+300: a bound is at most 1e+30, or there is none");
  const std::string no_range = ": the lower bound comes first, and both are numbers";
  EXPECT_EQ(refusal_of({"x", 2, 1}), "the range of signal \"x\" is from 2 to 1" + no_range);
  EXPECT_EQ(refusal_of({"x", std::nan(""), 1}), "the range of signal \"x\" is from nan to 1" + no_range);
  EXPECT_EQ(refusal_of({"x", 0, std::nan("")}), "the range of signal \"x\" is from 0 to nan" + no_range);
  EXPECT_EQ(refusal_of({"x", INFINITY, INFINITY}), "the range of signal \"x\" is from inf to inf" + no_range);
  EXPECT_EQ(refusal_of({"x", -INFINITY, -INFINITY}), "the range of signal \"x\" is from -inf to -inf" + no_range);
  EXPECT_EQ(refusal_of({"x", 1, -INFINITY}), "the range of signal \"x\" is from 1 to -inf" + no_range);
  EXPECT_EQ(refusal_of({"x", -1e30, 1e30}), "not refused");
  EXPECT_EQ(refusal_of({"x", 0, INFINITY}), "not refused");
  EXPECT_EQ(refusal_of({"x"}), "not refused");
}

TEST(QuestionNetwork, RefusesNamesOfSignalsAndActionsThatAreNone) {
  const auto refusal_of = [](const Vocabulary& words) {
    try {
      QuestionNetwork(words, {});
    } catch (const InvalidInput& error) {
      return std::string(error.what());
    }
    return std::string("not refused");
  };
  EXPECT_EQ(refusal_of({{{"x"}, {"y"}, {"x"}}, {}}), "two signals are named \"x\"");
  EXPECT_EQ(refusal_of({{{"x"}}, {"go", "stay", "go"}}), "two actions are named \"go\"");
  EXPECT_EQ(refusal_of({{{"x"}}, {"go", ""}}), "an action has no name");
  EXPECT_EQ(refusal_of({{{"x\ny"}, {"x\ny"}}, {}}), "two signals are named \"x\\ny\"");
  EXPECT_THAT(refusal_of({{{std::string(10'001, 'x')}}, {}}),
              testing::StartsWith("a signal has a name of 10001 letters, which are more than 10000: \"xxx"));
  EXPECT_EQ(refusal_of({{{"x"}}, std::vector<std::string>(10'001, "go")}),
            "there are 10001 actions, which are more than 10000");
  EXPECT_EQ(refusal_of({std::vector<SignalInfo>(100'001), {}}), "there are 100001 signals, which are more than 100000");
}

TEST(QuestionNetwork, RefusesThresholdsThatAreNoNumbers) {
  constexpr auto says = "\" is to be above or below what is no number";
  const Threshold none{Threshold::Side::above, std::nan("")};
  EXPECT_THAT(refusal({{"q", SignalCumulant{"x", 1, false, none}}}), testing::HasSubstr(says));
  EXPECT_THAT(refusal({{"q", EventCumulant{{{{Condition::On::observation, "x", none}}}}}}), testing::HasSubstr(says));
  EXPECT_THAT(
      refusal({{"q", PredictionCumulant{{{"r", 1.0}}, SignalCondition{"x", none}}}, {"r", SignalCumulant{"x"}}}),
      testing::HasSubstr(says));
  EXPECT_THAT(
      refusal({{"q", SignalCumulant{"x"}, Discount{}, Conditional{"r", none, Always{"left"}, UniformlyRandom{}}},
               {"r", SignalCumulant{"x"}}}),
      testing::HasSubstr(says));
}

TEST(QuestionNetwork, RefusesGammaOutsideTheUnitInterval) {
  EXPECT_EQ(refusal({{"q", SignalCumulant{"x"}, Discount{1.5}}}), "question \"q\": gamma 1.5 is outside [0, 1]");
  EXPECT_EQ(refusal({{"q", SignalCumulant{"x"}, Discount{-0.1}}}), "question \"q\": gamma -0.1 is outside [0, 1]");
  EXPECT_THAT(refusal({{"q", SignalCumulant{"x"}, Discount{std::nan("")}}}), testing::HasSubstr("outside [0, 1]"));
}

TEST(QuestionNetwork, RefusesProbabilitiesThatAreNone) {
  EXPECT_EQ(refusal({{"q", SignalCumulant{"x"}, Discount{}, Probabilities{{{"left", 0.5}}}}}),
            "question \"q\": its policy's probabilities add up to 0.5, not to 1");
  EXPECT_EQ(refusal({{"q", SignalCumulant{"x"}, Discount{}, Probabilities{{{"left", -0.5}, {"right", 1.5}}}}}),
            "question \"q\": probability -0.5 of \"left\" is outside [0, 1]");
}

TEST(QuestionNetwork, RefusesWhatCannotBeComputed) {
  EXPECT_THAT(refusal({{"q", NoiseCumulant{-1}}}), testing::HasSubstr("standard deviation"));
  EXPECT_THAT(refusal({{"q", PredictionCumulant{}}}), testing::HasSubstr("names no prediction"));
  EXPECT_THAT(refusal({{"q", CumulantFunction{}}}), testing::HasSubstr("is empty"));
  EXPECT_THAT(refusal({{"q", SignalCumulant{"x", INFINITY}}}), testing::HasSubstr("not finite"));
}

}  // namespace
}  // namespace gvfn
