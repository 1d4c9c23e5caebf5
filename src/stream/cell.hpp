#pragma once
// What stands in a cell of a table.

#include <string_view>

namespace gvfn {

enum class CellKind { number, missing, not_finite, text };

struct Cell {
  CellKind kind;
  double number = 0;  // of a number
};

/// Spaces around it do not count. Missing are an empty cell, NA, N/A, #N/A, nan, null, none, - and ?, in large or small
/// letters; not finite are inf and numbers beyond those of a double. The decimal sign is a point, or a comma where
/// there is one comma and no point.
Cell read_cell(std::string_view text);

}  // namespace gvfn
