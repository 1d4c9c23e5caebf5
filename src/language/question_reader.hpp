#pragma once
// The parts of a question file: vocabulary, named events, questions, and what a question is made of.

#include <functional>
#include <map>

#include "gvfn/language/question_file.hpp"
#include "language/toml_entry.hpp"

namespace gvfn {

using NamedEvents = std::map<std::string, Event>;

/// Vocabulary, events and questions of a file, which may have other parts, too.
QuestionFile read_questions(const TomlEntry& file, std::string_view source);

std::vector<std::string> read_texts(const TomlEntry& file, std::string_view key);
NamedEvents read_events(const TomlEntry& file, const VocabularyIndex& names);
Question read_question(const TomlEntry& entry, const VocabularyIndex& names, const NamedEvents& events);

/// What stands under "cumulant", "continuation" and "policy"; gamma is that of an average.
Cumulant read_cumulant(const TomlEntry& entry, const VocabularyIndex& names, const NamedEvents& events, double gamma);
Discount read_continuation(const TomlEntry& entry, const NamedEvents& events);
Policy read_policy(const TomlEntry& entry, const VocabularyIndex& names);

/// Calls use(entry) for every combination of the values under "for", with their placeholders filled in; the last
/// variable changes fastest.
void for_each_member(const TomlEntry& entry, const std::function<void(const TomlEntry&)>& use);

}  // namespace gvfn
