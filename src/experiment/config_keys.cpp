// The list of all keys.

#include <algorithm>

#include "experiment/config_options.hpp"
#include "gvfn/base/invalid_input.hpp"
#include "gvfn/experiment/config.hpp"

namespace gvfn {
namespace {

/// The declared sections, in their order.
template <class C, class Use>
void for_each_section(C& config, Use use) {
  use("agent", config.agent);
  use("learner", config.learner);
  use("optimizer", config.optimizer);
  use("head", config.head);
  use("discovery", config.discovery);
  use("run", config.run);
}

struct Declaration {
  std::string name;
  Option option;
  bool is_key = true;
};

/// The optimiser of the state has no least squares.
void leave_out_least_squares(Declaration& declaration) {
  auto& option = declaration.option;
  if (declaration.name == "optimizer.name") std::erase(option.choices, "rls");
  std::erase_if(option.needs, [](const Need& need) { return need.is_other && need.values.front() == "rls"; });
  declaration.is_key =
      std::ranges::none_of(option.needs, [](const Need& need) { return need.values.front() == "rls"; });
}

/// The option has no effect where the key has this value. An option that needs a value of the key says so already.
void needs_other(Option& option, const std::string& key, std::string_view value) {
  const auto found = std::ranges::find(option.needs, key, &Need::key);
  if (found == option.needs.end()) {
    option.needs.insert(option.needs.begin(), {key, {value}, true});
  } else if (found->is_other) {
    found->values.push_back(value);
  }
}

/// Completes what a declaration cannot say by itself: the section of a need, and what holds for one section only.
void complete(Declaration& declaration) {
  auto& [name, option, is_key] = declaration;
  const auto section = name.substr(0, name.rfind('.') + 1);
  for (auto& need : option.needs)
    if (need.key.find('.') == std::string::npos) need.key = section + need.key;
  if (name == "optimizer.name") std::erase(option.choices, "same");
  if (section == "optimizer.") leave_out_least_squares(declaration);
  if (name == "head.optimizer.name")
    option.meaning +=
        ". same: the head shares the rule and the numbers of `optimizer`; the other keys of this section have no "
        "effect";
  if (section == "head.optimizer." && name != "head.optimizer.name") needs_other(option, "head.optimizer.name", "same");
  if (section == "discovery." && name != "discovery.primitives") needs_other(option, "discovery.primitives", "none");
}

/// Of every field of every section, in their order.
const std::vector<Declaration>& declarations() {
  static const auto all = [] {
    std::vector<Declaration> found;
    const Config config;
    for_each_section(config, [&](const std::string& section, const auto& options) {
      auto add = [&](const std::string& path, const auto&, const Option& option) {
        auto name = section + "." + path;
        std::ranges::replace(name, '/', '.');
        complete(found.emplace_back(Declaration{std::move(name), option}));
      };
      for_each_field("", options, add);
    });
    return found;
  }();
  return all;
}

/// The name of the world, and its own options.
void add_world(std::vector<Key>& all, Config& config) {
  static const Option any_name = Option::text("The world");
  auto& [name, values] = config.world;
  all.push_back({"world.name", &any_name, [&name] { return name; },
                 [&](const OptionValue& value) {
                   const auto& options = config.worlds.options(std::get<std::string>(value));
                   name = std::get<std::string>(value);
                   // What the new world does not have goes.
                   std::erase_if(values, [&](const auto& entry) {
                     const auto found = std::ranges::find(options, entry.first, &WorldOption::name);
                     return found == options.end() || found->usual.index() != entry.second.index();
                   });
                 }});
  for (const auto& declared : config.worlds.options(name)) {
    all.push_back({declared.key, &declared.option,
                   [&values, &declared] {
                     const auto found = values.find(declared.name);
                     return found == values.end() ? declared.usual : found->second;
                   },
                   [&values, &declared](const OptionValue& value) { values[declared.name] = value; }});
  }
}

}  // namespace

std::vector<Key> keys(Config& config) {
  std::vector<Key> all;
  all.reserve(declarations().size() + 16);
  add_world(all, config);
  auto declaration = declarations().begin();
  for_each_section(config, [&](const char*, auto& options) {
    auto add = [&](const std::string&, auto& field, const Option&) {
      const auto* option = &declaration->option;
      if (declaration->is_key)
        all.push_back({declaration->name, option, [&field, option] { return value_of(field, *option); },
                       [&field, option](const OptionValue& value) { set_value(field, *option, value); }});
      ++declaration;
    };
    for_each_field("", options, add);
  });
  return all;
}

bool is_tuned(const std::string& name) {
  static const auto tuned = [] {
    Config config;
    std::vector<std::string> names;
    for (const auto& key : keys(config))
      if (std::holds_alternative<double>(key.get()) &&
          std::ranges::none_of(std::array{"world.", "discovery.", "run."},
                               [&](const char* section) { return key.name.starts_with(section); }))
        names.emplace_back(key.name);
    return names;
  }();
  return std::ranges::find(tuned, name) != tuned.end();
}

}  // namespace gvfn
