#include "gvfn/base/invalid_input.hpp"

#include <numeric>

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

}  // namespace

std::string unknown_name(std::string_view kind, std::string_view name, const std::vector<std::string_view>& known) {
  constexpr std::size_t longest = 100;
  constexpr std::size_t most_listed = 40;
  std::string text = "unknown " + std::string(kind) + " \"" + std::string(name.substr(0, longest)) +
                     (name.size() > longest ? "..." : "") + "\"";
  if (name.size() > longest) return text;
  if (known.empty()) return text + "; there is none";
  const auto nearest = std::ranges::min_element(known, {}, [&](auto other) { return edit_distance(name, other); });
  if (edit_distance(name, *nearest) <= std::max<std::size_t>(2, nearest->size() / 3))
    return text + "; did you mean \"" + std::string(*nearest) + "\"?";
  text += "; there is ";
  for (std::size_t i = 0; i < std::min(known.size(), most_listed); ++i) text += (i ? ", " : "") + std::string(known[i]);
  return text + (known.size() > most_listed ? ", ..." : "");
}

}  // namespace gvfn
