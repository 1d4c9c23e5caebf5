// Reading a configuration: TOML in, a checked Config out.

#include "gvfn/experiment/config.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <set>

#include "experiment/config_entries.hpp"
#include "experiment/effects.hpp"
#include "experiment/run_files.hpp"
#include "gvfn/base/invalid_input.hpp"
#include "gvfn/experiment/run.hpp"

namespace gvfn {
namespace {

constexpr std::array<std::string_view, 8> sections{"world", "agent",          "learner",   "optimizer",
                                                   "head",  "head.optimizer", "discovery", "run"};

void collect(const toml::table& table, const std::string& prefix, std::vector<ConfigEntry>& found) {
  for (const auto& [key, node] : table) {
    const auto name = prefix + std::string(key.str());
    if (node.is_table() && std::ranges::find(sections, name) != sections.end()) {
      collect(*node.as_table(), name + ".", found);
    } else {
      found.push_back({name, &node});
    }
  }
}

std::int64_t whole_number(std::string_view name, const toml::node& node) {
  const auto value = whole_number_of(node);
  require(value.has_value(), fmt::format("{} is a whole number", name));
  return *value;
}

/// The TOML node as a value of the same type as the key has now.
OptionValue typed(const Key& key, const toml::node& node) {
  const auto expect = [&](bool holds, const char* what) { require(holds, fmt::format("{} is {}", key.name, what)); };
  return std::visit(
      [&](const auto& present) -> OptionValue {
        using T = std::decay_t<decltype(present)>;
        if constexpr (std::is_same_v<T, std::string>) {
          expect(node.is_string(), "a text");
          return *node.value<std::string>();
        } else if constexpr (std::is_same_v<T, bool>) {
          expect(node.is_boolean(), "true or false");
          return *node.value<bool>();
        } else if constexpr (std::is_same_v<T, double>) {
          expect(node.is_number(), "a number");
          return number_of(node);
        } else if constexpr (std::is_same_v<T, std::int64_t>) {
          return whole_number(key.name, node);
        } else {
          expect(node.is_array(), "a list of whole numbers, as in [32]");
          std::vector<std::int64_t> values;
          for (const auto& item : *node.as_array()) {
            values.push_back(whole_number(key.name, item));
          }
          return values;
        }
      },
      key.get());
}

/// As a file has to be, and a checkpoint, which the configuration is part of.
void require_utf8(std::string_view name, const std::string& text) {
  require(parse_toml_value(to_text(Option{}, text)).has_value(), fmt::format("{} is no text in UTF-8", name));
}

/// NaN, or the whole number 0.
OptionValue word_value(const Key& key) {
  if (std::holds_alternative<double>(key.get())) return automatic_step_size;
  return shipped_units;
}

std::string trimmed(std::string_view text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back()))) text.remove_suffix(1);
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front()))) text.remove_prefix(1);
  return std::string(text);
}

std::string key_in(std::string_view assignment) {
  const auto equals = assignment.find('=');
  require(equals != std::string_view::npos && equals != 0, "a key and a value are expected, as in agent.truncation=4");
  return std::string(assignment.substr(0, equals));
}

void check_curve_length(const RunConfig& run) {
  const auto least_window = (run.steps - 1) / most_curve_points + 1;
  require(
      run.steps / run.window <= most_curve_points,
      fmt::format("run.steps = {} with run.window = {} makes a learning curve of {} points, and a curve has at most "
                  "{}: set run.window to {} or more",
                  run.steps, run.window, run.steps / run.window, most_curve_points, least_window));
}

/// What is thrown as InvalidInput is about an assignment.
template <class Function>
void with_assignment(const std::string& assignment, Function function) {
  try {
    function();
  } catch (const InvalidInput& error) {
    throw InvalidInput(fmt::format("{}: {}", one_line(assignment, 200), error.what()));
  }
}

