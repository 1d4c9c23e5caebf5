// Reading a configuration: TOML in, a checked Config out.

#include "gvfn/experiment/config.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "experiment/config_entries.hpp"
#include "gvfn/base/invalid_input.hpp"
#include "language/toml.hpp"

namespace gvfn {
namespace {

void check(const Key& key, double value) {
  require(value >= key.low && value <= key.high,
          fmt::format("{} = {} is not from {:.7g} to {:.7g}", key.name, value, key.low, key.high));
}

void check(const Key& key, const std::string& text) {
  if (!key.choices.empty() && std::ranges::find(key.choices, text) == key.choices.end())
    throw InvalidInput(unknown_name(key.name, text, key.choices));
}

void assign(const Key& key, std::string* field, const toml::node& node) {
  if (!node.is_string()) throw InvalidInput(fmt::format("{} is a text", key.name));
  const auto text = *node.value<std::string>();
  check(key, text);
  *field = text;
}

void assign(const Key& key, std::int64_t* field, const toml::node& node) {
  if (!node.is_integer()) throw InvalidInput(fmt::format("{} is a whole number", key.name));
  check(key, static_cast<double>(*node.value<std::int64_t>()));
  *field = *node.value<std::int64_t>();
}

void assign(const Key& key, double* field, const toml::node& node) {
  if (!node.is_number()) throw InvalidInput(fmt::format("{} is a number", key.name));
  check(key, number_of(node));
  *field = number_of(node);
}

void assign(const Key& key, bool* field, const toml::node& node) {
  if (!node.is_boolean()) throw InvalidInput(fmt::format("{} is true or false", key.name));
  *field = *node.value<bool>();
}

void assign(const Key& key, std::vector<std::int64_t>* field, const toml::node& node) {
  if (!node.is_array()) throw InvalidInput(fmt::format("{} is a list of whole numbers, as in [32]", key.name));
  std::vector<std::int64_t> values;
  for (const auto& item : *node.as_array()) assign(key, &values.emplace_back(), item);
  *field = std::move(values);
}

/// Is it the beginning of a key, as `agent` is of `agent.truncation`?
bool is_section(const std::vector<Key>& all, const std::string& name) {
  return std::ranges::any_of(all, [&](const Key& key) { return key.name.starts_with(name + "."); });
}

void collect(const toml::table& table, const std::string& prefix, const std::vector<Key>& all,
             std::vector<ConfigEntry>& found) {
  for (const auto& [key, node] : table) {
    const auto name = prefix + std::string(key.str());
    if (node.is_table() && is_section(all, name)) {
      collect(*node.as_table(), name + ".", all, found);
    } else {
      found.push_back({name, &node});
    }
  }
}

}  // namespace

std::vector<ConfigEntry> config_entries(const toml::table& table) {
  Config any;
  std::vector<ConfigEntry> found;
  collect(table, "", keys(any), found);
  std::ranges::stable_sort(found, {}, [](const ConfigEntry& entry) {
    const auto place = entry.node->source().begin;
    return std::pair(place.line, place.column);
  });
  return found;
}

const Key& find_key(const std::vector<Key>& all, std::string_view name) {
  std::vector<std::string_view> names;
  for (const auto& key : all) names.push_back(key.name);
  return all[index_of("key", name, names)];
}

void assign(const Key& key, const toml::node& node) {
  std::visit([&](auto* field) { assign(key, field, node); }, key.value);
}

Config parse_config(std::string_view text, std::string_view source) {
  Config config;
  const auto all = keys(config);
  const auto table = parse_toml(text, source);
  for (const auto& entry : config_entries(table))
    with_place(source, *entry.node, [&] { assign(find_key(all, entry.name), *entry.node); });
  return config;
}

Config load_config(const std::string& name_or_path) {
  const auto [source, text] = load_text("configuration", name_or_path, shipped_configs());
  return parse_config(text, source);
}

std::string to_toml(const Config& config) {
  static const auto defaults = [] {
    Config plain;
    std::vector<std::string> texts;
    for (const auto& key : keys(plain)) texts.push_back(value_text(key));
    return texts;
  }();
  Config copy = config;
  const auto all = keys(copy);
  std::string text;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].name == "run.seed") continue;
    if (const auto value = value_text(all[i]); value != defaults[i]) text += all[i].name + " = " + value + "\n";
  }
  return text;
}

void validate(const Config& config) {
  Config copy = config;
  for (const auto& key : keys(copy)) {
    if (const auto* const* text = std::get_if<std::string*>(&key.value)) check(key, **text);
    if (const auto* const* number = std::get_if<double*>(&key.value)) check(key, **number);
    if (const auto* const* whole = std::get_if<std::int64_t*>(&key.value)) check(key, static_cast<double>(**whole));
    if (const auto* const* list = std::get_if<std::vector<std::int64_t>*>(&key.value))
      for (const auto item : **list) check(key, static_cast<double>(item));
  }
}

void set_key(Config& config, std::string_view assignment) {
  const auto equals = assignment.find('=');
  if (equals == std::string_view::npos || equals == 0)
    throw InvalidInput(fmt::format("--set {}: a key and a value are expected, as in agent.truncation=4", assignment));
  const auto name = assignment.substr(0, equals);
  auto value = assignment.substr(equals + 1);
  while (!value.empty() && std::isspace(static_cast<unsigned char>(value.back()))) value.remove_suffix(1);
  while (!value.empty() && std::isspace(static_cast<unsigned char>(value.front()))) value.remove_prefix(1);
  if (value.find('\n') != std::string_view::npos)
    throw InvalidInput(fmt::format("--set {}: a value is on one line", name));
  try {
    const auto all = keys(config);
    const auto& key = find_key(all, name);
    try {
      assign(key, *toml::parse(fmt::format("value = {}", value)).get("value"));
    } catch (const toml::parse_error&) {
      assign(key, toml::value<std::string>(std::string(value)));
    }
  } catch (const InvalidInput& error) {
    throw InvalidInput(fmt::format("--set {}: {}", assignment, error.what()));
  }
}

}  // namespace gvfn
