#include "results/config_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace gvfn {
namespace {

/// What nearly all values are; whatever else there may be, a parser says.
bool is_plain(std::string_view value) {
  if (value == "true" || value == "false") return true;
  double number = 0;
  const auto* end = value.data() + value.size();
  if (std::from_chars(value.data(), end, number) == std::from_chars_result{end, std::errc()} &&
      fmt::format("{}", number) == value)
    return true;
  const auto is_letter = [](char c) { return c != '"' && c != '\\' && c >= 0x20 && c < 0x7f; };
  return value.size() >= 2 && value.front() == '"' && value.back() == '"' &&
         std::ranges::all_of(value.substr(1, value.size() - 2), is_letter);
}

bool is_value(const toml::node& node) {
  if (const auto* list = node.as_array())
    return std::ranges::all_of(*list, [](const toml::node& item) { return !item.is_array() && is_value(item); });
  return node.is_string() || node.is_number() || node.is_boolean();
}

std::string shortened(std::string_view line) {
  constexpr std::size_t longest = 100;
  return std::string(line.substr(0, longest)) + (line.size() > longest ? "..." : "");
}

}  // namespace

std::map<std::string, std::string> keys_in(std::string_view config) {
  std::map<std::string, std::string> found;
  while (!config.empty()) {
    const auto line = config.substr(0, config.find('\n'));
    const auto equals = line.find(" = ");
    require(line.size() < config.size() && equals != 0 && equals != std::string_view::npos,
            fmt::format("its configuration has the line \"{}\"", shortened(line)));
    found[std::string(line.substr(0, equals))] = line.substr(equals + 3);
    config.remove_prefix(line.size() + 1);
  }
  return found;
}

toml::table parse_value(std::string_view value) {
  auto table = parse_toml(fmt::format("value = {}", value), "its configuration");
  require(table.size() == 1 && is_value(*table.get("value")),
          fmt::format("\"{}\" is no value of a configuration", shortened(value)));
  return table;
}

void check_config_text(std::string_view config) {
  const auto keys = keys_in(config);
  for (const auto& [key, value] : keys) {
    if (is_plain(value)) continue;
    try {
      parse_value(value);
    } catch (const InvalidInput&) {
      throw InvalidInput(fmt::format("its configuration has the line \"{}\"", shortened(key + " = " + value)));
    }
  }
  truncation_in(keys);
}

std::string plain_value(const std::string& value) {
  if (value.size() < 2 || value.front() != '"') return value;
  if (value.find('\\') == std::string::npos) return value.substr(1, value.size() - 2);
  return parse_value(value).get("value")->value_or(value);
}

std::int64_t truncation_in(const std::map<std::string, std::string>& keys) {
  const auto found = keys.find("agent.truncation");
  if (found == keys.end()) return 1;
  const auto& text = found->second;
  std::int64_t number = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
  require(failure == std::errc() && end == text.data() + text.size(),
          fmt::format("its configuration has agent.truncation = {}", shortened(text)));
  return number;
}

}  // namespace gvfn
