#pragma once
// Keys of a configuration in TOML: what configurations and sweeps are read with (config.cpp has the code).

#include <string>
#include <string_view>
#include <vector>

#include "gvfn/experiment/config.hpp"
#include "language/toml.hpp"

namespace gvfn {

struct ConfigEntry {
  std::string name;  // "agent.truncation", whether it is written so or as `truncation` under [agent]
  const toml::node* node;
};

/// In the order of the file. Whether there are such keys is not checked.
std::vector<ConfigEntry> config_entries(const toml::table& table);

/// Throws InvalidInput, with the nearest name, if there is none of that name.
const Key& find_key(const std::vector<Key>& all, std::string_view name);

/// Throws InvalidInput for a value that the key does not take.
void assign(const Key& key, const toml::node& node);

}  // namespace gvfn
