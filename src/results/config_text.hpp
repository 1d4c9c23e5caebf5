#pragma once
// The text of a stored configuration: a line `key = value` for each key, as to_toml writes it.

#include <map>
#include <string>
#include <string_view>

#include "language/toml.hpp"

namespace gvfn {

/// The keys and their values, as TOML. Throws InvalidInput for a line that is no `key = value`.
std::map<std::string, std::string> keys_in(std::string_view config);

/// Throws InvalidInput where keys_in does, and for a value that is none of a configuration.
void check_config_text(std::string_view config);

/// A value as TOML has it. Throws InvalidInput for what is no text, number, truth value, or list of these.
toml::table parse_value(std::string_view value);

/// A value without its quotes, if it is a text.
std::string plain_value(const std::string& value);

/// agent.truncation among these keys, or 1: learners that carry the past along have no other. Throws InvalidInput where
/// it is no whole number.
std::int64_t truncation_in(const std::map<std::string, std::string>& keys);

}  // namespace gvfn
