#include "stream/cell.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>

namespace gvfn {
namespace {

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view spaces = " \t\v\f";
  const auto first = text.find_first_not_of(spaces);
  return first == std::string_view::npos ? "" : text.substr(first, text.find_last_not_of(spaces) - first + 1);
}

bool is_one_of(std::string_view text, std::initializer_list<std::string_view> words) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  return std::ranges::any_of(words, [&](std::string_view word) { return std::ranges::equal(text, word, {}, lower); });
}

/// A number of up to 64 letters; all of them are read.
Cell read_number(std::string_view text) {
  std::array<char, 64> letters;
  if (text.size() > letters.size()) return {CellKind::text};
  const bool has_comma = std::ranges::count(text, ',') == 1 && text.find('.') == std::string_view::npos;
  std::ranges::replace_copy(text, letters.begin(), ',', has_comma ? '.' : ',');
  const char* const end = letters.data() + text.size();
  Cell cell{CellKind::number};
  const auto [stop, error] = std::from_chars(letters.data(), end, cell.number);
  if (stop != end || error == std::errc::invalid_argument) return {CellKind::text};
  if (error == std::errc::result_out_of_range) {
    // Also of what is too near to 0: its exponent is negative.
    const auto exponent = text.find_first_of("eE");
    const bool is_small = exponent != std::string_view::npos && text.substr(exponent + 1).starts_with('-');
    return is_small ? Cell{CellKind::number, 0} : Cell{CellKind::not_finite};
  }
  return cell;
}

}  // namespace

Cell read_cell(std::string_view text) {
  text = trimmed(text);
  if (is_one_of(text, {"", "na", "n/a", "#n/a", "nan", "null", "none", "-", "?"})) return {CellKind::missing};
  auto unsigned_text = text;
  if (text.front() == '+' || text.front() == '-') unsigned_text.remove_prefix(1);
  if (is_one_of(unsigned_text, {"inf", "infinity"})) return {CellKind::not_finite};
  if (is_one_of(unsigned_text, {"nan"})) return {CellKind::missing};
  // What from_chars takes besides: a word, and a sign behind a sign.
  if (unsigned_text.empty() || unsigned_text.find_first_of("0123456789") == std::string_view::npos ||
      unsigned_text.front() == '-' || unsigned_text.front() == '+')
    return {CellKind::text};
  return read_number(text.front() == '+' ? unsigned_text : text);
}

}  // namespace gvfn
