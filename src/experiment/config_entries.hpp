#pragma once
// Keys of a configuration in TOML: what configurations and sweeps are read with (config.cpp has the code).

#include <string>
#include <string_view>
#include <vector>

#include "experiment/effects.hpp"
#include "language/toml.hpp"

namespace gvfn {

struct ConfigEntry {
  std::string name;  // "agent.truncation", whether it is written so or as `truncation` under [agent]
  const toml::node* node;
};

/// In the order of the file, but that the world's name comes first. Whether there are such keys is not checked.
std::vector<ConfigEntry> config_entries(const toml::table& table);

/// Throws InvalidInput, with the nearest name, if the configuration has no key of that name; a key of another world is
/// said to be one.
Key find_key(Config& config, std::string_view name);

/// The value that a TOML node gives a key. Throws InvalidInput for one that it does not take.
OptionValue value_in(const Key& key, const toml::node& node);

/// `key=value`; whether it has an effect is not checked.
void assign(Config& config, std::string_view assignment);

/// Throws InvalidInput, with the reason, where a key that was set has no effect.
void require_effect(Effects& effects, std::string_view key);

}  // namespace gvfn
