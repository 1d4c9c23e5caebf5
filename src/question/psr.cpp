#include "gvfn/question/psr.hpp"

#include <fmt/format.h>

#include <set>
#include <sstream>

#include "gvfn/base/invalid_input.hpp"
#include "question/question_sizes.hpp"

namespace gvfn {
namespace {

struct Pair {
  std::string action;  // empty: whatever the agent does
  SignalCondition sees;
  std::size_t at;  // of the test's text
};

struct Test {
  std::string text;  // with single spaces
  std::vector<Pair> pairs;

  std::string rest(std::size_t from) const { return text.substr(pairs[from].at); }
};

Pair read_pair(const std::string& word, const VocabularyIndex& names) {
  const auto colon = word.find(':');
  const char* const form = names.action_count() == 0 ? "a pair is :SIGNAL or :!SIGNAL, since there are no actions"
                                                     : "a pair is ACTION:SIGNAL, ACTION:!SIGNAL or :SIGNAL";
  require(colon != std::string::npos, form);
  auto action = word.substr(0, colon);
  auto signal = word.substr(colon + 1);
  auto side = Threshold::Side::above;
  if (signal.starts_with('!')) {
    signal.erase(0, 1);
    side = Threshold::Side::below;
  }
  require(!signal.empty() && (action.empty() || names.action_count() > 0), form);
  if (!action.empty()) names.action(action);
  names.signal(signal);
  return {std::move(action), {std::move(signal), {side, 0.5}}, 0};
}

Test read_test(std::string_view text, const VocabularyIndex& names) {
  constexpr std::size_t most_pairs = 100;
  Test test;
  std::istringstream words{std::string(text)};
  for (std::string word; words >> word;) {
    require(test.pairs.size() < most_pairs, fmt::format("a test has at most {} pairs", most_pairs));
    try {
      test.pairs.push_back(read_pair(word, names));
    } catch (const InvalidInput& error) {
      throw InvalidInput(
          fmt::format("pair {} of the test, \"{:.100}\": {}", test.pairs.size() + 1, word, error.what()));
    }
    if (!test.text.empty()) test.text += ' ';
    test.pairs.back().at = test.text.size();
    test.text += word;
  }
  require(!test.pairs.empty(), "a test has at least one pair, ACTION:SIGNAL");
  return test;
}

/// The question of the test's pairs from this one on.
Question ask(const Test& test, std::size_t from) {
  const auto& [action, sees, at] = test.pairs[from];
  Question question{.name = test.rest(from),
                    .cumulant = SignalCumulant{.signal = sees.signal, .threshold = sees.threshold}};
  if (from + 1 < test.pairs.size()) question.cumulant = PredictionCumulant{{{test.rest(from + 1), 1.0}}, sees};
  if (!action.empty()) question.policy = Always{action};
  return question;
}

}  // namespace

Question psr_test(std::string_view test, const VocabularyIndex& names) { return ask(read_test(test, names), 0); }

void add_rests(const std::vector<std::string>& tests, const VocabularyIndex& names, std::vector<Question>& questions) {
  if (tests.empty()) return;
  std::set<std::string> asked;
  QuestionSizes sizes(names);
  for (const auto& question : questions) {
    asked.insert(question.name);
    sizes.add(question);
  }
  for (const auto& text : tests) {
    const auto test = read_test(text, names);
    // A rest that is there already brings its own rests, if it needs any.
    for (std::size_t from = 1; from < test.pairs.size() && asked.insert(test.rest(from)).second; ++from) {
      require(questions.size() < most_questions,
              fmt::format("with the rests of its tests, there are more than {} questions", most_questions));
      questions.push_back(ask(test, from));
      sizes.add(questions.back());
    }
  }
}

std::vector<Question> psr_questions(const std::vector<std::string>& tests, const VocabularyIndex& names) {
  std::vector<Question> questions;
  for (const auto& test : tests) questions.push_back(psr_test(test, names));
  add_rests(tests, names, questions);
  return questions;
}

}  // namespace gvfn
