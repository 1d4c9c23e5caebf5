#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gvfn/question/describe.hpp"
#include "language/question_text.hpp"

namespace gvfn {
namespace {

std::vector<std::string> asked(const std::vector<Question>& questions) {
  std::vector<std::string> texts;
  for (const auto& question : questions) texts.push_back(question.name + ": " + definition(question));
  return texts;
}

std::vector<std::string> written_and_read(const QuestionNetwork& questions) {
  return asked(parse_questions(to_toml(questions), "written.toml").questions);
}

TEST(QuestionWriter, EveryShippedSetIsReadBackAsItWas) {
  EXPECT_FALSE(shipped_questions().empty());
  for (const auto& [name, text] : shipped_questions()) {
    const auto file = load_questions(std::string(name));
    const auto questions = make_questions(file, file.vocabulary);
    EXPECT_EQ(written_and_read(questions), asked(questions.questions())) << name;
  }
}

TEST(QuestionWriter, EveryKindOfCumulantContinuationAndPolicyIsReadBack) {
  const Threshold above{Threshold::Side::above, 0.1};
  const Event event{{{Condition::On::observation, "red", above}, {Condition::On::action, "left", {}}}};
  const Vocabulary vocabulary{{{"red", 0, 1, 1}, {"level", -2, 3}, {"a \"free\" one"}}, {"left", "right"}};
  const QuestionNetwork questions(
      vocabulary,
      {{"signal", SignalCumulant{"level", 1.0 / 3, true}, Discount{0.1}},
       {"threshold", SignalCumulant{"level", 2, false, above}, Discount{0.9, event, 0.25}, UniformlyRandom{}},
       {"event", EventCumulant{event, -1}, Discount{1, Event{{{Condition::On::next_observation, "level", above}}}}},
       {"noise", NoiseCumulant{0.7}, Discount{}, Probabilities{{{"left", 0.3}, {"right", 0.7}}}},
       {"one", PredictionCumulant{{{"signal", 1}}}, Discount{}, Always{"left"}},
       {"sum", PredictionCumulant{{{"signal", 0.5}, {"noise", -1}}, SignalCondition{"a \"free\" one", above}},
        Discount{}, Conditional{"one", above, Always{"right"}, SameAsBehaviour{}}}});
  EXPECT_EQ(written_and_read(questions), asked(questions.questions()));
  const auto file = parse_questions(to_toml(questions), "written.toml");
  EXPECT_EQ(file.vocabulary.signals, vocabulary.signals);
  EXPECT_EQ(file.vocabulary.actions, vocabulary.actions);
}

TEST(QuestionWriter, ReadsAsWrittenByHand) {
  const QuestionNetwork questions(
      {one_hot_signals({"red", "white"}), {"left"}},
      {{"red ahead", SignalCumulant{"red"},
        Discount{0.5, Event{{{Condition::On::next_observation, "white", {Threshold::Side::below, 0.5}}}}},
        Always{"left"}}});
  EXPECT_EQ(to_toml(questions, "Found", {"utility 3"}), R"(title = "Found"
one_hot = ["red", "white"]
actions = ["left"]

[events]
"white below 0.5" = { signal = "white", below = 0.5 }

# utility 3
[[question]]
name = "red ahead"
cumulant = "red"
continuation = { gamma = 0.5, until = "white below 0.5" }
policy = "always left"
)");
}

TEST(QuestionWriter, WhatAFileCannotSayIsRefused) {
  const Vocabulary vocabulary{{{"x"}}, {}};
  const auto refusal = [&](const Question& question) -> std::string {
    try {
      to_toml({vocabulary, {question}});
    } catch (const InvalidInput& error) {
      return error.what();
    }
    return "not refused";
  };
  EXPECT_EQ(refusal({"f", Cumulant{[](const Transition&) { return 0.0; }}}),
            "question \"f\": its cumulant is a function");
  EXPECT_EQ(refusal({"{n}", SignalCumulant{"x"}}),
            "question \"{n}\": \"{n}\" has braces, which a question file takes for a placeholder");
}

}  // namespace
}  // namespace gvfn
