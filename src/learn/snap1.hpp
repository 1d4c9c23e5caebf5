#pragma once
// SnAp-1: of the sensitivities only what a weight does to its own unit.

#include "learn/trace.hpp"
#include "network/layers.hpp"
#include "network/unit_reset.hpp"

namespace gvfn {

/// SnAp-1 (Menick et al. 2021): of J_t (see rtrl.hpp) only what a weight does to the unit it belongs to, O(n (n + d)) a
/// step:
///   J_t[u][(i, u)] = sigma'_u (W_s[u][u] J_{t-1}[u][(i, u)] + z_t[i]).
template <class T>
class Snap1 {
 public:
  explicit Snap1(const Layers<T>& layers);

  void advance(const Kernels<T>& kernels, Layers<T>& layers);
  void restart() { trace_.clear(); }
  void apply_transpose(const Kernels<T>& kernels, Layers<T>& layers, Cotangents<T>& cotangents);
  Gradient<T> gradient(std::size_t, std::size_t block) const { return gradients_[block]; }
  const T* trace(std::size_t, std::size_t block) const { return trace_.sum(block); }
  void reset_unit(std::size_t unit, std::size_t units) { gvfn::reset_unit(*this, unit, units); }

  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("trace", self.trace_);
  }

 private:
  Trace<T> trace_;

  // Scratch.
  AlignedVector<T> ones_;
  AlignedVector<T> slope_;  // sigma'
  AlignedVector<T> decay_;
  std::vector<Gradient<T>> gradients_;
};

}  // namespace gvfn
