#include "gvfn/language/question_file.hpp"

#include <fmt/format.h>

#include "gvfn/base/invalid_input.hpp"
#include "gvfn/question/psr.hpp"
#include "language/question_reader.hpp"
#include "language/toml_entry.hpp"

namespace gvfn {
namespace {

Vocabulary read_vocabulary(const TomlEntry& file) {
  Vocabulary vocabulary;
  if (file.has("one_hot")) vocabulary.signals = one_hot_signals(read_texts(file, "one_hot"));
  if (file.has("signals")) {
    const auto signals = file.inner(file.node("signals"), "\"signals\"");
    for (const auto& [name, node] : signals.entries()) {
      if (std::ranges::find(vocabulary.signals, name, &SignalInfo::name) != vocabulary.signals.end())
        file.fail(*node, fmt::format("signal \"{}\" is listed twice", name));
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

/// The values of one variable of a family: a list, or evenly spaced numbers.
std::vector<std::variant<std::string, double>> read_values(const TomlEntry& file, const toml::node& node) {
  std::vector<std::variant<std::string, double>> values;
  if (const auto* list = node.as_array()) {
    for (const auto& item : *list) {
      if (item.is_string()) {
        values.emplace_back(*item.value<std::string>());
      } else {
        values.emplace_back(file.number(item));
      }
    }
  } else {
    const auto range = file.inner(node, "a family's values (a list, or from, to and count)");
    range.allow("a range", {"from", "to", "count"});
    const double from = range.number("from");
    const double to = range.number("to");
    const double count = range.number("count");
    if (count < 2 || count > most_questions || count != static_cast<double>(static_cast<std::size_t>(count)))
      file.fail(range.node("count"), fmt::format("count {} is not a whole number from 2 to {}", count, most_questions));
    for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i)
      values.emplace_back(from + (to - from) * static_cast<double>(i) / (count - 1));
  }
  if (values.empty()) file.fail(node, "a family needs at least one value");
  return values;
}

/// Calls use(bindings) for every combination of a family's values; the last variable changes fastest.
template <class Use>
void for_each_member(const TomlEntry& file, const TomlEntry& entry, Use use) {
  std::vector<Bindings> members{{}};
  if (entry.has("for")) {
    const auto variables = entry.inner(entry.node("for"), "\"for\"");
    for (const auto& [variable, node] : variables.entries()) {
      const auto values = read_values(file, *node);
      if (members.size() * values.size() > most_questions)
        file.fail(*node, fmt::format("a family of more than {} questions", most_questions));
      std::vector<Bindings> more;
      for (const auto& member : members) {
        for (const auto& value : values) {
          more.push_back(member);
          more.back()[variable] = value;
        }
      }
      members = std::move(more);
    }
  }
  for (const auto& bindings : members) use(bindings);
}

}  // namespace

QuestionFile parse_questions(std::string_view text, std::string_view source) {
  const auto table = parse_toml(text, source);
  const TomlEntry file(table, source);
  file.allow("a question file", {"title", "one_hot", "signals", "actions", "events", "question"});
  auto result = read_questions(file, source);
  if (result.questions.empty()) file.fail(table, "the file asks no question ([[question]])");
  return result;
}

QuestionFile read_questions(const TomlEntry& file, std::string_view source) {
  QuestionFile result{.source = std::string(source)};
  if (file.has("title")) result.title = file.text("title");
  result.vocabulary = read_vocabulary(file);
  const auto events = read_events(file, result.vocabulary);
  const auto* questions = file.has("question") ? file.node("question").as_array() : nullptr;
  if (!questions) return result;
  std::vector<std::string> tests;
  for (const auto& node : *questions) {
    const auto entry = file.inner(node, "a question");
    for_each_member(file, entry, [&](const Bindings& bindings) {
      if (result.questions.size() == most_questions)
        file.fail(node, fmt::format("more than {} questions", most_questions));
      const TomlEntry member(entry.table(), source, bindings);
      result.questions.push_back(read_question(member, result.vocabulary, events));
      if (member.has("test")) tests.push_back(member.text("test"));
    });
  }
  file.checked(file.node("question"), [&] { add_rests(tests, result.vocabulary, result.questions); });
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
