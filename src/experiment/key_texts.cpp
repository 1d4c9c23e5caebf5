// Keys as texts for people: the page that documents them, and a configuration with comments.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>

#include "base/lines.hpp"
#include "experiment/effects.hpp"
#include "gvfn/experiment/config.hpp"

namespace gvfn {
namespace {

std::string values_text(const Key& key, const Worlds& worlds) {
  const auto& option = *key.option;
  const auto word = option.word.empty() ? "" : fmt::format(", or {}", option.word);
  if (key.name == "world.name") return fmt::format("{}", fmt::join(worlds.names(), ", "));
  if (std::holds_alternative<bool>(key.get())) return "true, false";
  if (!option.choices.empty()) return fmt::format("{}", fmt::join(option.choices, ", "));
  if (option.low < option.high) return fmt::format("{:.7g} to {:.7g}{}", option.low, option.high, word);
  return "any";
}

KeyText text_of(const Key& key, const Worlds& worlds) {
  KeyText text{std::string(key.name), key.text(), key.option->meaning, values_text(key, worlds), {}};
  for (const auto& need : key.option->needs) text.needs.push_back(to_text(need));
  return text;
}

/// A line of the page for each key of a section.
void add_rows(std::string& page, const std::vector<KeyText>& texts, std::string_view prefix) {
  for (const auto& [name, usual, meaning, values, needs] : texts) {
    if (!name.starts_with(prefix)) continue;
    const auto quoted = needs.empty() ? "" : fmt::format("`{}`", fmt::join(needs, "`, `"));
    page += fmt::format("| `{}` | `{}` | {} | {} | {} |\n", name, usual, meaning, values, quoted);
  }
}

/// The words of a text in lines that begin with "# ".
std::string comment(const std::string& text) {
  std::string lines;
  for (const auto& line : broken(text, 78)) lines += "# " + line + "\n";
  return lines;
}

}  // namespace

std::vector<KeyText> key_texts(const Worlds& worlds) {
  auto config = usual_config(worlds);
  std::vector<KeyText> texts;
  for (const auto& key : keys(config))
    if (key.name == "world.name" || !key.name.starts_with("world.")) texts.push_back(text_of(key, worlds));
  return texts;
}

std::vector<KeyText> key_texts_of(const std::string& world, const Worlds& worlds) {
  auto config = usual_config(worlds);
  config.world = {world, {}};
  std::vector<KeyText> texts;
  for (const auto& key : keys(config))
    if (key.name != "world.name" && key.name.starts_with("world.")) texts.push_back(text_of(key, worlds));
  return texts;
}

std::string describe_keys(const Worlds& worlds) {
  std::string page =
      "# Configuration\n\n"
      "Every key of a configuration file, as `gvfn run --keys --markdown` prints it. In a file, `agent.truncation` is\n"
      "the key `truncation` under `[agent]`; on the command line, `--set agent.truncation=4`. `gvfn init mine.toml`\n"
      "writes a file with the keys that have an effect. An unknown key is refused, and so is a key that has no\n"
      "effect: one whose needs, in the last column, are not met.\n\n";
  const std::string titles = "| key | default | meaning | values | needs |\n|---|---|---|---|---|\n";
  page += titles;
  const auto texts = key_texts(worlds);
  for (const auto* prefix : {"world.", "agent.", "learner.", "optimizer.", "head.", "discovery.", "run."})
    add_rows(page, texts, prefix);
  page += "\nThe `head.` keys need a head: the world asks questions, or there are auxiliary tasks.\n";
  page += "\n## Worlds\n\nEvery world has keys of its own.\n\n";
  for (const auto world : worlds.names()) {
    page += fmt::format("`world.name = \"{}\"`:\n\n{}", world, titles);
    add_rows(page, key_texts_of(std::string(world), worlds), "world.");
    page += "\n";
  }
  return page + describe_effects();
}

std::string commented_toml(const Config& config) {
  Effects effects(config);
  auto usual = usual_config(config.worlds);
  usual.world = {config.world.name, {}};
  std::map<std::string_view, std::string> usual_texts;
  for (const auto& key : keys(usual)) usual_texts.emplace(key.name, key.text());
  std::string text = "# Keys behind a # have their defaults.\n";
  std::string section;
  for (std::size_t i = 0; i < effects.keys().size(); ++i) {
    const auto& key = effects.keys()[i];
    if (!effects.why_not(i).empty()) continue;
    const auto dot = key.name.rfind('.');
    if (const auto name = std::string(key.name.substr(0, dot)); name != section) {
      section = name;
      text += fmt::format("\n[{}]\n", section);
    }
    const auto described = text_of(key, config.worlds);
    const bool is_usual = key.name != "world.name" && key.text() == usual_texts.at(key.name);
    text += comment(fmt::format("{}. Values: {}.", described.meaning, described.values));
    text += fmt::format("{}{} = {}\n", is_usual ? "#" : "", key.name.substr(dot + 1), key.text());
  }
  return text;
}

}  // namespace gvfn
