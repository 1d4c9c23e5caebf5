#pragma once
#include <fmt/format.h>
#include <regex.h>

#include <string>

#include "gvfn/base/invalid_input.hpp"

namespace gvfn {

/// A POSIX regular expression, which cannot be made to run for ever.
class Filter {
 public:
  explicit Filter(const std::string& pattern) {
    if (pattern.size() > 200 || regcomp(&compiled_, pattern.c_str(), REG_EXTENDED | REG_NOSUB) != 0)
      throw InvalidInput(fmt::format("\"{}\" is no regular expression of at most 200 letters", pattern.substr(0, 200)));
  }
  ~Filter() { regfree(&compiled_); }
  Filter(const Filter&) = delete;
  Filter& operator=(const Filter&) = delete;

  bool matches(const std::string& text) const { return regexec(&compiled_, text.c_str(), 0, nullptr, 0) == 0; }

 private:
  regex_t compiled_{};
};

}  // namespace gvfn
