#pragma once
// The configuration of a run: a TOML file, `--set key=value` on top of it, defaults below it. Every option is declared
// once, beside its field; keys() lists the declarations, and docs/configuration.md is printed from them.

#include <array>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "gvfn/agent/agent_options.hpp"
#include "gvfn/base/text.hpp"
#include "gvfn/discovery/discovery_options.hpp"
#include "gvfn/experiment/worlds.hpp"

namespace gvfn {

/// A number of units that the shipped settings decide on; a step size is automatic_step_size then.
inline constexpr std::int64_t shipped_units = 0;

/// The cells by their names in a configuration.
inline constexpr std::array<std::string_view, 4> cell_names{"action-rnn", "rnn", "gru", "lstm"};
inline constexpr std::array<std::string_view, 3> agent_kinds{"gvfn", "rnn", "forecast"};

struct WorldConfig {
  std::string name = "compass-world";
  WorldValues options = {};  // those that were set; the others are at their defaults
};

struct AgentConfig {
  std::string kind = "gvfn";
  std::string questions = "terminating-horizon";
  std::string cell = "action-rnn";
  std::string activation = "auto";
  std::int64_t units = shipped_units;
  std::int64_t truncation = 1;
  InputScaling inputs = InputScaling::automatic;
  std::vector<std::int64_t> traces = {};
  bool complement = true;
  bool constant_input = false;
  std::string auxiliary = "none";
  std::int64_t horizon = 8;
  std::int64_t free_units = 0;
  double target_weight = 0;
  std::string below = "none";
  std::int64_t below_units = 40;
  std::string beside = "none";
  std::int64_t beside_units = 40;

  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit);
};

struct LearnerConfig {
  std::string rule = "auto";
  Loss loss = Loss::half_sum;
  LearnerOptions options = {};  // but for its rule

  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit);
};

struct HeadConfig {
  std::vector<std::int64_t> hidden = {};
  Activation activation = Activation::relu;
  Loss loss = Loss::half_mean;
  bool zero_start = false;
  double lambda = 0;
  OptimizerOptions optimizer = {.name = OptimizerKind::same};

  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit);
};

struct DiscoveryConfig {
  std::string primitives = "none";
  std::int64_t units = 100;
  DiscoveryOptions options = {};

  bool is_on() const { return primitives != "none"; }

  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit);
};

/// More could hardly be kept while a run is under way, nor stored: SQLite takes texts of up to a gigabyte.
inline constexpr std::int64_t most_curve_points = 1'000'000;

struct RunConfig {
  std::int64_t steps = 1'000'000;
  std::int64_t seed = 1;
  std::int64_t window = 10'000;
  double divergence_bound = 1e6;
  bool by_question = false;
  std::string instruction_set = "auto";

  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit);
};

struct Config {
  Worlds worlds = shipped_worlds();  // those that world.name may name
  WorldConfig world = {};
  AgentConfig agent = {};
  LearnerConfig learner = {};
  HeadConfig head = {};
  OptimizerOptions optimizer = {};
  DiscoveryConfig discovery = {};
  RunConfig run = {};
};

/// A key of one Config: its declaration, and its value there.
struct Key {
  std::string_view name;
  const Option* option;
  std::function<OptionValue()> get;
  std::function<void(const OptionValue&)> set;

  /// The value as TOML.
  std::string text() const { return to_text(*option, get()); }
};

/// Every key, those of the configuration's world among them. They point into the configuration. Throws InvalidInput for
/// a world that is not there.
std::vector<Key> keys(Config& config);

/// All at its default: in Compass World, or, where that is not among the worlds, in the first of them.
Config usual_config(const Worlds& worlds);

/// Reads a file, or a shipped configuration by its name ("compass-world", ...). The name of a world that has none gives
/// the defaults in that world. Throws InvalidInput: also for a key that has no effect in this configuration.
Config load_config(const std::string& name_or_path, const Worlds& worlds = shipped_worlds());
Config parse_config(std::string_view text, std::string_view source, const Worlds& worlds = shipped_worlds());

/// Assignments such as `agent.truncation=4`, all together: the value is TOML, or a text without its quotes. Throws
/// InvalidInput: also where one of them has no effect in the configuration that they make.
void set_keys(Config& config, const std::vector<std::string>& assignments);
void set_key(Config& config, const std::string& assignment);

/// Why a key has no effect in this configuration: `it needs agent.kind = "rnn", and agent.kind is "gvfn"`; empty where
/// it has one.
std::string why_no_effect(const Config& config, const std::string& key);

/// The configuration that is run: what has no effect is at its default, and shipped values are filled in.
Config resolved(const Config& config);

/// The whole configuration, resolved: a line `key = value` for each key that has an effect, in the order of keys(),
/// without the seed. This is a run's name in a store. parse_config reads it back.
std::string to_toml(const Config& config);

/// The defaults of all keys, as TOML, in a world. Of a world that is not there, its own keys are left out.
std::map<std::string, std::string> usual_values(const std::string& world, const Worlds& worlds = shipped_worlds());

/// The keys that are tuned: the real numbers that say how to learn (step sizes, traces, weights of losses). All other
/// keys make another method.
bool is_tuned(const std::string& key);

/// "GVFN terminating-horizon", "LSTM + auxiliary": what a method is called in figures and in shipped settings. `value`
/// gives a key's value, a text without quotes.
std::string method_name(const std::function<std::string(const std::string& key)>& value);
std::string method_name(const Config& config);

/// `agent.kind = "rnn"`, `agent.below other than "none"`.
std::string to_text(const Need& need);

/// A key as people read it.
struct KeyText {
  std::string name;
  std::string usual;  // its default, as TOML
  std::string meaning;
  std::string values;
  std::vector<std::string> needs;
};
/// All keys but those of worlds; and those of one world.
std::vector<KeyText> key_texts(const Worlds& worlds = shipped_worlds());
std::vector<KeyText> key_texts_of(const std::string& world, const Worlds& worlds = shipped_worlds());

/// The configuration as a file to start from: each key that has an effect, with a comment that says what it means.
/// Those at their defaults are commented out.
std::string commented_toml(const Config& config);

/// The page docs/configuration.md, and the part of it that says which keys have an effect for which kind of agent.
std::string describe_keys(const Worlds& worlds = shipped_worlds());
std::string describe_effects();

/// Throws InvalidInput for a value that its key does not take: also for a Config that was filled in by a program.
void validate(const Config& config);

/// The configurations that come with the library.
const ShippedTexts& shipped_configs();

}  // namespace gvfn
