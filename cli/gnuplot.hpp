#pragma once
// Pictures, drawn by gnuplot.

#include <filesystem>
#include <string>

namespace gvfn::cli {

/// A text as gnuplot's scripts have it, in single quotes.
std::string quoted(const std::string& text);

/// A table as gnuplot's scripts have it: `$name << end`, the lines, `end`.
std::string inline_data(const std::string& name, const std::string& lines);

/// Runs a script that draws to `picture`, as SVG, or as PNG where the name ends so: the terminal is set before it. The
/// size is in pixels. Throws std::runtime_error where gnuplot is missing or fails.
void draw(const std::filesystem::path& picture, int width, int height, const std::string& script);

}  // namespace gvfn::cli
