#include "gvfn/experiment/world_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "gvfn/base/name_index.hpp"
#include "language/question_reader.hpp"

namespace gvfn {
namespace {

constexpr double rounding = 1e-9;

/// The keys of a state beside its actions.
constexpr std::array<std::string_view, 4> state_keys{"name", "sees", "start", "ends"};

/// Names and probabilities: `"bright"`, or `{ dark = 0.2, bright = 0.8 }`.
std::vector<std::pair<std::size_t, double>> read_distribution(const TomlEntry& entry, const toml::node& node,
                                                              const NameIndex& names) {
  const auto place = [&](const toml::node& at, std::string_view name) {
    return entry.checked(at, [&] { return names.place(name); });
  };
  if (node.is_string()) return {{place(node, entry.text(node)), 1.0}};
  std::vector<std::pair<std::size_t, double>> found;
  double sum = 0;
  for (const auto& [name, prob] :
       entry.inner(node, fmt::format("what leads to a {} (or a text)", names.kind())).entries()) {
    const double value = entry.number(*prob);
    if (!(value >= 0 && value <= 1)) entry.fail(*prob, fmt::format("probability {} is outside [0, 1]", value));
    found.emplace_back(place(*prob, name), value);
    sum += value;
  }
  if (!(std::abs(sum - 1) <= rounding)) entry.fail(node, fmt::format("the probabilities add up to {}, not to 1", sum));
  return found;
}

class Reader {
 public:
  Reader(std::string_view text, std::string_view source)
      : table_(parse_toml(text, source)), file_(table_, source), source_(source) {}

  WorldTables read() {
    file_.allow("a world file", {"title", "one_hot", "signals", "actions", "events", "question", "state", "behaviour"});
    auto asked = read_questions(file_, source_);
    tables_.vocabulary = std::move(asked.vocabulary);
    tables_.evaluation.questions = std::move(asked.questions);
    for (const auto& action : tables_.vocabulary.actions)
      if (std::ranges::find(state_keys, action) != state_keys.end())
        file_.fail(file_.node("actions"),
                   fmt::format("no action can be named \"{}\", which is a key of a [[state]]", action));
    const auto* states = file_.has("state") ? file_.node("state").as_array() : nullptr;
    if (!states || states->empty()) file_.fail(table_, "a world file has states ([[state]])");
    read_names(*states);
    check_size(*states);
    names_.emplace(tables_.vocabulary);
    for (const auto& node : *states) read_state(file_.inner(node, "a state"));
    read_start(*states);
    read_behaviour();
    check_reachable(*states);
    return std::move(tables_);
  }

 private:
  /// The names of its actions; without any, every step is `next`.
  std::vector<std::string> actions() const {
    const auto& names = tables_.vocabulary.actions;
    return names.empty() ? std::vector<std::string>{"next"} : names;
  }

  void read_names(const toml::array& states) {
    for (const auto& node : states) {
      const auto entry = file_.inner(node, "a state");
      const auto name = entry.text("name");
      if (!states_.add(name)) entry.fail(entry.node("name"), fmt::format("two states are named \"{}\"", name));
      ends_.push_back(entry.flag("ends"));
    }
    tables_.states = states_.all();
  }

  /// What a state does not say takes as much room as what it says.
  void check_size(const toml::array& states) const {
    const auto& [signals, actions] = tables_.vocabulary;
    if (states.size() > most_state_numbers / (signals.size() + actions.size()))
      file_.fail(states, fmt::format("{} states with {} signals and {} actions are more than {} numbers", states.size(),
                                     signals.size(), actions.size(), most_state_numbers));
  }

  void read_state(const TomlEntry& entry) {
    const auto names = actions();
    std::vector<std::string_view> keys(state_keys.begin(), state_keys.end());
    keys.insert(keys.end(), names.begin(), names.end());
    entry.allow("a state", keys);
    read_observation(entry);
    auto& to = tables_.to.emplace_back();
    const auto here = tables_.to.size() - 1;
    for (const auto& name : names) {
      auto& branches = to.emplace_back();
      if (ends_[here]) {
        if (entry.has(name)) entry.fail(entry.node(name), "nothing is done in a state that ends the episode");
        branches.push_back({here, 1, true});
        continue;
      }
      for (const auto& [next, prob] : read_distribution(entry, entry.node(name), states_))
        branches.push_back({next, prob, ends_[next]});
    }
  }

