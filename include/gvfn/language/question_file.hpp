#pragma once
// The question language: a TOML file of signals, actions, events and questions. docs/questions.md describes it.

#include <string>
#include <string_view>
#include <vector>

#include "gvfn/base/text.hpp"
#include "gvfn/question/question_network.hpp"

namespace gvfn {

struct QuestionFile {
  std::string source;  // its name, for error messages
  std::string title = {};
  Vocabulary vocabulary = {};
  std::vector<Question> questions = {};
};

/// Reads the text of a question file; `source` is named in errors, which say line and column. Throws InvalidInput.
QuestionFile parse_questions(std::string_view text, std::string_view source);

/// Reads a file, or a shipped set by its name ("expert", "terminating-horizon", ...).
QuestionFile load_questions(const std::string& name_or_path);

/// The file's questions, asked in this vocabulary: the file's own, or that of a world. Throws InvalidInput, which names
/// the file.
QuestionNetwork make_questions(const QuestionFile& file, const Vocabulary& vocabulary);

/// The text of a question file that asks these questions; parse_questions reads it back. `comments` are put above the
/// questions, one each, or there are none. Throws InvalidInput for what a file cannot say: the user's functions, and
/// names with braces.
std::string to_toml(const QuestionNetwork& questions, std::string_view title = "",
                    const std::vector<std::string>& comments = {});

/// The question sets that come with the library.
const ShippedTexts& shipped_questions();

}  // namespace gvfn
