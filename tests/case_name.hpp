#pragma once
// Parameterised tests end in the names of their cases, and print them where they fail.

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <string>

namespace gvfn {

/// A case's name, or the case itself where it is a text; of letters and digits, as gtest wants it.
struct CaseName {
  template <class Case>
  std::string operator()(const testing::TestParamInfo<Case>& test) const {
    std::string name;
    if constexpr (requires { test.param.name; }) {
      name = test.param.name;
    } else {
      name = test.param;
    }
    std::ranges::replace_if(
        name, [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
    return name;
  }
};

}  // namespace gvfn
