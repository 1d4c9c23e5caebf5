#include "gvfn/question/vocabulary.hpp"

#include "gvfn/base/invalid_input.hpp"

namespace gvfn {

std::size_t Vocabulary::signal(const std::string& name) const {
  std::vector<std::string_view> names;
  for (const auto& info : signals) names.push_back(info.name);
  return index_of("signal", name, names);
}

std::size_t Vocabulary::action(const std::string& name) const { return index_of("action", name, actions); }

VocabularyIndex::VocabularyIndex(const Vocabulary& vocabulary) : actions_("action", vocabulary.actions) {
  for (const auto& signal : vocabulary.signals) signals_.add(signal.name);
}

std::vector<SignalInfo> one_hot_signals(const std::vector<std::string>& names, int group) {
  std::vector<SignalInfo> signals;
  for (const auto& name : names) signals.push_back({name, 0, 1, group});
  return signals;
}

}  // namespace gvfn
