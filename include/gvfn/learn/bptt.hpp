#pragma once
// Truncated back-propagation through time over the window.

#include <vector>

#include "gvfn/learn/window.hpp"

namespace gvfn {

/// The gradient by the cell's weights of a loss on s_t, as outer products: one for each of the p inputs before s_t,
/// listed under the block of weights that the input used.
template <class T>
struct CellGradient {
  CellGradient(const CellShape& shape, std::size_t truncation);

  std::vector<AlignedVector<T>> deltas;         // [k]: by the sums that made state(k+1)
  std::vector<std::vector<Factor<T>>> factors;  // by block

  /// Where dL/ds_t is put before backpropagate.
  T* cotangent() { return deltas.back().data(); }
};

/// delta_k = sigma'(s_k) * cotangent_k,  cotangent_{k-1} = W_s delta_k,  from s_t back through p applications of the
/// cell; h, the state before the window, is taken as a constant. O(p n (n + d)) with the update.
template <class T>
void backpropagate(const Kernels<T>& kernels, const Cell<T>& cell, const Window<T>& window, CellGradient<T>& gradient);

}  // namespace gvfn
