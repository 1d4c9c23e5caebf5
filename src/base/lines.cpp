#include "base/lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <sstream>

namespace gvfn {
namespace {

/// As many letters as take so many columns.
std::size_t letters_in(std::string_view text, std::size_t columns) {
  std::size_t end = 0;
  while (end < text.size()) {
    auto next = end + 1;
    while (next < text.size() && (static_cast<unsigned char>(text[next]) & 0xC0) == 0x80) ++next;
    if (columns_of(text.substr(0, next)) > columns) break;
    end = next;
  }
  return std::max<std::size_t>(end, 1);
}

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }

/// A word, or a part of a word that may stand at the end of a line.
struct Part {
  std::string text;
  bool begins_word;
};

std::vector<Part> parts_of(const std::string& text) {
  std::vector<Part> parts;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    std::size_t begin = 0;
    for (std::size_t i = 1; i + 1 < word.size(); ++i) {
      const bool is_break = std::string_view("./=-_").find(word[i]) != std::string_view::npos;
      if (!is_break || !is_letter(word[i - 1]) || !is_letter(word[i + 1])) continue;
      parts.push_back({word.substr(begin, i + 1 - begin), begin == 0});
      begin = i + 1;
    }
    parts.push_back({word.substr(begin), begin == 0});
  }
  return parts;
}

}  // namespace

// fmt pads by columns, so that a text that takes fewer of them than it has bytes grows.
std::size_t columns_of(std::string_view text) {
  return 2 * text.size() - fmt::formatted_size("{:<{}}", text, text.size());
}

std::vector<std::string> broken(const std::string& text, std::size_t width) {
  if (columns_of(text) <= width) return {text};
  std::vector<std::string> lines(1);
  const auto room = [&] { return width - std::min(width, columns_of(lines.back())); };
  const auto parts = parts_of(text);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    auto [part, begins_word] = parts[i];
    auto word = columns_of(part);
    for (auto k = i + 1; begins_word && k < parts.size() && !parts[k].begins_word; ++k)
      word += columns_of(parts[k].text);
    const std::size_t space = begins_word && !lines.back().empty() ? 1 : 0;
    // A word is broken only if a line of its own does not hold it.
    const auto needed = space + (word <= width ? word : columns_of(part));
    if (!lines.back().empty() && needed > room()) {
      lines.emplace_back();
    } else if (space > 0) {
      lines.back() += ' ';
    }
    while (columns_of(part) > width) {
      const auto cut = letters_in(part, width);
      lines.back() = part.substr(0, cut);
      part.erase(0, cut);
      lines.emplace_back();
    }
    lines.back() += part;
  }
  return lines;
}

std::size_t longest_word(const std::string& text) {
  std::istringstream words(text);
  std::size_t longest = 0;
  for (std::string word; words >> word;) longest = std::max(longest, columns_of(word));
  return longest;
}

std::size_t longest_part(const std::string& text) {
  std::size_t longest = 0;
  for (const auto& part : parts_of(text)) longest = std::max(longest, columns_of(part.text));
  return longest;
}

}  // namespace gvfn
