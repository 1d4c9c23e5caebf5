#include "language/toml_entry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "gvfn/question/limits.hpp"

namespace gvfn {

const Bindings& TomlEntry::none() {
  static const Bindings empty;
  return empty;
}

void TomlEntry::fail(const toml::node& at, const std::string& message) const {
  throw InvalidInput(at_place(source_, at, message));
}

std::vector<std::pair<std::string, const toml::node*>> TomlEntry::entries() const {
  std::vector<std::pair<std::string, const toml::node*>> all;
  for (const auto& [key, node] : table_) all.emplace_back(key.str(), &node);
  std::ranges::sort(all, [](const auto& a, const auto& b) {
    const auto at = a.second->source().begin;
    const auto other = b.second->source().begin;
    return std::pair(at.line, at.column) < std::pair(other.line, other.column);
  });
  return all;
}

void TomlEntry::allow(std::string_view what, const std::vector<std::string_view>& keys) const {
  // A state of a world has a key for each action, so that keys may be many.
  std::vector<std::string_view> sorted = keys;
  std::ranges::sort(sorted);
  for (const auto& [key, value] : table_)
    if (!std::ranges::binary_search(sorted, key.str()))
      fail(value, unknown_name(fmt::format("key in {}", what), key.str(), keys));
}

const toml::node& TomlEntry::node(std::string_view key) const {
  if (const auto* found = table_.get(key)) return *found;
  fail(table_, fmt::format("\"{}\" is missing", key));
}

std::optional<Binding> TomlEntry::look_up(const std::string& placeholder) const {
  if (const auto bound = bindings_.find(placeholder); bound != bindings_.end()) return bound->second;
  const auto sign = placeholder.find_last_of("+-");
  if (sign == std::string::npos) return std::nullopt;
  const auto bound = bindings_.find(placeholder.substr(0, sign));
  const auto offset = placeholder.substr(sign + 1);
  const bool is_count = !offset.empty() && offset.size() < 6 && offset.find_first_not_of("0123456789") == offset.npos;
  if (bound == bindings_.end() || !std::holds_alternative<double>(bound->second) || !is_count) return std::nullopt;
  return std::get<double>(bound->second) + (placeholder[sign] == '+' ? 1 : -1) * std::stod(offset);
}

void TomlEntry::check_length(const std::string& text, const toml::node& at) const {
  if (text.size() > longest_text) fail(at, fmt::format("this text has more than {} letters", longest_text));
}

std::string TomlEntry::fill(const std::string& text, const toml::node& at) const {
  std::string filled;
  for (std::size_t i = 0; i < text.size();) {
    check_length(filled, at);
    const auto open = text.find('{', i);
    filled += text.substr(i, open - i);
    if (open == std::string::npos) break;
    const auto close = text.find('}', open);
    if (close == std::string::npos) fail(at, fmt::format("\"{}\" has a {{ without a }}", text));
    const auto name = text.substr(open + 1, close - open - 1);
    const auto bound = look_up(name);
    if (!bound) {
      std::vector<std::string_view> known;
      for (const auto& [key, value] : bindings_) known.push_back(key);
      fail(at, unknown_name("placeholder", name, known));
    }
    if (const auto* value = std::get_if<double>(&*bound)) {
      filled += fmt::format("{:.6g}", *value);
    } else {
      filled += std::get<std::string>(*bound);
    }
    i = close + 1;
  }
  check_length(filled, at);
  return filled;
}

std::string TomlEntry::text(const toml::node& node) const {
  const auto value = node.value<std::string>();
  if (!node.is_string() || !value) fail(node, "a text in quotes is expected");
  return fill(*value, node);
}

double TomlEntry::number(const toml::node& node) const {
  if (node.is_number()) {
    if (!std::isfinite(number_of(node))) fail(node, "a finite number is expected");
    return number_of(node);
  }
  if (const auto value = node.value<std::string>()) {
    if (value->size() > 2 && value->front() == '{' && value->back() == '}') {
      const auto bound = look_up(value->substr(1, value->size() - 2));
      if (bound && std::holds_alternative<double>(*bound)) return std::get<double>(*bound);
    }
  }
  fail(node, "a number is expected");
}

bool TomlEntry::flag(std::string_view key) const {
  if (!has(key)) return false;
  const auto& value = node(key);
  if (!value.is_boolean()) fail(value, fmt::format("\"{}\" is either true or false", key));
  return *value.value<bool>();
}

TomlEntry TomlEntry::inner(const toml::node& node, std::string_view what) const {
  if (!node.is_table()) fail(node, fmt::format("{} is a table, as in {{ ... }}", what));
  return {*node.as_table(), source_, bindings_};
}

}  // namespace gvfn
