#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gvfn/base/invalid_input.hpp"
#include "gvfn/question/question_network.hpp"

namespace gvfn {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

const Vocabulary vocabulary{{{"x"}}, {"go"}};

Question uses(const std::string& name, const std::string& other) { return {name, PredictionCumulant{{{other, 1.0}}}}; }

TEST(Graph, ACycleIsRefusedAndPrintedByNames) {
  EXPECT_THAT(
      [&] {
        QuestionNetwork(vocabulary, {{"base", SignalCumulant{"x"}}, uses("a", "b"), uses("b", "c"), uses("c", "a")});
      },
      ThrowsMessage<InvalidInput>("the questions form a cycle: \"a\" -> \"b\" -> \"c\" -> \"a\""));
}

TEST(Graph, AQuestionAboutItselfIsRefused) {
  EXPECT_THAT([&] { QuestionNetwork(vocabulary, {uses("a", "a")}); },
              ThrowsMessage<InvalidInput>(
                  HasSubstr("question \"a\": it uses its own answer, and questions must not form a cycle")));
}

TEST(Graph, ACycleThroughAPolicyIsRefused) {
  const Question conditional{"b", SignalCumulant{"x"}, Discount{}, Conditional{"a", {}, Always{"go"}, Always{"go"}}};
  EXPECT_THAT(
      [&] {
        QuestionNetwork(vocabulary, {uses("a", "b"), conditional});
      },
      ThrowsMessage<InvalidInput>(HasSubstr("the questions form a cycle: \"a\" -> \"b\" -> \"a\"")));
}

TEST(Graph, ADiamondIsNoCycle) {
  const QuestionNetwork network(vocabulary, {{"top", PredictionCumulant{{{"l", 1.0}, {"r", 1.0}}}},
                                             uses("l", "base"),
                                             uses("r", "base"),
                                             {"base", SignalCumulant{"x"}}});
  EXPECT_EQ(network.dependencies().size(), 4U);
}

TEST(Graph, AChainMayBeLong) {
  constexpr int length = 100'000;
  std::vector<Question> questions;
  for (int i = length; i > 0; --i) questions.push_back(uses(std::to_string(i), std::to_string(i - 1)));
  questions.push_back({"0", SignalCumulant{"x"}});
  EXPECT_EQ(QuestionNetwork(vocabulary, questions).size(), length + 1U);
  questions.back() = uses("0", std::to_string(length));
  EXPECT_THAT([&] { QuestionNetwork(vocabulary, questions); },
              ThrowsMessage<InvalidInput>(HasSubstr("the questions form a cycle: \"100000\" -> \"99999\" -> ")));
}

}  // namespace
}  // namespace gvfn
