#include "table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "wrap.hpp"

namespace gvfn::cli {
namespace {

/// Or what stands where one might: nothing, a dash, a number with words behind it.
bool is_number(const std::string& text) {
  return text.empty() || text.front() == '-' || std::isdigit(static_cast<unsigned char>(text.front())) != 0;
}

/// A name may hold anything: what a terminal would take as a command, or a new line, becomes a question mark.
std::string printable(std::string text) {
  for (auto& c : text)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = '?';
  return text;
}

std::vector<std::string> printable(std::vector<std::string> row) {
  for (auto& cell : row) cell = printable(std::move(cell));
  return row;
}

}  // namespace

std::string Table::text() const {
  std::string lines;
  std::vector<std::size_t> widths;
  std::vector<bool> right;
  for (std::size_t c = 0; c < titles.size(); ++c) {
    std::size_t width = columns_of(titles[c]);
    for (const auto& row : rows) width = std::max(width, columns_of(row[c]));
    widths.push_back(width);
    right.push_back(!rows.empty() && std::ranges::all_of(rows, [&](const auto& row) { return is_number(row[c]); }));
  }
  const auto add = [&](const std::vector<std::string>& row) {
    std::string line;
    for (std::size_t c = 0; c < row.size(); ++c)
      line += right[c] ? fmt::format("{:>{}}  ", row[c], widths[c]) : fmt::format("{:<{}}  ", row[c], widths[c]);
    lines += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  };
  add(printable(titles));
  for (const auto& row : rows) add(printable(row));
  return lines;
}

}  // namespace gvfn::cli
