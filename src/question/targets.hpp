#pragma once
// What a transition gives every question to learn from.

#include "kernel/aligned.hpp"
#include "kernel/kernels.hpp"

namespace gvfn {

/// C_{t+1}, gamma_{t+1} and rho_t of every question; the padding is zero.
template <class T>
struct Targets {
  explicit Targets(std::size_t n) : cumulant(padded<T>(n)), continuation(padded<T>(n)), rho(padded<T>(n)) {}

  AlignedVector<T> cumulant;
  AlignedVector<T> continuation;
  AlignedVector<T> rho;

  TargetView<T> view() const { return {cumulant.data(), continuation.data(), rho.data()}; }
};

}  // namespace gvfn
