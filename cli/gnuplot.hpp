#pragma once
// Pictures, drawn by gnuplot.

#include <filesystem>
#include <string>

namespace gvfn::cli {

/// A text as gnuplot's scripts have it, in single quotes.
std::string quoted(const std::string& text);

/// A table as gnuplot's scripts have it: `$name << end`, the lines, `end`.
std::string inline_data(const std::string& name, const std::string& lines);

/// Refuses, before the work, a picture whose name ends neither with .svg nor with .png, and one that nothing can draw.
void check_picture(const std::filesystem::path& picture);

/// Runs a script, and writes what it draws to `picture`, as SVG or PNG by the ending of its name; the terminal is set
/// before the script. The size is in pixels. The file appears when it is complete. Throws std::runtime_error where
/// gnuplot fails.
void draw(const std::filesystem::path& picture, int width, int height, const std::string& script);

}  // namespace gvfn::cli
