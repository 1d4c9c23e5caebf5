#pragma once
// The configuration of a stored run as text. It is whole, so that a later change of a default renames nothing.

#include <cstdint>
#include <string>

namespace gvfn {

/// The formats in which a store has had its configurations: 1 left out what was at its default then, 2 is whole.
inline constexpr std::int64_t config_format = 2;

/// A stored text as to_toml would write it today: one of format 1 is completed by the defaults that it was written
/// with, and loses the keys that had no effect.
std::string whole_config(const std::string& text, std::int64_t format);

}  // namespace gvfn