  /// Signals that are not named are 0.
  void read_observation(const TomlEntry& entry) {
    auto& seen = tables_.observations.emplace_back(tables_.vocabulary.signals.size());
    if (!entry.has("sees")) return;
    for (const auto& [name, node] : entry.inner(entry.node("sees"), "what a state sees").entries()) {
      const auto signal = entry.checked(*node, [&, &name = name] { return names_->signal(name); });
      const auto& info = tables_.vocabulary.signals[signal];
      const double value = entry.number(*node);
      if (value < info.low || value > info.high)
        entry.fail(*node, fmt::format("signal \"{}\" is {}, outside its declared range, {} to {}", name, value,
                                      info.low, info.high));
      seen[signal] = static_cast<float>(value);
      if (!std::isfinite(seen[signal]))
        entry.fail(*node, fmt::format("signal \"{}\" is {}, which is too large", name, value));
    }
  }

  /// Where no state has a start, every one of them has the same.
  void read_start(const toml::array& states) {
    auto& probs = tables_.start_probs;
    for (const auto& node : states) {
      const auto entry = file_.inner(node, "a state");
      probs.push_back(entry.number_or("start", 0));
      if (!(probs.back() >= 0 && probs.back() <= 1))
        entry.fail(entry.node("start"), fmt::format("start {} is no probability", probs.back()));
      if (probs.back() > 0 && ends_[probs.size() - 1])
        entry.fail(entry.node("start"), "no episode starts in a state that ends it");
    }
    const double sum = std::accumulate(probs.begin(), probs.end(), 0.0);
    if (sum == 0) {
      const auto count = static_cast<double>(probs.size() - static_cast<std::size_t>(std::ranges::count(ends_, true)));
      if (count == 0) file_.fail(table_, "every state ends the episode");
      for (std::size_t s = 0; s < probs.size(); ++s) probs[s] = ends_[s] ? 0 : 1 / count;
    } else if (std::abs(sum - 1) > rounding) {
      file_.fail(table_, fmt::format("the starts of the states add up to {}, not to 1", sum));
    }
  }

  void read_behaviour() {
    const auto names = actions();
    auto& probs = tables_.action_probs;
    probs.assign(names.size(), file_.has("behaviour") ? 0 : 1 / static_cast<double>(names.size()));
    if (!file_.has("behaviour")) return;
    const auto entry = file_.inner(file_.node("behaviour"), "the behaviour");
    entry.allow("the behaviour", {"probabilities"});
    for (const auto& [action, prob] : read_distribution(entry, entry.node("probabilities"), {"action", names}))
      probs[action] = prob;
  }

  void check_reachable(const toml::array& states) const {
    const auto found = reachable_states(model_of(TableWorld(std::make_shared<const WorldTables>(tables_)),
                                                 FixedBehaviour(tables_.action_probs)))
                           .seen;
    const auto lost = std::ranges::find(found, false) - found.begin();
    if (lost < std::ssize(found))
      file_.fail(
          states[static_cast<std::size_t>(lost)],
          fmt::format("state \"{}\" cannot be reached: it is no start, and no state that can be reached leads to it",
                      tables_.states[static_cast<std::size_t>(lost)]));
  }

  toml::table table_;
  TomlEntry file_;
  std::string_view source_;
  WorldTables tables_;
  std::optional<VocabularyIndex> names_;
  NameIndex states_{"state"};
  std::vector<bool> ends_;  // by state: the episode ends with it
};

}  // namespace

std::shared_ptr<const WorldTables> parse_world(std::string_view text, std::string_view source) {
  return std::make_shared<const WorldTables>(Reader(text, source).read());
}

std::shared_ptr<const WorldTables> load_world(const std::string& name_or_path) {
  const auto [source, text] = load_text("world file", name_or_path, shipped_tables());
  return parse_world(text, source);
}

}  // namespace gvfn
