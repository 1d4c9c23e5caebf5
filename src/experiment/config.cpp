// Reading a configuration: TOML in, a checked Config out.

#include "gvfn/experiment/config.hpp"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <cctype>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "gvfn/kernel/invalid_input.hpp"

namespace gvfn {
namespace {

void check_range(const Key& key, double value) {
  if (!(value >= key.low && value <= key.high))
    throw InvalidInput(fmt::format("{} = {} is not from {:g} to {:g}", key.name, value, key.low, key.high));
}

void assign(const Key& key, std::string* field, const toml::node& node) {
  if (!node.is_string()) throw InvalidInput(fmt::format("{} is a text", key.name));
  const auto text = *node.value<std::string>();
  if (!key.choices.empty() && std::ranges::find(key.choices, text) == key.choices.end())
    throw InvalidInput(unknown_name(key.name, text, key.choices));
  *field = text;
}

void assign(const Key& key, std::int64_t* field, const toml::node& node) {
  if (!node.is_integer()) throw InvalidInput(fmt::format("{} is a whole number", key.name));
  check_range(key, static_cast<double>(*node.value<std::int64_t>()));
  *field = *node.value<std::int64_t>();
}

void assign(const Key& key, double* field, const toml::node& node) {
  if (!node.is_number()) throw InvalidInput(fmt::format("{} is a number", key.name));
  check_range(key, *node.value<double>());
  *field = *node.value<double>();
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

void assign(Config& config, std::string_view name, const toml::node& node) {
  const auto all = keys(config);
  std::vector<std::string_view> names;
  for (const auto& key : all) names.push_back(key.name);
  const auto& key = all[index_of("key", name, names)];
  std::visit([&](auto* field) { assign(key, field, node); }, key.value);
}

void assign_all(Config& config, const toml::table& table, const std::string& prefix, std::string_view source) {
  for (const auto& [key, node] : table) {
    const auto name = prefix + std::string(key.str());
    if (node.is_table()) {
      assign_all(config, *node.as_table(), name + ".", source);
      continue;
    }
    try {
      assign(config, name, node);
    } catch (const InvalidInput& error) {
      const auto begin = node.source().begin;
      throw InvalidInput(fmt::format("{}:{}:{}: {}", source, begin.line, begin.column, error.what()));
    }
  }
}

std::string read_whole(const std::string& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  if (!file) throw InvalidInput(fmt::format("cannot read \"{}\"", path));
  return text.str();
}

}  // namespace

Config parse_config(std::string_view text, std::string_view source) {
  Config config;
  try {
    assign_all(config, toml::parse(text, source), "", source);
  } catch (const toml::parse_error& error) {
    const auto begin = error.source().begin;
    throw InvalidInput(fmt::format("{}:{}:{}: {}", source, begin.line, begin.column, error.description()));
  }
  return config;
}

Config load_config(const std::string& name_or_path) {
  const auto& shipped = shipped_configs();
  if (const auto found = shipped.find(name_or_path); found != shipped.end())
    return parse_config(found->second, name_or_path);
  if (std::filesystem::is_regular_file(name_or_path)) return parse_config(read_whole(name_or_path), name_or_path);
  std::vector<std::string_view> names;
  for (const auto& [name, text] : shipped) names.push_back(name);
  throw InvalidInput(unknown_name("configuration name or file", name_or_path, names));
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
    try {
      assign(config, name, *toml::parse(fmt::format("value = {}", value)).get("value"));
    } catch (const toml::parse_error&) {
      assign(config, name, toml::value<std::string>(std::string(value)));
    }
  } catch (const InvalidInput& error) {
    throw InvalidInput(fmt::format("--set {}: {}", assignment, error.what()));
  }
}

}  // namespace gvfn
