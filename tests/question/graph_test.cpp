#include <gtest/gtest.h>

#include "gvfn/base/invalid_input.hpp"
#include "gvfn/question/question_network.hpp"

namespace gvfn {
namespace {

const Vocabulary vocabulary{{{"x"}}, {"go"}};

Question uses(const std::string& name, const std::string& other) { return {name, PredictionCumulant{{{other, 1.0}}}}; }

TEST(Graph, ACycleIsRefusedAndPrintedByNames) {
  try {
    QuestionNetwork(vocabulary, {{"base", SignalCumulant{"x"}}, uses("a", "b"), uses("b", "c"), uses("c", "a")});
    FAIL() << "the cycle was accepted";
  } catch (const InvalidInput& error) {
    EXPECT_STREQ(error.what(), "the questions form a cycle: \"a\" -> \"b\" -> \"c\" -> \"a\"");
  }
}

TEST(Graph, AQuestionAboutItselfIsRefused) {
  EXPECT_THROW(QuestionNetwork(vocabulary, {uses("a", "a")}), InvalidInput);
}

TEST(Graph, ACycleThroughAPolicyIsRefused) {
  const Question conditional{"b", SignalCumulant{"x"}, Discount{}, Conditional{"a", {}, Always{"go"}, Always{"go"}}};
  EXPECT_THROW(QuestionNetwork(vocabulary, {uses("a", "b"), conditional}), InvalidInput);
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
  EXPECT_THROW(QuestionNetwork(vocabulary, questions), InvalidInput);
}

}  // namespace
}  // namespace gvfn
