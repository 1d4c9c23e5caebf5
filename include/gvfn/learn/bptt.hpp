#pragma once
// Truncated back-propagation through time over the window.

#include <span>
#include <vector>

#include "gvfn/learn/window.hpp"

namespace gvfn {

/// The gradient by the cell's weights of a loss on s_t, as outer products: one for each of the p inputs before s_t,
/// under the block of weights that the input used.
template <class T>
class CellGradient {
 public:
  CellGradient(const CellShape& shape, std::size_t truncation);

  /// Where dL/ds_t is put before backpropagate.
  T* cotangent() { return deltas_.back().data(); }

  /// The outer products of one block of weights.
  std::span<const Factor<T>> factors(std::size_t block) const {
    return {lists_[block].factors.data(), lists_[block].count};
  }

  /// By the sums that made state(k+1) of the window.
  T* delta(std::size_t k) { return deltas_[k].data(); }
  void clear();
  void add(std::size_t block, Factor<T> factor);

 private:
  struct List {
    std::vector<Factor<T>> factors;  // of p entries, of which `count` are in use
    std::size_t count = 0;
  };
  std::vector<AlignedVector<T>> deltas_;
  std::vector<List> lists_;  // by block
};

/// delta_k = sigma'(s_k) * cotangent_k,  cotangent_{k-1} = W_s delta_k,  from s_t back through p applications of the
/// cell; h, the state before the window, is taken as a constant. O(p n (n + d)) with the update.
template <class T>
void backpropagate(const Kernels<T>& kernels, const Cell<T>& cell, const Window<T>& window, CellGradient<T>& gradient);

}  // namespace gvfn
