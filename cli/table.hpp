#pragma once
// A table of texts, in columns.

#include <string>
#include <vector>

#include "wrap.hpp"

namespace gvfn::cli {

struct Table {
  std::vector<std::string> titles;
  std::vector<std::vector<std::string>> rows = {};

  /// One line a row; columns are as wide as they need to be, and those of numbers are aligned to the right. Where that
  /// is wider than `most` columns, cells of texts take several lines.
  std::string text(std::size_t most = terminal_width()) const;

  /// In columns, if titles are broken into lines, and no other cell is.
  std::size_t width() const;
};

}  // namespace gvfn::cli
