// Families: one entry of a file that stands for many.

#include <fmt/format.h>

#include <cmath>

#include "language/question_reader.hpp"

namespace gvfn {
namespace {

/// The values of one variable of a family: a list, or evenly spaced numbers.
std::vector<Binding> read_values(const TomlEntry& file, const toml::node& node) {
  std::vector<Binding> values;
  if (const auto* list = node.as_array()) {
    for (const auto& item : *list) {
      if (item.is_string()) {
        file.check_length(*item.value<std::string>(), item);
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
    if (!std::isfinite(to - from))
      file.fail(node, fmt::format("the numbers from {} to {} are too far apart", from, to));
    for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i)
      values.emplace_back(from + (to - from) * static_cast<double>(i) / (count - 1));
  }
  if (values.empty()) file.fail(node, "a family needs at least one value");
  return values;
}

/// One that has several values, and how many members in a row share one.
struct Variable {
  std::string name;
  std::vector<Binding> values;
  std::size_t in_a_row = 1;
};

}  // namespace

void for_each_member(const TomlEntry& entry, const std::function<void(const TomlEntry&)>& use) {
  Bindings bindings;
  std::vector<Variable> variables;
  std::size_t count = 1;
  if (entry.has("for")) {
    for (const auto& [name, node] : entry.inner(entry.node("for"), "\"for\"").entries()) {
      auto values = read_values(entry, *node);
      if (values.size() > most_questions / count)
        entry.fail(*node, fmt::format("a family of more than {} questions", most_questions));
      count *= values.size();
      bindings[name] = values.front();
      if (values.size() == 1) continue;
      for (auto& before : variables) before.in_a_row *= values.size();
      variables.push_back({name, std::move(values)});
    }
  }
  // One member at a time, and only what changes: their texts together may be long.
  for (std::size_t i = 0; i < count; ++i) {
    for (const auto& [name, values, in_a_row] : variables)
      if (i % in_a_row == 0) bindings[name] = values[i / in_a_row % values.size()];
    use(entry.bound(bindings));
  }
}

}  // namespace gvfn
