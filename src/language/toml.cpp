#include "language/toml.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace gvfn {
namespace {

std::string place(std::string_view source, const toml::source_region& region) {
  return std::string(source) + ":" + std::to_string(region.begin.line) + ":" + std::to_string(region.begin.column) +
         ": ";
}

constexpr std::size_t most_parts = 64;

/// Looks for a key of too many parts, a.b.c: TOML++ is recursive in the depth of tables, and runs out of stack some ten
/// thousand deep. It limits how values are nested itself (TOML_MAX_NESTED_VALUES).
class KeyScan {
 public:
  explicit KeyScan(std::string_view text) : text_(text) {}

  /// Where a part is too many; the end of the text, where none is.
  std::size_t find_too_deep() {
    std::size_t dots = 0;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '"' || c == '\'') {
        skip_string(c);
        continue;
      }
      if (c == '#') at_ = std::min(text_.size(), text_.find('\n', at_));
      // A number and a time have a dot, too, but only one.
      if (c == '.' && ++dots == most_parts) return at_;
      if (std::string_view("#=,[]{}\n").find(c) != std::string_view::npos) dots = 0;
      ++at_;
    }
    return text_.size();
  }

 private:
  bool is_at(std::string_view what) const { return text_.substr(at_).starts_with(what); }

  void skip_string(char quote) {
    const std::string one(1, quote);
    const std::string three(3, quote);
    const auto& end = is_at(three) ? three : one;
    at_ += end.size();
    while (at_ < text_.size() && !is_at(end)) at_ += quote == '"' && text_[at_] == '\\' ? 2 : 1;
    at_ = std::min(text_.size(), at_ + end.size());
    // Three quotes end a text, and up to two before them are part of it.
    for (int i = 0; i < 2 && end == three && is_at(one); ++i) ++at_;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

void check_depth(std::string_view text, std::string_view source) {
  const auto at = KeyScan(text).find_too_deep();
  if (at == text.size()) return;
  const auto before = text.substr(0, at);
  const auto line = std::ranges::count(before, '\n') + 1;
  const auto column = at - (before.rfind('\n') + 1) + 1;  // npos + 1 is 0
  throw InvalidInput(fmt::format("{}:{}:{}: a key has more than {} parts", source, line, column, most_parts));
}

}  // namespace

toml::table parse_toml(std::string_view text, std::string_view source) {
  check_depth(text, source);
  try {
    return toml::parse(text, source);
  } catch (const toml::parse_error& error) {
    throw InvalidInput(place(source, error.source()) + std::string(error.description()));
  }
}

std::optional<toml::table> parse_toml_value(std::string_view text) try {
  return parse_toml(fmt::format("value = {}", text), "value");
} catch (const InvalidInput&) {
  return std::nullopt;
}

std::optional<std::int64_t> whole_number_of(const toml::node& node) {
  if (!node.is_floating_point()) return node.value_exact<std::int64_t>();
  const auto real = *node.value<double>();
  const bool is_whole = real == std::floor(real) && std::abs(real) < 0x1p53;
  return is_whole ? std::optional(static_cast<std::int64_t>(real)) : std::nullopt;
}

double number_of(const toml::node& node) {
  // node.value<double>() has none for whole numbers that a double cannot hold.
  return node.is_integer() ? static_cast<double>(*node.value<std::int64_t>()) : *node.value<double>();
}

std::string at_place(std::string_view source, const toml::node& node, std::string_view message) {
  return place(source, node.source()) + std::string(message);
}

}  // namespace gvfn
