#pragma once
// One [[question]] of a question file, and the named events it may end at.

#include <map>

#include "gvfn/language/question_file.hpp"
#include "language/toml_entry.hpp"

namespace gvfn {

using NamedEvents = std::map<std::string, Event>;

/// Vocabulary, events and questions of a file, which may have other parts, too.
QuestionFile read_questions(const TomlEntry& file, std::string_view source);

std::vector<std::string> read_texts(const TomlEntry& file, std::string_view key);
NamedEvents read_events(const TomlEntry& file, const Vocabulary& vocabulary);
Question read_question(const TomlEntry& entry, const Vocabulary& vocabulary, const NamedEvents& events);

}  // namespace gvfn
