#include "language/question_reader.hpp"

#include <fmt/format.h>

#include <set>

#include "gvfn/question/psr.hpp"

namespace gvfn {
namespace {

std::string signal_name(const TomlEntry& entry, std::string_view key, const VocabularyIndex& names) {
  auto name = entry.text(key);
  entry.checked(entry.node(key), [&] { return names.signal(name); });
  return name;
}

std::string action_name(const TomlEntry& entry, const toml::node& at, const std::string& name,
                        const VocabularyIndex& names) {
  entry.checked(at, [&] { return names.action(name); });
  return name;
}

std::optional<Threshold> read_threshold(const TomlEntry& entry) {
  if (entry.has("above") && entry.has("below")) entry.fail(entry.node("below"), "either \"above\" or \"below\"");
  if (entry.has("above")) return Threshold{Threshold::Side::above, entry.number("above")};
  if (entry.has("below")) return Threshold{Threshold::Side::below, entry.number("below")};
  return std::nullopt;
}

/// A threshold and the signal that the key names.
SignalCondition read_signal_condition(const TomlEntry& entry, std::string_view key, const VocabularyIndex& names) {
  const auto threshold = read_threshold(entry);
  if (!threshold) entry.fail(entry.table(), "a condition on a signal needs \"above\" or \"below\"");
  return {signal_name(entry, key, names), *threshold};
}

Condition read_condition(const TomlEntry& entry, const VocabularyIndex& names) {
  entry.allow("a condition", {"signal", "previous", "action", "above", "below"});
  const int named = int(entry.has("signal")) + int(entry.has("previous")) + int(entry.has("action"));
  if (named != 1) entry.fail(entry.table(), "a condition is on one of \"signal\", \"previous\" and \"action\"");
  if (entry.has("action")) {
    const auto& node = entry.node("action");
    if (entry.has("above") || entry.has("below"))
      entry.fail(node, "a condition on an action has no \"above\" or \"below\"");
    return {Condition::On::action, action_name(entry, node, entry.text(node), names), {}};
  }
  const bool is_next = entry.has("signal");
  const auto [signal, threshold] = read_signal_condition(entry, is_next ? "signal" : "previous", names);
  return {is_next ? Condition::On::next_observation : Condition::On::observation, signal, threshold};
}

double read_gamma(const TomlEntry& entry, const toml::node& node) {
  const double gamma = entry.number(node);
  if (!(gamma >= 0 && gamma <= 1)) entry.fail(node, fmt::format("gamma {} is outside [0, 1]", gamma));
  return gamma;
}

const Event& find_event(const TomlEntry& entry, std::string_view key, const NamedEvents& events) {
  const auto name = entry.text(key);
  if (const auto found = events.find(name); found != events.end()) return found->second;
  std::vector<std::string_view> names;
  for (const auto& [known, event] : events) names.push_back(known);
  entry.fail(entry.node(key), unknown_name("event", name, names));
}

}  // namespace

Discount read_continuation(const TomlEntry& question, const NamedEvents& events) {
  const auto& node = question.node("continuation");
  if (node.is_string() && !node.value<std::string>()->starts_with('{')) {
    if (question.text(node) == "myopic") return {.gamma = 0};
    question.fail(node, "a continuation is \"myopic\", a number, or a table with gamma or horizon");
  }
  if (!node.is_table()) return {.gamma = read_gamma(question, node)};

  const auto entry = question.inner(node, "\"continuation\"");
  entry.allow("a continuation", {"gamma", "horizon", "until", "then"});
  if (entry.has("gamma") == entry.has("horizon"))
    entry.fail(node, "a continuation has either \"gamma\" or \"horizon\"");
  Discount discount;
  if (entry.has("gamma")) {
    discount.gamma = read_gamma(entry, entry.node("gamma"));
  } else {
    const double horizon = entry.number("horizon");
    if (!(horizon >= 1)) entry.fail(entry.node("horizon"), fmt::format("horizon {} is below 1 step", horizon));
    discount.gamma = 1 - 1 / horizon;
  }
  if (entry.has("until")) discount.until = find_event(entry, "until", events);
  if (entry.has("then")) {
    if (!discount.until) entry.fail(entry.node("then"), "\"then\" goes with \"until\"");
    discount.then = read_gamma(entry, entry.node("then"));
  }
  return discount;
}

namespace {

PredictionCumulant read_predictions(const TomlEntry& entry, const VocabularyIndex& names) {
  PredictionCumulant cumulant;
  if (entry.has("prediction")) {
    cumulant.weights[entry.text("prediction")] = 1;
  } else {
    for (const auto& [name, weight] : entry.inner(entry.node("predictions"), "\"predictions\"").entries())
      if (!cumulant.weights.emplace(entry.fill(name, *weight), entry.number(*weight)).second)
        entry.fail(*weight, fmt::format("prediction \"{}\" is listed twice", entry.fill(name, *weight)));
  }
  if (entry.has("when")) {
    const auto when = entry.inner(entry.node("when"), "\"when\"");
    when.allow("\"when\"", {"signal", "above", "below"});
    cumulant.when = read_signal_condition(when, "signal", names);
  }
  return cumulant;
}

}  // namespace

Cumulant read_cumulant(const TomlEntry& question, const VocabularyIndex& names, const NamedEvents& events,
                       double gamma) {
  const auto& node = question.node("cumulant");
  if (!node.is_table()) return SignalCumulant{signal_name(question, "cumulant", names)};

  const auto entry = question.inner(node, "\"cumulant\"");
  entry.allow("a cumulant", {"signal", "event", "scale", "average", "normalise", "above", "below", "prediction",
                             "predictions", "when", "noise"});
  const int kinds = int(entry.has("signal")) + int(entry.has("event")) + int(entry.has("prediction")) +
                    int(entry.has("predictions")) + int(entry.has("noise"));
  if (kinds != 1)
    entry.fail(node, "a cumulant is one of \"signal\", \"event\", \"prediction\", \"predictions\" and \"noise\"");
  const auto goes_with = [&](const char* key, bool is_so, const char* what) {
    if (entry.has(key) && !is_so) entry.fail(entry.node(key), fmt::format("\"{}\" goes with {}", key, what));
  };
  for (const auto* key : {"normalise", "above", "below"}) goes_with(key, entry.has("signal"), "\"signal\"");
  for (const auto* key : {"scale", "average"})
    goes_with(key, entry.has("signal") || entry.has("event"), "\"signal\" or \"event\"");
  goes_with("when", entry.has("prediction") || entry.has("predictions"), "\"prediction\" or \"predictions\"");
  if (entry.has("prediction") || entry.has("predictions")) return read_predictions(entry, names);
  if (entry.has("noise")) return NoiseCumulant{entry.number("noise")};
  if (entry.flag("average") && gamma == 1)
    entry.fail(entry.node("average"), "a sum that never ends has no average: gamma is 1");
  const double scale = (entry.flag("average") ? 1 - gamma : 1) * entry.number_or("scale", 1);
  if (entry.has("event")) return EventCumulant{find_event(entry, "event", events), scale};
  return SignalCumulant{signal_name(entry, "signal", names), scale, entry.flag("normalise"), read_threshold(entry)};
}

namespace {

SimplePolicy read_simple_policy(const TomlEntry& entry, const toml::node& node, const VocabularyIndex& names) {
  if (node.is_string()) {
    const auto text = entry.text(node);
    if (text == "behaviour") return SameAsBehaviour{};
    if (text == "random") return UniformlyRandom{};
    constexpr std::string_view always = "always ";
    if (text.starts_with(always)) return Always{action_name(entry, node, text.substr(always.size()), names)};
    entry.fail(node, fmt::format("policy \"{}\" is none of \"always ACTION\", \"random\" and \"behaviour\"", text));
  }
  const auto policy = entry.inner(node, "a policy (or a text)");
  policy.allow("a policy", {"probabilities"});
  Probabilities probabilities;
  for (const auto& [key, prob] : policy.inner(policy.node("probabilities"), "\"probabilities\"").entries()) {
    const auto name = action_name(policy, *prob, policy.fill(key, *prob), names);
    if (!probabilities.of.emplace(name, policy.number(*prob)).second)
      policy.fail(*prob, fmt::format("action \"{}\" is listed twice", name));
  }
  return probabilities;
}

}  // namespace

Policy read_policy(const TomlEntry& question, const VocabularyIndex& names) {
  if (!question.has("policy")) return SameAsBehaviour{};
  const auto& node = question.node("policy");
  if (!node.is_table() || !node.as_table()->contains("if"))
    return std::visit([](auto simple) -> Policy { return simple; }, read_simple_policy(question, node, names));
  const auto entry = question.inner(node, "\"policy\"");
  entry.allow("a conditional policy", {"if", "above", "below", "then", "else"});
  const auto threshold = read_threshold(entry);
  if (!threshold) entry.fail(node, "a conditional policy needs \"above\" or \"below\"");
  return Conditional{entry.text("if"), *threshold, read_simple_policy(entry, entry.node("then"), names),
                     read_simple_policy(entry, entry.node("else"), names)};
}

namespace {

/// A test is all of a question but its name, and is its own name if there is none.
Question read_test(const TomlEntry& entry, const VocabularyIndex& names) {
  for (const auto* key : {"cumulant", "continuation", "policy"})
    if (entry.has(key)) entry.fail(entry.node(key), fmt::format("a question with a \"test\" has no \"{}\"", key));
  const auto test = entry.text("test");
  auto question = entry.checked(entry.node("test"), [&] { return psr_test(test, names); });
  if (entry.has("name")) question.name = entry.text("name");
  return question;
}

}  // namespace

std::vector<std::string> read_texts(const TomlEntry& file, std::string_view key) {
  const auto* list = file.node(key).as_array();
  if (!list) file.fail(file.node(key), fmt::format("\"{}\" is a list of texts", key));
  std::vector<std::string> texts;
  std::set<std::string> seen;
  for (const auto& node : *list) {
    texts.push_back(file.text(node));
    if (!seen.insert(texts.back()).second) file.fail(node, fmt::format("\"{}\" is listed twice", texts.back()));
  }
  return texts;
}

NamedEvents read_events(const TomlEntry& file, const VocabularyIndex& names) {
  NamedEvents events;
  if (!file.has("events")) return events;
  for (const auto& [name, node] : file.inner(file.node("events"), "\"events\"").entries()) {
    auto& conditions = events[name].conditions;
    if (const auto* list = node->as_array()) {
      for (const auto& item : *list) conditions.push_back(read_condition(file.inner(item, "a condition"), names));
    } else {
      conditions.push_back(read_condition(file.inner(*node, "an event"), names));
    }
    if (conditions.empty()) file.fail(*node, "an event has at least one condition");
  }
  return events;
}

Question read_question(const TomlEntry& entry, const VocabularyIndex& names, const NamedEvents& events) {
  entry.allow("a question", {"name", "for", "cumulant", "continuation", "policy", "test"});
  if (entry.has("test")) return read_test(entry, names);
  Question question{.name = entry.text("name"), .cumulant = NoiseCumulant{}};
  const auto discount = read_continuation(entry, events);
  question.continuation = discount;
  question.cumulant = read_cumulant(entry, names, events, discount.gamma);
  question.policy = read_policy(entry, names);
  return question;
}

}  // namespace gvfn
