#pragma once
// UORO: the sensitivities as one random outer product, right on average.

#include "learn/trace.hpp"
#include "network/layers.hpp"
#include "network/unit_reset.hpp"

namespace gvfn {

/// UORO (Tallec and Ollivier 2018): J_t (see rtrl.hpp) is estimated by one outer product s~ theta~^T, without bias.
/// With random signs nu,  s~ = a H_t s~ + b nu,  theta~ = theta~ / a + nu^T F_t / b;  a and b make both parts of equal
/// length, which keeps the variance low. O(n (n + d)) a step.
template <class T>
class Uoro {
 public:
  Uoro(const Layers<T>& layers, std::uint64_t seed);

  void advance(const Kernels<T>& kernels, Layers<T>& layers);
  void restart();
  void apply_transpose(const Kernels<T>& kernels, Layers<T>& layers, Cotangents<T>& cotangents);
  Gradient<T> gradient(std::size_t, std::size_t block) const { return gradients_[block]; }
  const T* trace(std::size_t, std::size_t block) const { return weights_.sum(block); }
  void reset_unit(std::size_t unit, std::size_t units) { gvfn::reset_unit(*this, unit, units); }

  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("random", self.random_);
    visit("state", self.state_, by_unit);
    visit("weights", self.weights_);
  }

 private:
  Random random_;
  AlignedVector<T> state_;  // s~
  Trace<T> weights_;        // theta~

  // Scratch.
  AlignedVector<T> pushed_;
  AlignedVector<T> delta_;
  AlignedVector<T> scale_;
  std::vector<Gradient<T>> gradients_;
};

}  // namespace gvfn
