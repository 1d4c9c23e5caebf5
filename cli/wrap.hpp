#pragma once
// Texts in the columns of a terminal. Control characters are escaped.

#include <string>

namespace gvfn::cli {

/// Of the terminal that standard output goes to; else what COLUMNS says, or 80.
std::size_t terminal_width();

/// The words of a text in lines of at most `width` columns, each behind `indent` spaces; no newline at the end.
std::string wrapped(const std::string& text, std::size_t indent, std::size_t width = terminal_width());

/// The same, with a newline: the first line behind `indent` spaces, the others two columns further in.
std::string paragraph(const std::string& text, std::size_t indent = 0);

/// A name, and a text beside it from a column on; below it, where the name is too long. With a newline.
std::string entry(const std::string& name, std::size_t column, const std::string& text);

}  // namespace gvfn::cli
