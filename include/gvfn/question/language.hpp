#pragma once
// The question language: a TOML file of signals, actions, events and questions. docs/questions.md describes it.

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "gvfn/question/question_network.hpp"

namespace gvfn {

struct QuestionFile {
  std::string title;
  Vocabulary vocabulary;
  std::vector<Question> questions;
};

/// Reads the text of a question file; `source` is named in errors, which say line and column. Throws InvalidInput.
QuestionFile parse_questions(std::string_view text, std::string_view source);

/// Reads a file, or a shipped set by its name ("expert", "terminating-horizon", ...).
QuestionFile load_questions(const std::string& name_or_path);

/// Text of the question sets that come with the library, by name.
const std::map<std::string_view, std::string_view>& shipped_questions();

}  // namespace gvfn
