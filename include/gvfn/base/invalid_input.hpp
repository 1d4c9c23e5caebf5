#pragma once
// What is thrown for wrong input: one sentence that says what is wrong and what would be right.

#include <algorithm>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace gvfn {

/// A text as part of an error message: printable, and of one that is longer than `longest` bytes the beginning and the
/// end.
std::string one_line(std::string_view text, std::size_t longest = 1200);

/// Its message is one_line of what it is made of, which may be anything that somebody has typed.
struct InvalidInput : std::invalid_argument {
  explicit InvalidInput(std::string_view message) : std::invalid_argument(one_line(message)) {}
};

inline void require(bool holds, const std::string& message) {
  if (!holds) throw InvalidInput(message);
}

/// `unknown signal "rad"; did you mean "red"?`, or, where nothing is near, the list of what there is.
std::string unknown_name(std::string_view kind, std::string_view name, const std::vector<std::string_view>& known);

/// The index of name in a range of names; throws InvalidInput with unknown_name where it is not.
template <class Names>
std::size_t index_of(std::string_view kind, std::string_view name, const Names& known) {
  const auto found = std::ranges::find(known, name);
  if (found == known.end()) throw InvalidInput(unknown_name(kind, name, {known.begin(), known.end()}));
  return static_cast<std::size_t>(found - known.begin());
}

/// Calls a function. What it throws is thrown again, with `where()` before its message.
template <class Where, class Function>
void with_where(Where where, Function function) {
  try {
    function();
  } catch (const InvalidInput& error) {
    throw InvalidInput(where() + ": " + error.what());
  } catch (const std::exception& error) {
    throw std::runtime_error(where() + ": " + error.what());
  }
}

}  // namespace gvfn
