#include "experiment/effects.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "experiment/shipped_settings.hpp"
#include "gvfn/base/invalid_input.hpp"

namespace gvfn {
namespace {

/// A text without its quotes, as needs have it.
std::string plain_text(const Key& key) {
  const auto value = key.get();
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  return key.text();
}

bool is_met(const Need& need, const std::string& value) {
  return (std::ranges::find(need.values, value) != need.values.end()) != need.is_other;
}

bool world_asks(const Config& config) {
  try {
    return config.worlds.make(config.world.name, config.world.options).evaluation().size() > 0;
  } catch (const InvalidInput&) {
    return true;  // its options do not go together, which making the world for a run will say
  }
}

}  // namespace

Effects::Effects(const Config& config) : copy_(config) {
  plain_.worlds = copy_.worlds;
  plain_.world.name = copy_.world.name;
  keys_ = gvfn::keys(copy_);
  defaults_ = gvfn::keys(plain_);
  why_not_.resize(keys_.size());
}

const std::string& Effects::why_not(std::size_t key) {
  auto& found = why_not_[key];
  if (!found) found = find(key);
  return *found;
}

const std::string& Effects::why_not(std::string_view name) { return why_not(index(name)); }

bool Effects::is_told(std::size_t key) {
  return why_not(key).empty() && !(keys_[key].option->is_later && keys_[key].get() == defaults_[key].get());
}

std::size_t Effects::index(std::string_view name) const {
  const auto found = std::ranges::find(keys_, name, &Key::name);
  if (found == keys_.end()) {
    std::vector<std::string_view> names;
    for (const auto& key : keys_) names.push_back(key.name);
    throw InvalidInput(unknown_name("key", name, names));
  }
  return static_cast<std::size_t>(found - keys_.begin());
}

const Config& Effects::resolve() {
  for (std::size_t i = 0; i < keys_.size(); ++i)
    if (!why_not(i).empty()) keys_[i].set(defaults_[i].get());
  try {
    fill_in_automatic(copy_);
    fill_in_shipped(copy_);
  } catch (const InvalidInput&) {  // NOLINT(bugprone-empty-catch)
    // What cannot be built keeps the words that it has: making its agent will say why it cannot.
  }
  return copy_;
}

std::string Effects::find(std::size_t key) {
  if (keys_[key].name.starts_with("head.") && !has_head())
    return "it needs a head, and there is none: the world asks nothing, and there are no auxiliary tasks";
  for (const auto& need : keys_[key].option->needs)
    if (auto why = unmet(need); !why.empty()) return why;
  return "";
}

std::string Effects::unmet(const Need& need) {
  const auto place = index(need.key);
  const auto& needed_has_none = why_not(place);
  // A key without effect is as if it were at its default.
  const auto& key = needed_has_none.empty() ? keys_[place] : defaults_[place];
  if (is_met(need, plain_text(key))) return "";
  if (!needed_has_none.empty())
    return fmt::format("it needs {}, and {} has no effect: {}", to_text(need), need.key, needed_has_none);
  return fmt::format("it needs {}, and {} is {}", to_text(need), need.key, key.text());
}

bool Effects::has_head() {
  if (!has_head_) {
    const bool has_tasks = why_not("agent.auxiliary").empty() && copy_.agent.auxiliary != "none";
    has_head_ = has_tasks || world_asks(copy_);
  }
  return *has_head_;
}

std::string to_text(const Need& need) {
  const auto quoted = [](std::string_view value) {
    return value.starts_with('[') || value == "true" ? std::string(value) : fmt::format("\"{}\"", value);
  };
  std::string values;
  for (const auto value : need.values) values += (values.empty() ? "" : " or ") + quoted(value);
  return fmt::format("{} {} {}", need.key, need.is_other ? "other than" : "=", values);
}

std::string why_no_effect(const Config& config, const std::string& key) {
  Effects effects(config);
  return effects.why_not(key);
}

namespace {

/// Can a key have an effect for an agent of this kind? It can if what it needs can be met by the other keys.
bool can_have_effect(const std::vector<Key>& all, const Key& key, std::string_view kind) {
  return std::ranges::all_of(key.option->needs, [&](const Need& need) {
    if (need.key == "agent.kind") return is_met(need, std::string(kind));
    const auto needed = std::ranges::find(all, need.key, &Key::name);
    return can_have_effect(all, *needed, kind) || is_met(need, plain_text(*needed));
  });
}

}  // namespace

std::string describe_effects() {
  Config config;
  const auto all = keys(config);
  std::string page = fmt::format(
      "## Which keys have an effect\n\nFor each kind of agent, the keys that can have an effect; the column `needs` "
      "above "
      "says when.\n\n| key | {} |\n|---|---|---|---|\n",
      fmt::join(agent_kinds, " | "));
  for (const auto& key : all) {
    if (key.name.starts_with("world.")) continue;
    page += fmt::format("| `{}` |", key.name);
    for (const auto kind : agent_kinds) page += can_have_effect(all, key, kind) ? " yes |" : " no |";
    page += "\n";
  }
  return page;
}

}  // namespace gvfn