/// Files of other kinds are TOML, too.
void refuse_other_file(const toml::table& table, std::string_view source) {
  require(!table.contains("base"), fmt::format("{}: this is a sweep: gvfn sweep runs it", source));
  for (const auto* key : {"question", "signals"})
    require(
        !table.contains(key),
        fmt::format("{}: these are questions, and no configuration: gvfn check reads them, and agent.questions names "
                    "them in a configuration",
                    source));
}

}  // namespace

std::vector<ConfigEntry> config_entries(const toml::table& table) {
  std::vector<ConfigEntry> found;
  collect(table, "", found);
  std::ranges::stable_sort(found, {}, [](const ConfigEntry& entry) {
    const auto place = entry.node->source().begin;
    return std::tuple(entry.name != "world.name", place.line, place.column);
  });
  std::set<std::string_view> names;
  for (const auto& entry : found)
    if (!names.insert(entry.name).second) throw InvalidInput(fmt::format("{} is there twice", entry.name));
  return found;
}

Key find_key(Config& config, std::string_view name) {
  auto all = keys(config);
  const auto found = std::ranges::find(all, name, &Key::name);
  if (found != all.end()) return std::move(*found);
  std::string worlds_with_it;
  for (const auto world : config.worlds.names())
    for (const auto& option : config.worlds.options(std::string(world)))
      if (option.key == name) worlds_with_it += fmt::format("{}\"{}\"", worlds_with_it.empty() ? "" : " and ", world);
  require(worlds_with_it.empty(),
          fmt::format("{} is a key of {}, and world.name is \"{}\"", name, worlds_with_it, config.world.name));
  std::vector<std::string_view> names;
  for (const auto& key : all) names.push_back(key.name);
  throw InvalidInput(unknown_name("key", name, names));
}

OptionValue value_in(const Key& key, const toml::node& node) {
  const auto& option = *key.option;
  if (!option.word.empty() && node.is_string()) {
    require(*node.value<std::string>() == option.word, fmt::format("{} is a number, or \"{}\"", key.name, option.word));
    return word_value(key);
  }
  auto value = typed(key, node);
  if (const auto* text = std::get_if<std::string>(&value)) require_utf8(key.name, *text);
  auto numbers_only = option;
  numbers_only.word = {};
  check_option(key.name, is_word(option, value) ? numbers_only : option, value);
  return value;
}

void assign(Config& config, std::string_view assignment) {
  const auto name = key_in(assignment);
  const auto value = trimmed(assignment.substr(name.size() + 1));
  require(value.find('\n') == std::string::npos, "a value is on one line");
  const auto key = find_key(config, name);
  // What is no TOML is a text without quotes.
  if (const auto table = parse_toml_value(value)) {
    key.set(value_in(key, *table->get("value")));
  } else {
    key.set(value_in(key, toml::value<std::string>(value)));
  }
}

void require_effect(Effects& effects, std::string_view key) {
  const auto& why = effects.why_not(key);
  require(why.empty(), fmt::format("{} has no effect in this configuration: {}", key, why));
}

Config usual_config(const Worlds& worlds) {
  Config config;
  config.worlds = worlds;
  const auto names = worlds.names();
  require(!names.empty(), "there is no world that a configuration could name");
  if (std::ranges::find(names, config.world.name) == names.end()) config.world.name = names.front();
  return config;
}

Config parse_config(std::string_view text, std::string_view source, const Worlds& worlds) {
  auto config = usual_config(worlds);
  const auto table = parse_toml(text, source);
  refuse_other_file(table, source);
  const auto entries = config_entries(table);
  for (const auto& [name, node] : entries) {
    with_place(source, *node, [&] {
      const auto key = find_key(config, name);
      key.set(value_in(key, *node));
    });
  }
  Effects effects(config);
  for (const auto& [name, node] : entries) with_place(source, *node, [&] { require_effect(effects, name); });
  return config;
}

