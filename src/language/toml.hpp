#pragma once
// Reading TOML, with the position of every mistake. For the library's sources: headers do not include this.

#include <toml++/toml.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "gvfn/base/invalid_input.hpp"

namespace gvfn {

/// Throws InvalidInput, `source:line:column: what is wrong`, for text that is no TOML, and for keys of more than 64
/// parts.
toml::table parse_toml(std::string_view text, std::string_view source);

/// What is given to a key as TEXT: the table `value = TEXT`; none, if that is no TOML.
std::optional<toml::table> parse_toml_value(std::string_view text);

/// The value of a node that is a number.
double number_of(const toml::node& node);

/// The value of a node that is a whole number, also as people write large ones: 1e6. None for any other.
std::optional<std::int64_t> whole_number_of(const toml::node& node);

/// `source:line:column: message`
std::string at_place(std::string_view source, const toml::node& node, std::string_view message);

/// What the function throws as InvalidInput gets the place of the node.
template <class Function>
void with_place(std::string_view source, const toml::node& node, Function function) {
  try {
    function();
  } catch (const InvalidInput& error) {
    throw InvalidInput(at_place(source, node, error.what()));
  }
}

}  // namespace gvfn
