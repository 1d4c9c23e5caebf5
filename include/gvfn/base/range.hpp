#pragma once
// An interval of numbers.

namespace gvfn {

struct Range {
  double low;
  double high;

  friend bool operator==(const Range&, const Range&) = default;
};

}  // namespace gvfn
