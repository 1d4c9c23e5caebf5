#include "gvfn/base/invalid_input.hpp"

#include <fmt/format.h>

#include <numeric>

#include "gvfn/base/text.hpp"

namespace gvfn {
namespace {

/// Levenshtein distance: the fewest single-letter changes that turn a into b.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t substituted = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({row[j] + 1, row[j + 1] + 1, substituted});
    }
  }
  return row.back();
}

/// Of a name in a message.
constexpr std::size_t longest_name = 100;

/// The place of the nearest name, and how far it is; none where the name is too long for a slip of the pen.
struct Nearest {
  std::string_view name;
  std::size_t distance = longest_name;
};
Nearest nearest_name(std::string_view name, const std::vector<std::string_view>& known) {
  Nearest nearest;
  if (name.size() > longest_name) return nearest;
  for (const auto other : known) {
    const auto difference = std::max(name.size(), other.size()) - std::min(name.size(), other.size());
    if (difference >= nearest.distance || other.size() > longest_name) continue;  // it cannot be nearer
    if (const auto distance = edit_distance(name, other); distance < nearest.distance) nearest = {other, distance};
  }
  return nearest;
}

/// Is it the name of an entry without its section: "truncation" of "agent.truncation"?
bool ends_in(std::string_view known, std::string_view name) {
  return known.size() > name.size() + 1 && known.ends_with(name) && known[known.size() - name.size() - 1] == '.';
}

/// So many bytes, or a few less, so that no letter of UTF-8 is cut in two.
std::size_t whole_letters(std::string_view text, std::size_t bytes) {
  while (bytes > 0 && bytes < text.size() && (static_cast<unsigned char>(text[bytes]) & 0xc0U) == 0x80U) --bytes;
  return bytes;
}

}  // namespace

std::string one_line(std::string_view text, std::size_t longest) {
  constexpr std::string_view cut = " ... ";
  if (text.size() > longest) {
    // What is wrong, and what would be right, stands at the end; the place at the beginning.
    const auto begin = whole_letters(text, longest / 4);
    const auto end = whole_letters(text, text.size() - (longest - longest / 4 - cut.size()));
    return one_line(text.substr(0, begin), longest) + std::string(cut) + one_line(text.substr(end), longest);
  }
  return printable(text);
}

std::string unknown_name(std::string_view kind, std::string_view name, const std::vector<std::string_view>& known) {
  constexpr std::size_t most_listed = 20;
  constexpr std::size_t longest_list = 400;
  const auto shown = [](std::string_view text) { return one_line(text, longest_name); };
  auto text = fmt::format("unknown {} \"{}\"", kind, shown(name));
  if (known.empty()) return text + "; there is none";
  if (const auto whole = std::ranges::find_if(known, [&](auto other) { return ends_in(other, name); });
      whole != known.end())
    return fmt::format("{}; did you mean \"{}\"?", text, shown(*whole));
  const auto [nearest, distance] = nearest_name(name, known);
  if (!nearest.empty() && distance <= std::max<std::size_t>(2, nearest.size() / 3))
    return fmt::format("{}; did you mean \"{}\"?", text, shown(nearest));
  std::string list;
  std::size_t listed = 0;
  for (; listed < std::min(known.size(), most_listed) && list.size() < longest_list; ++listed)
    list += (listed ? ", " : "") + shown(known[listed]);
  return fmt::format("{}; there is {}{}", text, list, known.size() > listed ? ", ..." : "");
}

}  // namespace gvfn
