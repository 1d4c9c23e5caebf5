#pragma once
// Texts in the columns of a terminal.

#include <string>
#include <string_view>

namespace gvfn::cli {

inline constexpr std::size_t terminal_width = 80;

/// How many columns a text takes; a letter of several bytes takes one.
std::size_t columns_of(std::string_view text);

/// The words of a text in lines that fit the terminal, each behind so many spaces; no newline at the end. A word that
/// is longer than a line has one of its own.
std::string wrapped(const std::string& text, std::size_t indent);

}  // namespace gvfn::cli
