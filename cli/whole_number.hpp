#pragma once
// Whole numbers as in a configuration: 100000, 100_000, 1e5.

#include <cstdint>
#include <string>

namespace gvfn::cli {

/// Throws InvalidInput, with the option's name, for a text that is no whole number from low to high.
std::int64_t whole_number(const std::string& option, const std::string& text, std::int64_t low, std::int64_t high);

}  // namespace gvfn::cli
