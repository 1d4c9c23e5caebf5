// A question network as a question file.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "gvfn/base/invalid_input.hpp"
#include "gvfn/base/text.hpp"
#include "gvfn/language/question_file.hpp"
#include "gvfn/question/describe.hpp"

namespace gvfn {
namespace {

/// In the files braces stand for placeholders.
std::string name_text(const std::string& name) {
  require(name.find_first_of("{}") == std::string::npos,
          fmt::format("\"{}\" has braces, which a question file takes for a placeholder", name));
  return toml_text(name);
}

std::string threshold_text(const Threshold& threshold) {
  return fmt::format("{} = {}", threshold.side == Threshold::Side::above ? "above" : "below", threshold.level);
}

/// `{ a = 1, b = 2 }`, or `[x, y]`.
std::string table_text(const std::vector<std::string>& entries) {
  return fmt::format("{{ {} }}", fmt::join(entries, ", "));
}
std::string list_text(const std::vector<std::string>& items) { return fmt::format("[{}]", fmt::join(items, ", ")); }

template <class Numbers>
std::string numbers_text(const Numbers& numbers) {
  std::vector<std::string> entries;
  for (const auto& [name, number] : numbers) entries.push_back(fmt::format("{} = {}", name_text(name), number));
  return table_text(entries);
}

std::string condition_text(const Condition& condition) {
  if (condition.on == Condition::On::action) return table_text({"action = " + name_text(condition.name)});
  const auto* key = condition.on == Condition::On::observation ? "previous" : "signal";
  return table_text({fmt::format("{} = {}", key, name_text(condition.name)), threshold_text(condition.threshold)});
}

/// The events of all questions, under names that say what they are.
class Events {
 public:
  std::string name_of(const Event& event) {
    std::vector<std::string> conditions;
    for (const auto& condition : event.conditions) conditions.push_back(condition_text(condition));
    const auto text = conditions.size() == 1 ? conditions.front() : list_text(conditions);
    const auto [place, is_new] = name_of_.try_emplace(text);
    if (!is_new) return name_text(place->second);
    auto name = describe(event);
    while (!names_.insert(name).second) name += "'";
    place->second = name;
    section_ += fmt::format("{} = {}\n", name_text(name), text);
    return name_text(name);
  }

  std::string section() const { return section_.empty() ? "" : "\n[events]\n" + section_; }

 private:
  std::map<std::string, std::string> name_of_;  // by what is asked
  std::set<std::string> names_;
  std::string section_;
};

struct CumulantText {
  Events& events;

  std::string operator()(const SignalCumulant& c) const {
    if (c.scale == 1 && !c.normalise && !c.threshold) return name_text(c.signal);
    std::vector<std::string> entries{"signal = " + name_text(c.signal)};
    if (c.scale != 1) entries.push_back(fmt::format("scale = {}", c.scale));
    if (c.normalise) entries.emplace_back("normalise = true");
    if (c.threshold) entries.push_back(threshold_text(*c.threshold));
    return table_text(entries);
  }
  std::string operator()(const PredictionCumulant& c) const {
    std::vector<std::string> entries;
    const auto& [first, weight] = *c.weights.begin();
    const bool is_one = c.weights.size() == 1 && weight == 1;
    entries.push_back(is_one ? "prediction = " + name_text(first) : "predictions = " + numbers_text(c.weights));
    if (c.when)
      entries.push_back("when = " +
                        table_text({"signal = " + name_text(c.when->signal), threshold_text(c.when->threshold)}));
    return table_text(entries);
  }
  std::string operator()(const EventCumulant& c) const {
    std::vector<std::string> entries{"event = " + events.name_of(c.event)};
    if (c.scale != 1) entries.push_back(fmt::format("scale = {}", c.scale));
    return table_text(entries);
  }
  std::string operator()(const NoiseCumulant& c) const { return fmt::format("{{ noise = {} }}", c.deviation); }
  std::string operator()(const CumulantFunction&) const { throw InvalidInput("its cumulant is a function"); }
};

struct ContinuationText {
  Events& events;

  std::string operator()(const Discount& c) const {
    if (!c.until) return c.gamma == 0 ? "\"myopic\"" : fmt::format("{}", c.gamma);
    std::vector<std::string> entries{fmt::format("gamma = {}", c.gamma), "until = " + events.name_of(*c.until)};
    if (c.then != 0) entries.push_back(fmt::format("then = {}", c.then));
    return table_text(entries);
  }
  std::string operator()(const ContinuationFunction&) const { throw InvalidInput("its continuation is a function"); }
};

struct PolicyText {
  std::string operator()(const SameAsBehaviour&) const { return "\"behaviour\""; }
  std::string operator()(const Always& p) const { return name_text("always " + p.action); }
  std::string operator()(const UniformlyRandom&) const { return "\"random\""; }
  std::string operator()(const Probabilities& p) const { return table_text({"probabilities = " + numbers_text(p.of)}); }
  std::string operator()(const Conditional& p) const {
    return table_text({"if = " + name_text(p.prediction), threshold_text(p.threshold),
                       "then = " + std::visit(*this, p.then), "else = " + std::visit(*this, p.otherwise)});
  }
  std::string operator()(const PolicyFunction&) const { throw InvalidInput("its policy is a function"); }
};

std::string question_text(const Question& question, Events& events) {
  auto text = fmt::format("[[question]]\nname = {}\ncumulant = {}\ncontinuation = {}\n", name_text(question.name),
                          std::visit(CumulantText{events}, question.cumulant),
                          std::visit(ContinuationText{events}, question.continuation));
  if (!std::holds_alternative<SameAsBehaviour>(question.policy))
    text += fmt::format("policy = {}\n", std::visit(PolicyText{}, question.policy));
  return text;
}

/// A file has one group of one-hot signals; those of others are written as signals from 0 to 1.
std::string vocabulary_text(const Vocabulary& vocabulary) {
  std::vector<std::string> one_hot;
  std::string others;
  for (const auto& [name, low, high, group] : vocabulary.signals) {
    if (group == 1) {
      one_hot.push_back(name_text(name));
    } else if (std::isfinite(low) && std::isfinite(high)) {
      others += fmt::format("{} = [{}, {}]\n", name_text(name), low, high);
    } else {
      others += fmt::format("{} = \"any\"\n", name_text(name));
    }
  }
  std::vector<std::string> actions;
  for (const auto& action : vocabulary.actions) actions.push_back(name_text(action));
  std::string text;
  if (!one_hot.empty()) text += fmt::format("one_hot = {}\n", list_text(one_hot));
  if (!actions.empty()) text += fmt::format("actions = {}\n", list_text(actions));
  if (!others.empty()) text += "\n[signals]\n" + others;
  return text;
}

}  // namespace

std::string to_toml(const QuestionNetwork& questions, std::string_view title,
                    const std::vector<std::string>& comments) {
  Events events;
  std::string asked;
  for (std::size_t j = 0; j < questions.size(); ++j) {
    const auto& question = questions.questions()[j];
    asked += "\n";
    if (j < comments.size() && !comments[j].empty()) asked += fmt::format("# {}\n", comments[j]);
    with_where([&] { return fmt::format("question \"{}\"", question.name); },
               [&] { asked += question_text(question, events); });
  }
  const auto title_line = title.empty() ? "" : fmt::format("title = {}\n", toml_text(title));
  return title_line + vocabulary_text(questions.vocabulary()) + events.section() + asked;
}

}  // namespace gvfn
