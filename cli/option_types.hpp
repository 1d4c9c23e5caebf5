#pragma once
// Kinds of options that several commands have.

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>

#include "jobs.hpp"
#include "whole_number.hpp"

namespace gvfn::cli {

/// A whole number from low to high.
template <class Number>
CLI::Option* add_whole(CLI::App* command, const std::string& name, Number& number, std::int64_t low, std::int64_t high,
                       const std::string& meaning) {
  return command
      ->add_option_function<std::string>(
          name,
          [=, &number](const std::string& text) { number = static_cast<Number>(whole_number(name, text, low, high)); },
          meaning)
      ->type_name("N");
}

/// An empty name would count as no option.
inline std::string is_file_name(const std::string& name) { return name.empty() ? "the name of the file is empty" : ""; }

/// A file's name.
template <class Text>
CLI::Option* add_file(CLI::App* command, const std::string& name, Text& file, const std::string& meaning) {
  return command->add_option(name, file, meaning)->type_name("FILE")->check(is_file_name);
}

inline void add_jobs(CLI::App* command, std::size_t& jobs) {
  add_whole(command, "--jobs", jobs, 1, most_jobs, "Number of runs at a time")->default_str("the machine's threads");
}

}  // namespace gvfn::cli
