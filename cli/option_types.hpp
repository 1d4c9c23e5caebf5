#pragma once
// Kinds of options that several commands have.

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "jobs.hpp"
#include "whole_number.hpp"

namespace gvfn::cli {

/// KEY=VALUE, as often as one likes.
inline void add_assignments(CLI::App* command, std::vector<std::string>& assignments, const std::string& meaning) {
  command->add_option("--set", assignments, meaning)->type_name("KEY=VALUE")->allow_extra_args(false);
}

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

/// An empty name would count as no option; and one that begins with two dashes is an option whose file was forgotten.
inline std::string is_file_name(const std::string& name) {
  if (name.empty()) return "the name of the file is empty";
  return name.starts_with("--") ? "a file is expected, and not " + name : "";
}

/// A file's name.
template <class Text>
CLI::Option* add_file(CLI::App* command, const std::string& name, Text& file, const std::string& meaning) {
  return command->add_option(name, file, meaning)->type_name("FILE")->check(is_file_name);
}

template <class Number>
void add_jobs(CLI::App* command, Number& jobs) {
  add_whole(command, "--jobs", jobs, 1, most_jobs, "Number of runs at a time")->default_str("the machine's threads");
}

}  // namespace gvfn::cli
