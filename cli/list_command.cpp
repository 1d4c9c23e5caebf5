#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "commands.hpp"
#include "gvfn/base/text.hpp"
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
  if (comment.ends_with('.')) comment.pop_back();
  return comment.substr(0, comment.find(". "));
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

std::vector<Entry> configurations_of(const Worlds&) {
  std::vector<Entry> entries;
  for (const auto& [name, text] : shipped_configs()) entries.push_back({std::string(name), first_sentence(text)});
  return entries;
}

std::vector<Entry> questions_of(const Worlds&) {
  std::vector<Entry> entries;
  for (const auto& [name, text] : shipped_questions()) {
    const auto file = load_questions(std::string(name));
    entries.push_back(
        {std::string(name), fmt::format("{} ({})", file.title, counted(file.questions.size(), "question"))});
  }
  return entries;
}

std::vector<Entry> primitives_of(const Worlds&) {
  std::vector<Entry> entries;
  for (const auto& [name, text] : shipped_primitives())
    entries.push_back({std::string(name), parse_toml(text, name)["title"].value_or(std::string())});
  return entries;
}

std::vector<Entry> figures_of(const Worlds&) {
  std::vector<Entry> entries;
  for (const auto& figure : figures())
    entries.push_back({figure.name, fmt::format("The paper's {}: {}", figure.paper, figure.shows)});
  return entries;
}

/// How a user names one of a kind, and what there is of it.
struct Kind {
  std::string_view use;
  std::vector<Entry> (*entries)(const Worlds&);
};

/// In the order of list_kinds.
constexpr std::array<Kind, list_kinds.size()> kinds{{{"world.name in a configuration", worlds_of},
                                                     {"gvfn run NAME", configurations_of},
                                                     {"agent.questions, or gvfn check NAME", questions_of},
                                                     {"discovery.primitives", primitives_of},
                                                     {"gvfn reproduce NAME", figures_of}}};

void print_entries(const std::vector<Entry>& entries) {
  std::size_t longest = 0;
  for (const auto& [name, about] : entries) longest = std::max(longest, name.size());
  for (const auto& [name, about] : entries) fmt::print("{}", entry("  " + name, longest + 4, about));
}

}  // namespace

int list_command(const ListOptions& options) {
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    if (!options.kind.empty() && options.kind != list_kinds[i]) continue;
    const auto entries = kinds[i].entries(options.worlds);
    if (options.names) {
      for (const auto& [name, about] : entries) fmt::print("{}\n", name);
      continue;
    }
    fmt::print("{}{} ({}):\n", options.kind.empty() && i > 0 ? "\n" : "", list_kinds[i], kinds[i].use);
    print_entries(entries);
  }
  return success;
}

}  // namespace gvfn::cli
