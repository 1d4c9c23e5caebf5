// The activation functions and their slopes, on vectors.
// Highway includes this once for each instruction set, hence the toggled guard.

#if defined(GVFN_KERNEL_VECTOR_ACTIVATION_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GVFN_KERNEL_VECTOR_ACTIVATION_INL
#undef GVFN_KERNEL_VECTOR_ACTIVATION_INL
#else
#define GVFN_KERNEL_VECTOR_ACTIVATION_INL
#endif

#include <hwy/contrib/math/math-inl.h>

#include "kernel/activation_functions.hpp"
#include "kernel/vector_tiles-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace gvfn::HWY_NAMESPACE {
namespace {

/// Minimum, maximum and exponential lose what is not a number; divergence must not be lost.
template <class T>
HWY_INLINE Vec<T> keep_nan(Vec<T> x, Vec<T> y) {
  return hn::IfThenElse(hn::IsNaN(x), x, y);
}

/// 1 + exp(-x), for x clipped to [-80, 80]: beyond, a sigmoid is 0 or 1 to within 1e-34. In float by 2^n 2^f with f in
/// [-1/2, 1/2] and the Taylor polynomial of 2^f, good to 2e-7, which takes half of the time of the general exponential.
/// What is not a number stays so: it is the second operand of minimum and maximum.
template <class T>
HWY_INLINE Vec<T> sigmoid_reciprocal(Vec<T> x) {
  const Tag<T> d;
  const auto set = [&](double c) HWY_ATTR { return hn::Set(d, static_cast<T>(c)); };
  if constexpr (sizeof(T) == 4) {
    // The sum with 1.5 2^23 has the nearest whole number in its lowest bits.
    const auto shift = set(12582912);
    const auto per_ln2 = set(-1.4426950408889634);
    const auto clipped = hn::Min(set(80), hn::Max(set(-80), x));
    const auto shifted = hn::MulAdd(clipped, per_ln2, shift);
    const auto f = hn::MulSub(clipped, per_ln2, hn::Sub(shifted, shift));
    const auto f2 = hn::Mul(f, f);
    const auto low = hn::MulAdd(f, set(0.69314718055994531), set(1));
    const auto middle = hn::MulAdd(f, set(0.055504108664821580), set(0.24022650695910072));
    const auto high = hn::MulAdd(f2, set(1.5403530393381609e-4),
                                 hn::MulAdd(f, set(1.3333558146428443e-3), set(9.6181291076284772e-3)));
    const auto fraction = hn::MulAdd(f2, hn::MulAdd(f2, high, middle), low);
    const hn::RebindToSigned<Tag<T>> bits;
    const auto exponent = hn::ShiftLeft<23>(hn::Add(hn::BitCast(bits, shifted), hn::Set(bits, 127)));
    return hn::MulAdd(fraction, hn::BitCast(d, exponent), set(1));
  } else {
    return keep_nan<T>(x, hn::Add(set(1), hn::Exp(d, hn::Min(hn::Neg(x), set(80)))));
  }
}

template <class T>
HWY_INLINE Vec<T> activation(Activation sigma, Vec<T> x) {
  const Tag<T> d;
  switch (sigma) {
    case Activation::linear: return x;
    case Activation::clipped_linear:
      return keep_nan<T>(x, hn::Clamp(x, hn::Set(d, T(-clipped_linear_limit)), hn::Set(d, T(clipped_linear_limit))));
    case Activation::sigmoid: return reciprocal<T>(sigmoid_reciprocal<T>(x));
    case Activation::tanh: return keep_nan<T>(x, hn::Tanh(d, x));
    case Activation::relu: return keep_nan<T>(x, hn::Max(x, hn::Zero(d)));
  }
  return x;
}

template <class T>
HWY_INLINE Vec<T> slope(Activation sigma, Vec<T> output) {
  const Tag<T> d;
  const auto one = hn::Set(d, T(1));
  switch (sigma) {
    case Activation::linear: return one;
    case Activation::clipped_linear: return one;
    case Activation::sigmoid: return hn::Mul(output, hn::Sub(one, output));
    case Activation::tanh: return hn::NegMulAdd(output, output, one);
    case Activation::relu: return hn::IfThenElseZero(hn::Gt(output, hn::Zero(d)), one);
  }
  return one;
}

}  // namespace
}  // namespace gvfn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
