// Reading a file of primitives: entries as in a question file, with weights.

#include "gvfn/discovery/primitives.hpp"

#include <fmt/format.h>

#include "discovery/living_questions.hpp"
#include "language/question_reader.hpp"

namespace gvfn {
namespace {

double read_weight(const TomlEntry& entry) {
  const double weight = entry.number_or("weight", 1);
  if (!(weight >= 0 && weight <= 1e9))
    entry.fail(entry.node("weight"), fmt::format("weight {} is not from 0 to 1e9", weight));
  return weight;
}

/// Calls read(entry of a member, its key) for all members of all entries of a kind; what it returns is an alternative.
/// add(entry, weight, alternatives) takes each entry.
template <class Part, class Read, class Add>
void read_kind(const TomlEntry& file, const std::string& kind, Read read, Add add) {
  if (!file.has(kind)) return;
  const auto* list = file.node(kind).as_array();
  if (!list) file.fail(file.node(kind), fmt::format("\"{0}\" is a list of tables, [[{0}]]", kind));
  double sum = 0;
  for (const auto& node : *list) {
    const auto entry = file.inner(node, fmt::format("a [[{}]]", kind));
    entry.allow(fmt::format("a [[{}]]", kind), {"weight", "for", kind});
    std::vector<Part> alternatives;
    for_each_member(entry, [&](const TomlEntry& member) { alternatives.push_back(read(member)); });
    const double weight = read_weight(entry);
    sum += weight;
    add(entry, weight, std::move(alternatives));
  }
  if (!(sum > 0)) file.fail(file.node(kind), fmt::format("every [[{}]] has weight 0", kind));
}

/// Refuses what no question can have. The questions whose answers are used are made up here.
void check_part(const TomlEntry& member, std::string_view key, const Question& question, const Vocabulary& vocabulary) {
  member.checked(member.node(key), [&] {
    std::vector<Question> questions{question};
    for (const auto& name : used_names(question)) {
      auto& made_up = questions.emplace_back();
      made_up.name = name;
      made_up.cumulant = NoiseCumulant{1};
    }
    return QuestionNetwork(vocabulary, std::move(questions)).size();
  });
}

/// The table of a cumulant says whether it is an average.
bool is_average(const TomlEntry& entry) {
  const auto* table = entry.node("cumulant").as_table();
  return table && entry.inner(*table, "\"cumulant\"").flag("average");
}

}  // namespace

Primitives parse_primitives(std::string_view text, std::string_view source, const Vocabulary& vocabulary) {
  const auto table = parse_toml(text, source);
  const TomlEntry file(table, source);
  file.allow("a file of primitives", {"title", "events", "cumulant", "continuation", "policy"});
  for (const auto* kind : {"cumulant", "continuation"})
    if (!file.has(kind)) file.fail(table, fmt::format("a question needs a {0}: [[{0}]] is missing", kind));
  const VocabularyIndex names(vocabulary);
  const auto events = read_events(file, names);
  Primitives found{.source = std::string(source)};
  read_kind<Cumulant>(
      file, "cumulant",
      [&](const TomlEntry& member) {
        auto cumulant = read_cumulant(member, names, events, 0);
        check_part(member, "cumulant", {"a drawn question", cumulant}, vocabulary);
        return cumulant;
      },
      [&](const TomlEntry& entry, double weight, std::vector<Cumulant> alternatives) {
        found.cumulants.push_back({{weight, std::move(alternatives)}, is_average(entry)});
      });
  read_kind<Continuation>(
      file, "continuation",
      [&](const TomlEntry& member) {
        auto continuation = read_continuation(member, events);
        check_part(member, "continuation", {"a drawn question", NoiseCumulant{1}, continuation}, vocabulary);
        return continuation;
      },
      [&](const TomlEntry&, double weight, std::vector<Continuation> alternatives) {
        found.continuations.push_back({weight, std::move(alternatives)});
      });
  read_kind<Policy>(
      file, "policy",
      [&](const TomlEntry& member) {
        auto policy = read_policy(member, names);
        check_part(member, "policy", {"a drawn question", NoiseCumulant{1}, Discount{}, policy}, vocabulary);
        return policy;
      },
      [&](const TomlEntry&, double weight, std::vector<Policy> alternatives) {
        found.policies.push_back({weight, std::move(alternatives)});
      });
  if (found.policies.empty()) found.policies.push_back({1, {SameAsBehaviour{}}});
  return found;
}

Primitives load_primitives(const std::string& name_or_path, const Vocabulary& vocabulary) {
  const auto [source, text] = load_text("set of primitives", name_or_path, shipped_primitives());
  return parse_primitives(text, source, vocabulary);
}

}  // namespace gvfn
