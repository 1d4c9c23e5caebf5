#include "gvfn/base/option.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "gvfn/base/invalid_input.hpp"
#include "gvfn/base/text.hpp"

namespace gvfn {
namespace {

template <class Number>
void check_number(std::string_view name, const Option& option, Number number) {
  const auto value = static_cast<double>(number);
  if (option.low == option.high || (value >= option.low && value <= option.high)) return;
  const auto or_word = option.word.empty() ? "" : fmt::format(", nor \"{}\"", option.word);
  throw InvalidInput(
      fmt::format("{} = {} is not from {:.7g} to {:.7g}{}", name, number, option.low, option.high, or_word));
}

std::string unknown_choice(std::string_view name, const std::string& value, const Option& option) {
  const auto found = option.instead.find(value);
  if (found == option.instead.end()) return unknown_name(name, value, option.choices);
  return fmt::format("unknown {} \"{}\"; write {}", name, value, found->second);
}

}  // namespace

bool is_word(const Option& option, const OptionValue& value) {
  if (option.word.empty()) return false;
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return *whole == 0;
  const auto* real = std::get_if<double>(&value);
  return real && std::isnan(*real);
}

std::string to_text(const Option& option, const OptionValue& value) {
  if (is_word(option, value)) return toml_text(option.word);
  return std::visit(
      [](const auto& v) -> std::string {
        using T = std::decay_t<decltype(v)>;
        if constexpr (std::is_same_v<T, std::string>) {
          return toml_text(v);
        } else if constexpr (std::is_same_v<T, double>) {
          return v == 0 && std::signbit(v) ? "-0.0" : fmt::format("{}", v);  // -0 would be a whole number
        } else {
          return fmt::format("{}", v);
        }
      },
      value);
}

void check_option(std::string_view name, const Option& option, const OptionValue& value) {
  if (is_word(option, value)) return;
  std::visit(
      [&](const auto& v) {
        using T = std::decay_t<decltype(v)>;
        if constexpr (std::is_same_v<T, std::string>) {
          if (!option.choices.empty() && std::ranges::find(option.choices, v) == option.choices.end())
            throw InvalidInput(unknown_choice(name, v, option));
        } else if constexpr (std::is_same_v<T, double> || std::is_same_v<T, std::int64_t>) {
          check_number(name, option, v);
        } else if constexpr (std::is_same_v<T, std::vector<std::int64_t>>) {
          for (const auto item : v) check_number(name, option, item);
        }
      },
      value);
}

}  // namespace gvfn