Config load_config(const std::string& name_or_path, const Worlds& worlds) {
  std::map<std::string, std::string> defaults;
  for (const auto world : worlds.names()) defaults.emplace(world, fmt::format("world.name = \"{}\"", world));
  auto known = shipped_configs();
  known.insert(defaults.begin(), defaults.end());
  const auto [source, text] = load_text("configuration", name_or_path, known);
  auto config = parse_config(text, source, worlds);
  if (!known.contains(name_or_path)) find_files_beside(std::filesystem::path(name_or_path).parent_path(), config);
  return config;
}

void set_keys(Config& config, const std::vector<std::string>& assignments) {
  // The name of a world comes first, since it says which keys there are.
  for (const bool is_name : {true, false})
    for (const auto& assignment : assignments)
      with_assignment(assignment, [&] {
        if ((key_in(assignment) == "world.name") == is_name) assign(config, assignment);
      });
  Effects effects(config);
  for (const auto& assignment : assignments)
    with_assignment(assignment, [&] { require_effect(effects, key_in(assignment)); });
}

void set_key(Config& config, const std::string& assignment) { set_keys(config, {assignment}); }

Config resolved(const Config& config) { return Effects(config).resolve(); }

std::string to_toml(const Config& config) {
  Effects effects(config);
  effects.resolve();
  std::string text;
  for (std::size_t i = 0; i < effects.keys().size(); ++i) {
    const auto& key = effects.keys()[i];
    if (key.name != "run.seed" && effects.is_told(i)) text += fmt::format("{} = {}\n", key.name, key.text());
  }
  return text;
}

std::map<std::string, std::string> usual_values(const std::string& world, const Worlds& worlds) {
  Config plain;
  const auto names = worlds.names();
  const bool is_known = std::ranges::find(names, world) != names.end();
  if (is_known) {
    plain.worlds = worlds;
    plain.world.name = world;
    plain.agent.inputs = scaling_for(plain.agent.inputs, make_world(plain).vocabulary());
  }
  std::map<std::string, std::string> values;
  for (const auto& key : keys(plain))
    if (is_known || !key.name.starts_with("world.")) values.emplace(key.name, key.text());
  return values;
}

void validate(const Config& config) {
  Config copy = config;
  for (const auto& [name, value] : config.world.options) {
    const auto& options = config.worlds.options(config.world.name);
    const auto found = std::ranges::find(options, name, &WorldOption::name);
    require(found != options.end() && found->usual.index() == value.index(),
            fmt::format("the world \"{}\" has no option \"{}\" of that type", config.world.name, name));
  }
  for (const auto& key : keys(copy)) check_option(key.name, *key.option, key.get());
  check_curve_length(config.run);
}

std::string method_name(const std::function<std::string(const std::string& key)>& value) {
  const auto kind = value("agent.kind");
  const auto cell = value("agent.cell");
  const auto rule = value("learner.rule");
  const auto auxiliary = value("agent.auxiliary");
  std::string name = kind == "rnn" ? "RNN" : kind == "gvfn" ? "GVFN" : "Forecast";
  if (cell == "gru" || cell == "lstm") {
    const std::string unit = cell == "gru" ? "GRU" : "LSTM";
    name = kind == "rnn" ? unit : name + " " + unit;
  }
  if (kind == "gvfn") name += " " + value("agent.questions");
  if (!rule.empty() && rule != "auto") name += " " + rule;
  if (!auxiliary.empty() && auxiliary != "none") name += " + auxiliary";
  if (const auto primitives = value("discovery.primitives"); !primitives.empty() && primitives != "none")
    name += " + " + primitives;
  return name;
}

std::string method_name(const Config& config) {
  return method_name([&](const std::string& key) -> std::string {
    if (key == "agent.kind") return config.agent.kind;
    if (key == "agent.cell") return config.agent.cell;
    if (key == "learner.rule") return config.learner.rule;
    if (key == "agent.auxiliary") return config.agent.auxiliary;
    if (key == "discovery.primitives") return config.discovery.primitives;
    return config.agent.questions;
  });
}

}  // namespace gvfn
