#pragma once
// Memory as the kernels want it: aligned to a cache line, sizes rounded up to whole lines.

#include <algorithm>
#include <cstddef>
#include <new>
#include <vector>

namespace gvfn {

inline constexpr std::size_t alignment = 64;

/// The smallest multiple of a cache line's worth of T that holds n of them.
template <class T>
constexpr std::size_t padded(std::size_t n) {
  constexpr std::size_t line = alignment / sizeof(T);
  return (n + line - 1) / line * line;
}

/// How far apart the rows of a matrix with n columns stand. Short rows are padded to half a line only: two of them are
/// whole lines, which the kernels take at once.
template <class T>
constexpr std::size_t row_stride(std::size_t n) {
  constexpr std::size_t half = alignment / sizeof(T) / 2;
  return n <= 7 * half ? (n + half - 1) / half * half : padded<T>(n);
}

template <class T>
struct AlignedAllocator {
  using value_type = T;

  AlignedAllocator() = default;
  template <class U>
  AlignedAllocator(const AlignedAllocator<U>&) {}

  T* allocate(std::size_t n) { return static_cast<T*>(::operator new (n * sizeof(T), std::align_val_t{alignment})); }
  void deallocate(T* p, std::size_t) { ::operator delete (p, std::align_val_t{alignment}); }

  friend bool operator==(const AlignedAllocator&, const AlignedAllocator&) { return true; }
};

template <class T>
using AlignedVector = std::vector<T, AlignedAllocator<T>>;

template <class T>
bool is_zero(const AlignedVector<T>& values) {
  return std::all_of(values.begin(), values.end(), [](T value) { return value == 0; });
}

}  // namespace gvfn
