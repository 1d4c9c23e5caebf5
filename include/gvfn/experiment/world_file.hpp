#pragma once
// A world as a TOML file. docs/worlds.md describes it.

#include <memory>
#include <string>
#include <string_view>

#include "gvfn/base/text.hpp"
#include "gvfn/world/table_world.hpp"

namespace gvfn {

/// Throws InvalidInput, with line and column: also for probabilities that do not add up to 1, and states that cannot be
/// reached.
std::shared_ptr<const WorldTables> parse_world(std::string_view text, std::string_view source);

/// Reads a file, or a shipped world by its name ("coffee", ...).
std::shared_ptr<const WorldTables> load_world(const std::string& name_or_path);

/// The world files that come with the library.
const ShippedTexts& shipped_tables();

}  // namespace gvfn
