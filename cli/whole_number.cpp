#include "whole_number.hpp"

#include <fmt/format.h>

#include "gvfn/base/invalid_input.hpp"
#include "language/toml.hpp"

namespace gvfn::cli {

std::int64_t whole_number(const std::string& option, const std::string& text, std::int64_t low, std::int64_t high) {
  const auto table = parse_toml_value(text);
  const auto value = table && table->size() == 1 ? whole_number_of(*table->get("value")) : std::nullopt;
  require(value.has_value(), fmt::format("{} \"{}\" is not a whole number", option, text));
  const auto number = value.value_or(low);
  require(number >= low && number <= high, fmt::format("{} {} is not from {} to {}", option, text, low, high));
  return number;
}

}  // namespace gvfn::cli
