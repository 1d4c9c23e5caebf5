#pragma once
// The order of the places of a ring.

#include <cassert>
#include <cstddef>

#include "gvfn/base/fields.hpp"

namespace gvfn {

/// Places 0 to size - 1, of which one is the first. Moving on makes the next one the first, and the first the last:
/// names move, and what is at the places stays where it is.
class Ring {
 public:
  explicit Ring(std::size_t size) : size_(size) {}

  std::size_t size() const { return size_; }

  /// The place that is k behind the first.
  std::size_t place(std::size_t k) const {
    assert(k < size_);
    const std::size_t i = first_ + k;
    return i < size_ ? i : i - size_;
  }
  void move_on() { first_ = first_ + 1 == size_ ? 0 : first_ + 1; }

  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("first", self.first_, Below{self.size_});
  }

 private:
  std::size_t size_;
  std::size_t first_ = 0;
};

}  // namespace gvfn
