#pragma once
// The names that questions may use: the signals of an observation, in their order, and the actions.

#include <limits>
#include <string>
#include <vector>

#include "gvfn/base/name_index.hpp"

namespace gvfn {

struct SignalInfo {
  std::string name;
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
  /// Of the signals that share a group above 0, exactly one is 1 and the others are 0.
  int one_hot_group = 0;

  friend bool operator==(const SignalInfo&, const SignalInfo&) = default;
  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("name", self.name);
    visit("low", self.low);
    visit("high", self.high);
    visit("one_hot_group", self.one_hot_group);
  }
};

struct Vocabulary {
  std::vector<SignalInfo> signals = {};
  std::vector<std::string> actions = {};

  /// Both throw InvalidInput, with the nearest name, for a name that is not there.
  std::size_t signal(const std::string& name) const;
  std::size_t action(const std::string& name) const;

  friend bool operator==(const Vocabulary&, const Vocabulary&) = default;
  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("signals", self.signals);
    visit("actions", self.actions);
  }
};

/// The same lookups, for many names: a Vocabulary goes through its lists each time.
class VocabularyIndex {
 public:
  VocabularyIndex(const Vocabulary& vocabulary);

  std::size_t signal(std::string_view name) const { return signals_.place(name); }
  std::size_t action(std::string_view name) const { return actions_.place(name); }
  std::size_t action_count() const { return actions_.all().size(); }

 private:
  NameIndex signals_{"signal"};
  NameIndex actions_{"action"};
};

/// Signals of which exactly one is 1 and the others are 0.
std::vector<SignalInfo> one_hot_signals(const std::vector<std::string>& names, int group = 1);

}  // namespace gvfn
