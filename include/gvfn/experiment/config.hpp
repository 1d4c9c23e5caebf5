#pragma once
// The configuration of a run: a TOML file, `--set key=value` on top of it, defaults below it. keys() is the one list of
// what can be set, what it means, and which values it takes; docs/configuration.md is printed from it.

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "gvfn/base/text.hpp"

namespace gvfn {

struct OptimizerConfig {
  std::string name = "sgd";
  double step_size = 0.01;
  double decay = 0;
  double momentum = 0.9;
  double square_decay = 0.9;
  double beta1 = 0.9;
  double beta2 = 0.999;
  double epsilon = 1e-8;
  double clip_norm = 0;
  std::int64_t batch = 1;
};

struct Config {
  struct {
    std::string name = "compass-world";
    std::int64_t size = 0;
    double leap = 0.1;
    std::int64_t wander = 0;
    double wander_prob = 0;
    std::int64_t horizon = 12;
  } world;
  struct {
    std::string kind = "gvfn";
    std::string questions = "terminating-horizon";
    std::string cell = "action-rnn";
    std::string activation = "auto";
    std::int64_t units = 40;
    std::int64_t truncation = 1;
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
  } agent;
  struct {
    std::string rule = "auto";
    std::string sensitivity = "bptt";
    std::string loss = "half-sum";
    double lambda = 0.9;
    double second_step_size = 0.01;
    std::string form = "tdc";
    bool hessian = true;
  } learner;
  struct {
    std::vector<std::int64_t> hidden;
    std::string activation = "relu";
    std::string loss = "half-mean";
    OptimizerConfig optimizer = {.name = "same"};
  } head;
  OptimizerConfig optimizer;
  struct {
    std::int64_t steps = 1'000'000;
    std::int64_t seed = 1;
    std::int64_t window = 10'000;
    double divergence_bound = 1e6;
    std::string instruction_set = "auto";
  } run;
};

/// The cells by their names in a configuration.
inline constexpr std::array<std::string_view, 4> cell_names{"action-rnn", "rnn", "gru", "lstm"};

struct Key {
  using Value = std::variant<std::string*, std::int64_t*, double*, bool*, std::vector<std::int64_t>*>;

  std::string name;
  Value value;  // where it is kept in the Config
  std::string_view meaning;
  std::vector<std::string_view> choices = {};  // for texts; empty: any
  double low = 0;                              // for numbers
  double high = 0;
};

/// Every key, bound to the fields of one Config.
std::vector<Key> keys(Config& config);

/// Reads a file, or a shipped configuration by its name ("compass-world", ...). Throws InvalidInput.
Config load_config(const std::string& name_or_path);
Config parse_config(std::string_view text, std::string_view source);

/// `agent.truncation=4`: the value is TOML, or a text without its quotes. Throws InvalidInput.
void set_key(Config& config, std::string_view assignment);

/// A key's value as TOML.
std::string value_text(const Key& key);

/// What differs from the defaults, a line `key = value` each, in the order of keys(); without the seed. parse_config
/// reads it back.
std::string to_toml(const Config& config);

/// The keys that are tuned: the real numbers that say how to learn (step sizes, traces, weights of losses). All other
/// keys make another method.
bool is_tuned(const std::string& key);

/// The page docs/configuration.md.
std::string describe_keys();

/// Throws InvalidInput for a value that its key does not take: also for a Config that was filled in by a program.
void validate(const Config& config);

/// The configurations that come with the library.
const ShippedTexts& shipped_configs();

}  // namespace gvfn
