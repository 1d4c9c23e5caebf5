#include "wrap.hpp"

#include <fmt/format.h>

#include <sstream>

namespace gvfn::cli {

// fmt pads by columns, so that a text that takes fewer of them than it has bytes grows.
std::size_t columns_of(std::string_view text) {
  return 2 * text.size() - fmt::formatted_size("{:<{}}", text, text.size());
}

std::string wrapped(const std::string& text, std::size_t indent) {
  const std::string begin(indent, ' ');
  std::string lines;
  std::string line;
  const auto end_line = [&] {
    if (!line.empty()) lines += (lines.empty() ? "" : "\n") + begin + line;
    line.clear();
  };
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (!line.empty() && indent + columns_of(line) + 1 + columns_of(word) > terminal_width) end_line();
    line += (line.empty() ? "" : " ") + word;
  }
  end_line();
  return lines;
}

}  // namespace gvfn::cli
