#pragma once
// Reading TOML, with the position of every mistake. For the library's sources: headers do not include this.

#include <toml++/toml.h>

#include <string>
#include <string_view>

namespace gvfn {

/// Throws InvalidInput, `source:line:column: what is wrong`, for text that is no TOML.
toml::table parse_toml(std::string_view text, std::string_view source);

/// The value of a node that is a number.
double number_of(const toml::node& node);

/// `source:line:column: message`
std::string at_place(std::string_view source, const toml::node& node, std::string_view message);

}  // namespace gvfn
