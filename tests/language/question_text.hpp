#pragma once
// A vocabulary for the tests of the question language, and what becomes of text after it.

#include <string>

#include "gvfn/base/invalid_input.hpp"
#include "gvfn/language/question_file.hpp"

namespace gvfn {

inline const std::string preamble = R"(
one_hot = ["red", "white"]
actions = ["left", "right"]
[signals]
level = [-2, 3]
free = "any"
[events]
wall = { signal = "white", below = 0.5 }
bump = [{ previous = "red", above = 0.5 }, { action = "left" }]
)";

inline QuestionFile parse(const std::string& text) { return parse_questions(preamble + text, "test.toml"); }

inline std::string refusal(const std::string& text) {
  try {
    const auto file = parse(text);
    QuestionNetwork(file.vocabulary, file.questions);
  } catch (const InvalidInput& error) {
    return error.what();
  }
  return "not refused";
}

}  // namespace gvfn
