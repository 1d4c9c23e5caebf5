// What the vector kernels share: vectors, tiles of a row, rows that end with half a vector, and the reciprocal.
// Highway includes this once for each instruction set, hence the toggled guard.

#if defined(GVFN_KERNEL_VECTOR_TILES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GVFN_KERNEL_VECTOR_TILES_INL
#undef GVFN_KERNEL_VECTOR_TILES_INL
#else
#define GVFN_KERNEL_VECTOR_TILES_INL
#endif

#include <hwy/highway.h>

#include <cstdint>
#include <cstring>
#include <type_traits>

#include "kernel/aligned.hpp"

HWY_BEFORE_NAMESPACE();
namespace gvfn::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;
template <class T>
using Tag = hn::ScalableTag<T>;
template <class T>
using Vec = hn::Vec<Tag<T>>;

/// 1 / x for a positive x. In float the processor's approximation with one Newton step, good to about 1e-7: division
/// has a tenth of its throughput.
template <class T>
HWY_INLINE Vec<T> reciprocal(Vec<T> x) {
  const Tag<T> d;
  if constexpr (sizeof(T) == 4) {
    const auto guess = hn::ApproximateReciprocal(x);
    return hn::Mul(guess, hn::NegMulAdd(x, guess, hn::Set(d, T(2))));
  } else {
    return hn::Div(hn::Set(d, T(1)), x);
  }
}

/// Are four numbers all +0? Looks at their bits, which is faster than four comparisons.
template <class T>
HWY_INLINE bool is_zero_block(const T* z) {
  std::uint64_t bits[4 * sizeof(T) / sizeof(std::uint64_t)];
  std::memcpy(bits, z, sizeof bits);
  std::uint64_t any = 0;
  for (const auto b : bits) any |= b;
  return any == 0;
}

/// The same of one, two or four numbers.
template <std::size_t count, class T>
HWY_INLINE bool is_zero(const T* z) {
  if constexpr (count == 4) return is_zero_block(z);
  return z[0] == 0 && z[count - 1] == 0;
}

/// Are there so many features that it pays to look for zeros among them (signals of which few are on)? With fewer, a
/// branch that the processor guesses wrong costs more than the products.
HWY_INLINE bool may_be_sparse(std::size_t rows) { return rows >= 128; }

/// Cuts a row into tiles of up to three vectors: calls use(number of vectors, as a type; offset of the tile).
template <class T, class Use>
HWY_INLINE void for_each_tile(std::size_t stride, const Use& use) {
  const std::size_t lanes = hn::Lanes(Tag<T>());
  std::size_t u = 0;
  for (; u + 3 * lanes <= stride; u += 3 * lanes) use(std::integral_constant<int, 3>(), u);
  if (u + 2 * lanes <= stride) {
    use(std::integral_constant<int, 2>(), u);
  } else if (u < stride) {
    use(std::integral_constant<int, 1>(), u);
  }
}

/// The same in tiles of up to seven vectors, all of about the same size, where there are registers for so many: a row
/// that is read from end to end is fetched ahead best.
template <class T, class Use>
HWY_INLINE void for_each_wide_tile(std::size_t stride, const Use& use) {
#if HWY_MAX_BYTES >= 64
  const std::size_t lanes = hn::Lanes(Tag<T>());
  std::size_t left = stride / lanes;
  std::size_t u = 0;
  for (std::size_t tiles = (left + 6) / 7; tiles > 0; --tiles) {
    const std::size_t vectors = (left + tiles - 1) / tiles;
    switch (vectors) {
      case 1: use(std::integral_constant<int, 1>(), u); break;
      case 2: use(std::integral_constant<int, 2>(), u); break;
      case 3: use(std::integral_constant<int, 3>(), u); break;
      case 4: use(std::integral_constant<int, 4>(), u); break;
      case 5: use(std::integral_constant<int, 5>(), u); break;
      case 6: use(std::integral_constant<int, 6>(), u); break;
      default: use(std::integral_constant<int, 7>(), u);
    }
    left -= vectors;
    u += vectors * lanes;
  }
#else
  for_each_tile<T>(stride, use);
#endif
}

/// Rows so long that going down a matrix tile by tile would jump through memory: they are read from end to end.
template <class T>
constexpr bool is_long_row(std::size_t stride) {
  return stride * sizeof(T) >= 1024;
}

/// Does a row end with half a vector (see row_stride)? Only vectors of a whole line can be too long for it.
template <class T>
HWY_INLINE bool ends_with_half(std::size_t stride) {
  return HWY_MAX_BYTES >= alignment && stride % hn::Lanes(Tag<T>()) != 0;
}

/// Neighbouring vectors of a row, at all rows of a matrix.
template <class T, int count>
class OneRow {
 public:
  static constexpr int vectors = count;
  static constexpr std::size_t rows = 1;

  explicit OneRow(std::size_t offset) : offset_(offset) {}

  /// Where the v-th vector is, and whether it belongs to the first of the rows.
  HWY_INLINE std::size_t place(int v) const { return offset_ + v * hn::Lanes(Tag<T>()); }
  static constexpr bool is_first(int) { return true; }

  /// What the v-th vector's lanes have in a vector with a number for each column.
  HWY_INLINE Vec<T> by_column(int v, const T* numbers) const { return hn::Load(Tag<T>(), numbers + place(v)); }

  /// The lanes' features: that of their row.
  struct Features {
    HWY_INLINE explicit Features(const T* z) : feature(hn::Set(Tag<T>(), z[0])) {}
    HWY_INLINE Vec<T> operator[](int) const { return feature; }
    Vec<T> feature;
  };

 private:
  std::size_t offset_;
};

#if HWY_MAX_BYTES >= 64
/// The same for all of two rows of `whole` vectors and a half, which together are whole vectors: the one in the middle
/// has the end of the first row and the beginning of the second one.
template <class T, int whole>
class TwoRows {
 public:
  static constexpr int vectors = 2 * whole + 1;
  static constexpr std::size_t rows = 2;

  HWY_INLINE std::size_t place(int v) const { return v * hn::Lanes(Tag<T>()); }
  static constexpr bool is_first(int v) { return v <= whole; }

  HWY_INLINE Vec<T> by_column(int v, const T* numbers) const {
    const Tag<T> d;
    if (v > whole) return hn::LoadU(d, numbers + place(v) - place(vectors) / 2);
    const auto first = hn::Load(d, numbers + place(v));
    return v < whole ? first : hn::ConcatLowerLower(d, hn::Load(d, numbers), first);
  }

  struct Features {
    HWY_INLINE explicit Features(const T* z)
        : first(hn::Set(Tag<T>(), z[0])),
          second(hn::Set(Tag<T>(), z[1])),
          both(hn::ConcatLowerLower(Tag<T>(), second, first)) {}
    HWY_INLINE Vec<T> operator[](int v) const { return v < whole ? first : v > whole ? second : both; }
    Vec<T> first, second, both;
  };
};

/// Calls use(TwoRows) for rows of that stride.
template <class T, class Use>
HWY_INLINE void with_two_rows(std::size_t stride, const Use& use) {
  switch (stride / hn::Lanes(Tag<T>())) {
    case 0: return use(TwoRows<T, 0>());
    case 1: return use(TwoRows<T, 1>());
    case 2: return use(TwoRows<T, 2>());
    default: return use(TwoRows<T, 3>());
  }
}
#else
template <class T, class Use>
HWY_INLINE void with_two_rows(std::size_t, const Use&) {}
#endif

}  // namespace
}  // namespace gvfn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
