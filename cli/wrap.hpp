#pragma once
// Texts in the columns of a terminal.

#include <string>
#include <string_view>
#include <vector>

namespace gvfn::cli {

/// Of the terminal that standard output goes to; else what COLUMNS says, or 80.
std::size_t terminal_width();

/// How many columns a text takes; a letter of several bytes takes one.
std::size_t columns_of(std::string_view text);

/// The words of a text in lines of at most `width` columns. A word that is too long is broken between letters behind
/// one of . / = -, and where that is not enough, anywhere.
std::vector<std::string> broken(const std::string& text, std::size_t width);

/// The columns of a text's longest word; and of its longest part that is not broken where there is room for it.
std::size_t longest_word(const std::string& text);
std::size_t longest_part(const std::string& text);

/// The words of a text in lines that fit the terminal, each behind so many spaces; no newline at the end. Control
/// characters are escaped.
std::string wrapped(const std::string& text, std::size_t indent);

/// The same, with a newline: the first line behind so many spaces, the others two columns further in.
std::string paragraph(const std::string& text, std::size_t indent = 0);

}  // namespace gvfn::cli
