#include "whole_number.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "gvfn/base/invalid_input.hpp"

namespace gvfn::cli {

std::int64_t whole_number(const std::string& option, const std::string& text, std::int64_t low, std::int64_t high) {
  auto digits = text;
  std::erase(digits, '_');
  const auto* const end = digits.data() + digits.size();
  std::int64_t exact = 0;
  const auto parsed = std::from_chars(digits.data(), end, exact);
  double value = static_cast<double>(exact);
  bool is_number = parsed.ec == std::errc() && parsed.ptr == end;
  const bool is_exact = is_number;
  if (!is_number) {
    const auto real = std::from_chars(digits.data(), end, value);
    is_number = real.ec == std::errc() && real.ptr == end && std::isfinite(value);
  }
  require(is_number && value == std::floor(value), fmt::format("{} {} is not a whole number", option, text));
  require(value >= static_cast<double>(low) && value <= static_cast<double>(high),
          fmt::format("{} {} is not from {} to {}", option, text, low, high));
  return is_exact ? exact : static_cast<std::int64_t>(value);
}

}  // namespace gvfn::cli
