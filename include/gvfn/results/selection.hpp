#pragma once
// From stored runs to lines of a figure: which settings there are, which one of each method is best, and what it
// reaches on runs that it was not chosen by.

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "gvfn/results/statistics.hpp"
#include "gvfn/results/store.hpp"

namespace gvfn {

/// The runs with one configuration, but for their seeds.
struct Setting {
  std::map<std::string, std::string> keys;  // those that have an effect, with values as TOML; `files`, if any
  std::string config;                       // as it is stored
  std::string files;
  std::vector<const StoredRun*> choosing = {};
  std::vector<const StoredRun*> reporting = {};

  /// Of a key; a text without its quotes. Empty for a key that has no effect in it.
  std::string value(const std::string& key) const;
  std::int64_t truncation() const;
};

/// In the order of the runs. They point into `runs`, which must stay.
std::vector<Setting> settings_of(const std::vector<StoredRun>& runs);

/// The keys that make a method, its truncation and the length of its runs included: all that are not tuned.
std::map<std::string, std::string> method_keys(const std::string& config, const std::string& files = "");

/// "GVFN terminating-horizon", "LSTM + auxiliary": what a setting is called in figures, by what makes a method.
std::string method_name(const Setting& setting);

/// The settings of each world, since worlds are not to be compared with each other.
struct WorldSettings {
  std::string world;
  std::vector<Setting> settings;
};
std::vector<WorldSettings> by_world(const std::vector<Setting>& settings);

/// Those in which settings differ that both have them.
std::set<std::string> differing_keys(const std::vector<const Setting*>& settings);

/// Those, and the keys that are not at their defaults: what a reader needs to be told. `worlds` know their own
/// defaults.
std::set<std::string> notable_keys(const std::vector<Setting>& settings, const Worlds& worlds = shipped_worlds());

/// What was measured in these runs; the first one says how good they are.
std::vector<std::string> metrics_of(const std::vector<Setting>& settings);

Statistics statistics_of(const std::vector<const StoredRun*>& runs, const std::string& metric);

/// The best setting of a method at one truncation, chosen by the runs for choosing; by those for reporting only where
/// there are no others. What it is worth, the runs for reporting say; where there are none, or it was chosen by them,
/// `is_fresh` is false: the numbers are of the runs that chose it, so they are optimistic.
struct Choice {
  /// What the best candidate with this step size reaches in the runs that it was chosen by.
  struct ByStepSize {
    double step_size;
    Statistics chosen;
  };

  std::string method;
  Setting setting;
  std::string tuned;       // "step_size 0.01": the tuned keys in which the candidates differ, with values to six digits
  std::size_t candidates;  // settings it was chosen from
  std::vector<ByStepSize> by_step_size = {};  // of the candidates, by optimizer.step_size
  Statistics chosen = {};                     // of the runs it was chosen by
  Statistics reported = {};
  bool is_fresh = false;
};

/// What a star beside a number says.
inline constexpr std::string_view optimistic_note =
    "* measured on the runs that chose it, so it is optimistic: no runs with fresh seeds are stored (fresh_seeds in a "
    "sweep file)";

/// The runs that a choice's numbers are of.
const std::vector<const StoredRun*>& reported_runs(const Choice& choice);

/// By method, in the order of the settings, and truncation. `metric` is what to choose by, the lower the better, but
/// for accuracy.
std::vector<Choice> choose(const std::vector<Setting>& settings, const std::string& metric);

}  // namespace gvfn
