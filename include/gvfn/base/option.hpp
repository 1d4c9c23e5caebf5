#pragma once
// The declaration of an option: which values it takes and what it means, beside the field that holds it.
//
//   struct CorridorOptions {
//     std::int64_t length = 10;
//     double slip = 0.1;
//
//     template <class Self, class Visit>
//     static void fields(Self& self, Visit& visit) {
//       visit("length", self.length, gvfn::Option::number(2, 1000, "Number of cells"));
//       visit("slip", self.slip, gvfn::Option::number(0, 1, "Probability that a move fails"));
//     }
//   };
//
// From this one list follow the keys of a configuration, their defaults, ranges, documentation and checks.

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "gvfn/base/fields.hpp"
#include "gvfn/base/invalid_input.hpp"

namespace gvfn {

/// An option has an effect only where another key has one of these values, or, with `is_other`, a value beside these.
struct Need {
  std::string key;  // of the same section, or with its section: "agent.kind"
  std::vector<std::string_view> values;
  bool is_other = false;
};

struct Option {
  using Names = std::vector<std::string_view>;
  using Needs = std::vector<Need>;

  std::string meaning;
  double low = 0;  // of a number, or of the numbers of a list; low = high: any
  double high = 0;
  Names choices = {};          // of a text or an enumeration; empty: any text
  std::string_view word = {};  // a number may also be this word, which is kept as NaN, or as the whole number 0
  Needs needs = {};
  std::map<std::string_view, std::string> instead = {};  // what to write for a value that users look for here
  bool is_file = false;   // a text that names a file: what is in it is part of what a run is
  bool is_later = false;  // runs were stored before it was there: at its default it is no part of a run's name

  static Option number(double low, double high, std::string meaning, Needs needs = {}) {
    return {.meaning = std::move(meaning), .low = low, .high = high, .needs = std::move(needs)};
  }
  static Option number_or(std::string_view word, double low, double high, std::string meaning, Needs needs = {}) {
    return {.meaning = std::move(meaning), .low = low, .high = high, .word = word, .needs = std::move(needs)};
  }
  template <class Range>
  static Option choice(const Range& names, std::string meaning, Needs needs = {}) {
    return {.meaning = std::move(meaning), .choices = Names(names.begin(), names.end()), .needs = std::move(needs)};
  }
  static Option text(std::string meaning, Needs needs = {}) {
    return {.meaning = std::move(meaning), .needs = std::move(needs)};
  }
  static Option file(std::string meaning, Needs needs = {}) {
    return {.meaning = std::move(meaning), .needs = std::move(needs), .is_file = true};
  }
  static Option flag(std::string meaning, Needs needs = {}) { return text(std::move(meaning), std::move(needs)); }

  /// `value` is none of the option's, and users look for it here: the error says what to write.
  Option instead_of(std::string_view value, std::string assignments) && {
    instead.emplace(value, std::move(assignments));
    return std::move(*this);
  }

  /// For an option that is added to stored runs, with a default that is what was done before. The default stays.
  Option later() && {
    is_later = true;
    return std::move(*this);
  }
};

using OptionValue = std::variant<std::string, std::int64_t, double, bool, std::vector<std::int64_t>>;

/// Is it the option's word, and not a number?
bool is_word(const Option& option, const OptionValue& value);

/// As TOML has it: "text", 3, 0.5, true, [1, 2].
std::string to_text(const Option& option, const OptionValue& value);

/// Throws InvalidInput for a value that the option does not take; `name` is the option's, for the message.
void check_option(std::string_view name, const Option& option, const OptionValue& value);

/// The value of a field, an enumeration as its name.
template <class Field>
OptionValue value_of(const Field& field, const Option& option) {
  if constexpr (std::is_enum_v<Field>) {
    const auto index = static_cast<std::size_t>(field);
    return index < option.choices.size() ? std::string(option.choices[index]) : std::string();
  } else if constexpr (std::is_integral_v<Field> && !std::is_same_v<Field, bool>) {
    return static_cast<std::int64_t>(field);
  } else {
    return field;
  }
}

/// Gives a field a value of its type, which check_option has let pass.
template <class Field>
void set_value(Field& field, const Option& option, const OptionValue& value) {
  if constexpr (std::is_enum_v<Field>) {
    const auto& name = std::get<std::string>(value);
    for (std::size_t i = 0; i < option.choices.size(); ++i)
      if (option.choices[i] == name) field = static_cast<Field>(i);
  } else if constexpr (std::is_integral_v<Field> && !std::is_same_v<Field, bool>) {
    const auto number = std::get<std::int64_t>(value);
    require(std::in_range<Field>(number), std::to_string(number) + " does not fit the type of this option");
    field = static_cast<Field>(number);
  } else {
    field = std::get<Field>(value);
  }
}

/// Checks every declared option of a struct; `prefix` stands before the names. The word of an option is not
/// accepted.
template <class Options>
void check_options(const Options& options, const std::string& prefix) {
  auto check = [&](const std::string& path, const auto& field, const auto& layout) {
    if constexpr (std::is_same_v<std::decay_t<decltype(layout)>, Option>) {
      auto option = layout;
      option.word = {};
      check_option(prefix + path, option, value_of(field, option));
    }
  };
  for_each_field("", options, check);
}

}  // namespace gvfn
