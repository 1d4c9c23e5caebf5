// Families: one entry of a file that stands for many.

#include <fmt/format.h>

#include "language/question_reader.hpp"

namespace gvfn {
namespace {

/// The values of one variable of a family: a list, or evenly spaced numbers.
std::vector<std::variant<std::string, double>> read_values(const TomlEntry& file, const toml::node& node) {
  std::vector<std::variant<std::string, double>> values;
  if (const auto* list = node.as_array()) {
    for (const auto& item : *list) {
      if (item.is_string()) {
        values.emplace_back(*item.value<std::string>());
      } else {
        values.emplace_back(file.number(item));
      }
    }
  } else {
    const auto range = file.inner(node, "a family's values (a list, or from, to and count)");
    range.allow("a range", {"from", "to", "count"});
    const double from = range.number("from");
    const double to = range.number("to");
    const double count = range.number("count");
    if (count < 2 || count > most_questions || count != static_cast<double>(static_cast<std::size_t>(count)))
      file.fail(range.node("count"), fmt::format("count {} is not a whole number from 2 to {}", count, most_questions));
    for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i)
      values.emplace_back(from + (to - from) * static_cast<double>(i) / (count - 1));
  }
  if (values.empty()) file.fail(node, "a family needs at least one value");
  return values;
}

}  // namespace

void for_each_member(const TomlEntry& entry, const std::function<void(const TomlEntry&)>& use) {
  std::vector<Bindings> members{{}};
  if (entry.has("for")) {
    const auto variables = entry.inner(entry.node("for"), "\"for\"");
    for (const auto& [variable, node] : variables.entries()) {
      const auto values = read_values(entry, *node);
      if (members.size() * values.size() > most_questions)
        entry.fail(*node, fmt::format("a family of more than {} questions", most_questions));
      std::vector<Bindings> more;
      for (const auto& member : members) {
        for (const auto& value : values) {
          more.push_back(member);
          more.back()[variable] = value;
        }
      }
      members = std::move(more);
    }
  }
  for (const auto& bindings : members) use(entry.bound(bindings));
}

}  // namespace gvfn
