#pragma once
// UORO: the sensitivities as one random outer product, right on average.

#include "gvfn/learn/layers.hpp"
#include "gvfn/learn/trace.hpp"

namespace gvfn {

/// UORO (Tallec and Ollivier 2018): J_t (see rtrl.hpp) is estimated by one outer product s~ theta~^T, without bias.
/// With random signs nu,  s~ = a H_t s~ + b nu,  theta~ = theta~ / a + nu^T F_t / b;  a and b make both parts of equal
/// length, which keeps the variance low. O(n (n + d)) a step.
template <class T>
class Uoro {
 public:
  Uoro(const Layers<T>& layers, std::uint64_t seed);

  void follow(const Kernels<T>& kernels, Layers<T>& layers);
  void restart();
  void contract(const Kernels<T>& kernels, Layers<T>& layers, Cotangents<T>& cotangents);
  Gradient<T> gradient(std::size_t, std::size_t block) const { return gradients_[block]; }
  const T* kept(std::size_t, std::size_t block) const { return weights_.sum(block); }

 private:
  Random random_;
  AlignedVector<T> state_;  // s~
  Trace<T> weights_;        // theta~
  AlignedVector<T> pushed_;
  AlignedVector<T> delta_;
  AlignedVector<T> scale_;
  std::vector<Gradient<T>> gradients_;
};

}  // namespace gvfn
