#pragma once
// A table of texts, in columns.

#include <string>
#include <vector>

namespace gvfn::cli {

struct Table {
  std::vector<std::string> titles;
  std::vector<std::vector<std::string>> rows = {};

  /// One line a row; columns are as wide as they need to be, and those of numbers are aligned to the right.
  std::string text() const;
};

}  // namespace gvfn::cli
