#pragma once
// A number with its derivative in one direction. Formulas that are written for any number give, with these, their own
// tangent: Recurrent GTD has its Hessian products from the very formulas that forward and backward use.

namespace gvfn {

template <class T>
struct Dual {
  T value = 0;
  T tangent = 0;

  friend constexpr Dual operator+(Dual a, Dual b) { return {a.value + b.value, a.tangent + b.tangent}; }
  friend constexpr Dual operator-(Dual a, Dual b) { return {a.value - b.value, a.tangent - b.tangent}; }
  friend constexpr Dual operator*(Dual a, Dual b) {
    return {a.value * b.value, a.tangent * b.value + a.value * b.tangent};
  }
  friend constexpr Dual operator-(T a, Dual b) { return {a - b.value, -b.tangent}; }
};

}  // namespace gvfn
