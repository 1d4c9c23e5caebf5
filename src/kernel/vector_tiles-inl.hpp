// What the vector kernels share: vectors, tiles of a row, and the reciprocal.
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

/// Are there so many features that it pays to look for zeros among them (signals of which few are on)? With fewer, a
/// branch that the processor guesses wrong costs more than the products.
HWY_INLINE bool may_be_sparse(std::size_t rows) { return rows >= 128; }

/// Cuts a row into tiles of up to three vectors: calls use(number of vectors, as a type; offset of the tile).
template <class T, class Use>
HWY_INLINE void for_each_tile(std::size_t stride, Use use) {
  const std::size_t lanes = hn::Lanes(Tag<T>());
  std::size_t u = 0;
  for (; u + 3 * lanes <= stride; u += 3 * lanes) use(std::integral_constant<int, 3>(), u);
  if (u + 2 * lanes <= stride) {
    use(std::integral_constant<int, 2>(), u);
  } else if (u < stride) {
    use(std::integral_constant<int, 1>(), u);
  }
}

/// Rows so long that going down a matrix tile by tile would jump through memory: they are read from end to end.
template <class T>
constexpr bool is_long_row(std::size_t stride) {
  return stride * sizeof(T) >= 1024;
}

}  // namespace
}  // namespace gvfn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
