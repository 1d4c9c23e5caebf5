#include "table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <functional>
#include <numeric>

#include "base/lines.hpp"
#include "gvfn/base/text.hpp"

namespace gvfn::cli {
namespace {

/// Or what stands where one might: nothing, a dash, a number with words behind it.
bool is_number(const std::string& text) {
  return text.empty() || text.front() == '-' || std::isdigit(static_cast<unsigned char>(text.front())) != 0;
}

std::vector<std::string> printable(std::vector<std::string> row) {
  for (auto& cell : row) cell = gvfn::printable(cell);
  return row;
}

Table printable(Table table) {
  table.titles = printable(std::move(table.titles));
  for (auto& row : table.rows) row = printable(std::move(row));
  return table;
}

bool is_right(const Table& table, std::size_t column) {
  return !table.rows.empty() &&
         std::ranges::all_of(table.rows, [&](const auto& row) { return is_number(row[column]); });
}

using Needed = std::function<std::size_t(const std::string&)>;

/// What the columns need for as much of titles and cells as is said. A number is not broken.
std::vector<std::size_t> widths_of(const Table& table, const Needed& of_title, const Needed& of_cell) {
  std::vector<std::size_t> widths;
  for (std::size_t c = 0; c < table.titles.size(); ++c) {
    auto width = of_title(table.titles[c]);
    const bool is_whole = is_right(table, c);
    for (const auto& row : table.rows) width = std::max(width, is_whole ? columns_of(row[c]) : of_cell(row[c]));
    widths.push_back(width);
  }
  return widths;
}

constexpr std::size_t gap = 2;

std::size_t sum_of(const std::vector<std::size_t>& widths) {
  return std::accumulate(widths.begin(), widths.end(), gap * (std::max<std::size_t>(widths.size(), 1) - 1));
}

/// Takes columns from the widest ones until the table fits, or each has its least width.
void narrow(std::vector<std::size_t>& widths, const std::vector<std::size_t>& least, std::size_t most) {
  while (sum_of(widths) > most) {
    std::size_t widest = widths.size();
    for (std::size_t c = 0; c < widths.size(); ++c)
      if (widths[c] > least[c] && (widest == widths.size() || widths[c] > widths[widest])) widest = c;
    if (widest == widths.size()) return;
    --widths[widest];
  }
}

/// In titles, between words, or within long ones: the first of these that is enough.
std::vector<std::size_t> widths_within(const Table& table, std::size_t most) {
  const auto short_part = [](const std::string& text) { return std::min<std::size_t>(longest_part(text), 24); };
  auto widths = widths_of(table, columns_of, columns_of);
  narrow(widths, widths_of(table, longest_part, columns_of), most);
  narrow(widths, widths_of(table, longest_part, longest_word), most);
  narrow(widths, widths_of(table, short_part, short_part), most);
  return widths;
}

}  // namespace

std::size_t Table::width() const { return sum_of(widths_of(printable(*this), longest_part, columns_of)); }

std::string Table::text(std::size_t most) const {
  const auto table = printable(*this);
  std::string lines;
  const auto widths = widths_within(table, most);
  std::vector<bool> right;
  for (std::size_t c = 0; c < titles.size(); ++c) right.push_back(is_right(table, c));
  const auto add = [&](const std::vector<std::string>& row) {
    std::vector<std::vector<std::string>> cells;
    std::size_t height = 1;
    for (std::size_t c = 0; c < row.size(); ++c)
      height = std::max(height, cells.emplace_back(broken(row[c], widths[c])).size());
    for (std::size_t i = 0; i < height; ++i) {
      std::string line;
      for (std::size_t c = 0; c < row.size(); ++c) {
        const auto cell = i < cells[c].size() ? cells[c][i] : "";
        line += right[c] ? fmt::format("{:>{}}  ", cell, widths[c]) : fmt::format("{:<{}}  ", cell, widths[c]);
      }
      lines += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
    }
  };
  add(table.titles);
  for (const auto& row : table.rows) add(row);
  return lines;
}

}  // namespace gvfn::cli
