#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "commands.hpp"
#include "gvfn/discovery/primitives.hpp"
#include "gvfn/experiment/config.hpp"
#include "gvfn/language/question_file.hpp"
#include "language/toml.hpp"
#include "reproduce/figures.hpp"
#include "wrap.hpp"

namespace gvfn::cli {
namespace {

struct Entry {
  std::string name;
  std::string about;
};

/// The first sentence of the comment that a shipped file begins with.
std::string first_sentence(std::string_view text) {
  std::istringstream lines{std::string(text)};
  std::string comment;
  for (std::string line; std::getline(lines, line) && line.starts_with("# ");)
    comment += (comment.empty() ? "" : " ") + line.substr(2);
  const auto end = comment.find(". ");
  return comment.substr(0, end == std::string::npos ? comment.size() : end);
}

std::string counted(std::size_t count, const std::string& what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

std::vector<Entry> worlds_of(const Worlds& worlds) {
  std::vector<Entry> entries;
  for (const auto name : worlds.names()) {
    const auto vocabulary = worlds.make(std::string(name)).vocabulary();
    auto about = fmt::format("{}, {}", counted(vocabulary.signals.size(), "signal"),
                             counted(vocabulary.actions.size(), "action"));
    for (const auto& key : key_texts_of(std::string(name), worlds))
      about += fmt::format("{}{} = {}", about.find(';') == std::string::npos ? "; " : ", ", key.name, key.usual);
    entries.push_back({std::string(name), about});
  }
  return entries;
}

std::vector<Entry> configurations() {
  std::vector<Entry> entries;
  for (const auto& [name, text] : shipped_configs()) entries.push_back({std::string(name), first_sentence(text)});
  return entries;
}

std::vector<Entry> questions() {
  std::vector<Entry> entries;
  for (const auto& [name, text] : shipped_questions()) {
    const auto file = load_questions(std::string(name));
    entries.push_back(
        {std::string(name), fmt::format("{} ({})", file.title, counted(file.questions.size(), "question"))});
  }
  return entries;
}

std::vector<Entry> primitives() {
  std::vector<Entry> entries;
  for (const auto& [name, text] : shipped_primitives())
    entries.push_back({std::string(name), *parse_toml(text, name)["title"].value<std::string>()});
  return entries;
}

std::vector<Entry> figures_of_the_paper() {
  std::vector<Entry> entries;
  for (const auto& figure : figures())
    entries.push_back({figure.name, fmt::format("The paper's {}: {}", figure.paper, figure.shows)});
  return entries;
}

std::vector<Entry> entries_of(std::string_view kind, const Worlds& worlds) {
  if (kind == "worlds") return worlds_of(worlds);
  if (kind == "configurations") return configurations();
  if (kind == "questions") return questions();
  if (kind == "primitives") return primitives();
  return figures_of_the_paper();
}

/// How a user names one of them.
std::string_view use_of(std::string_view kind) {
  if (kind == "worlds") return "world.name in a configuration";
  if (kind == "configurations") return "gvfn run NAME";
  if (kind == "questions") return "agent.questions, or gvfn check NAME";
  if (kind == "primitives") return "discovery.primitives";
  return "gvfn reproduce NAME";
}

void print_entries(const std::vector<Entry>& entries) {
  std::size_t width = 0;
  for (const auto& entry : entries) width = std::max(width, entry.name.size());
  const auto indent = width + 4;
  for (const auto& [name, about] : entries)
    fmt::print("  {:<{}}  {}\n", name, width, about.empty() ? "" : wrapped(about, indent).substr(indent));
}

}  // namespace

int list_command(const ListOptions& options) {
  for (const auto kind : list_kinds) {
    if (!options.kind.empty() && kind != options.kind) continue;
    const auto entries = entries_of(kind, options.worlds);
    if (options.names) {
      for (const auto& entry : entries) fmt::print("{}\n", entry.name);
      continue;
    }
    fmt::print("{}{} ({}):\n", options.kind.empty() && kind != list_kinds.front() ? "\n" : "", kind, use_of(kind));
    print_entries(entries);
  }
  return success;
}

}  // namespace gvfn::cli
