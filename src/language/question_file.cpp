#include "gvfn/language/question_file.hpp"

#include <fmt/format.h>

#include <set>

#include "gvfn/base/invalid_input.hpp"
#include "gvfn/question/psr.hpp"
#include "language/question_reader.hpp"
#include "language/toml_entry.hpp"
#include "question/question_sizes.hpp"

namespace gvfn {
namespace {

Vocabulary read_vocabulary(const TomlEntry& file) {
  Vocabulary vocabulary;
  if (file.has("one_hot")) vocabulary.signals = one_hot_signals(read_texts(file, "one_hot"));
  if (file.has("signals")) {
    const auto signals = file.inner(file.node("signals"), "\"signals\"");
    std::set<std::string> one_hot;
    for (const auto& signal : vocabulary.signals) one_hot.insert(signal.name);
    for (const auto& [name, node] : signals.entries()) {
      if (one_hot.contains(name)) file.fail(*node, fmt::format("signal \"{}\" is listed twice", name));
      SignalInfo info{.name = name};
      if (const auto* range = node->as_array(); range && range->size() == 2) {
        info.low = file.number((*range)[0]);
        info.high = file.number((*range)[1]);
        if (!(info.low <= info.high)) file.fail(*node, "a range is [low, high]");
      } else if (node->value<std::string>() != "any") {
        file.fail(*node, "a signal is given its range, [low, high], or \"any\"");
      }
      vocabulary.signals.push_back(info);
    }
  }
  if (file.has("actions")) vocabulary.actions = read_texts(file, "actions");
  if (vocabulary.signals.empty()) file.fail(file.table(), "the file names no signals (\"signals\" or \"one_hot\")");
  return vocabulary;
}

}  // namespace

QuestionFile parse_questions(std::string_view text, std::string_view source) {
  const auto table = parse_toml(text, source);
  const TomlEntry file(table, source);
  // A world file is a question file, too.
  file.allow("a question file", {"title", "one_hot", "signals", "actions", "events", "question", "state", "behaviour"});
  auto result = read_questions(file, source);
  if (result.questions.empty()) file.fail(table, "the file asks no question ([[question]])");
  return result;
}

QuestionFile read_questions(const TomlEntry& file, std::string_view source) {
  QuestionFile result{.source = std::string(source)};
  if (file.has("title")) result.title = file.text("title");
  result.vocabulary = read_vocabulary(file);
  file.checked(file.table(), [&] { check_sizes(result.vocabulary); });
  const VocabularyIndex names(result.vocabulary);
  const auto events = read_events(file, names);
  if (!file.has("question")) return result;
  const auto* questions = file.node("question").as_array();
  if (!questions) file.fail(file.node("question"), "\"question\" is a list of tables, [[question]]");
  std::vector<std::string> tests;
  QuestionSizes sizes(names);
  for (const auto& node : *questions) {
    const auto entry = file.inner(node, "a question");
    for_each_member(entry, [&](const TomlEntry& member) {
      if (result.questions.size() == most_questions)
        file.fail(node, fmt::format("more than {} questions", most_questions));
      auto question = read_question(member, names, events);
      file.checked(node, [&] { sizes.add(question); });
      result.questions.push_back(std::move(question));
      if (member.has("test")) tests.push_back(member.text("test"));
    });
  }
  file.checked(file.node("question"), [&] { add_rests(tests, names, result.questions); });
  return result;
}

QuestionFile load_questions(const std::string& name_or_path) {
  const auto [source, text] = load_text("question set", name_or_path, shipped_questions());
  return parse_questions(text, source);
}

QuestionNetwork make_questions(const QuestionFile& file, const Vocabulary& vocabulary) try {
  return {vocabulary, file.questions};
} catch (const InvalidInput& error) {
  throw InvalidInput(fmt::format("{}: {}", file.source, error.what()));
}

}  // namespace gvfn
