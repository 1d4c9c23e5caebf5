#pragma once
// Texts by name: the files that come with the library, and those of the user.

#include <map>
#include <string>
#include <string_view>

namespace gvfn {

using ShippedTexts = std::map<std::string_view, std::string_view>;

struct NamedText {
  std::string source;  // for error messages
  std::string text;
};

/// The shipped text of that name, or the file of that path. Throws InvalidInput, with the nearest name, if there is
/// neither.
NamedText load_text(std::string_view kind, const std::string& name_or_path, const ShippedTexts& shipped);

/// "1 run", "2 runs"
std::string counted(std::size_t count, std::string_view what);

/// A cell of a CSV file: quoted where it has commas, quotes or line breaks.
std::string csv_cell(const std::string& text);

/// A text on one line, for a person to read: a name may hold anything, and what a terminal would take as a new line or
/// a command is escaped, as in \n and \x1b. All else stays, UTF-8 too.
std::string printable(std::string_view text);

/// A text as TOML has it: in quotes, with control characters escaped.
std::string toml_text(std::string_view text);

}  // namespace gvfn
