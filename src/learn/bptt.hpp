#pragma once
// Truncated back-propagation through time over the window.

#include <vector>

#include "network/layers.hpp"

namespace gvfn {

/// The gradient by a cell's weights of a loss on a state of the window, as outer products under the matrices they
/// belong to: one or two for every application of the cell, and as many again for each further term.
template <class T>
class CellGradient {
 public:
  CellGradient(const Cell<T>& cell, std::size_t applications, std::size_t terms = 1);

  Gradient<T> gradient(std::size_t matrix) const {
    return {.factors = {lists_[matrix].factors.data(), lists_[matrix].count}};
  }

  /// By the sums that made state(k+1) of the window.
  T* delta(std::size_t k) { return deltas_[k].data(); }

  void clear();
  /// Adds the outer products of features and deltas of one application.
  void add(const Cell<T>& cell, std::size_t block, const T* features, const T* delta);

 private:
  struct List {
    std::vector<Factor<T>> factors;  // of which `count` are in use
    std::size_t count = 0;
  };
  std::vector<AlignedVector<T>> deltas_;
  std::vector<List> lists_;  // by matrix
};

/// delta_k = sigma'(s_k) * cotangent_k,  cotangent_{k-1} = W_s delta_k  (and the like for other cells), from
/// state(applications) back to h, the state before the window, which is taken as a constant. In: the cotangents of
/// state(applications); they are used up. O(p n (n + d)) with the update.
template <class T>
void backpropagate(const Kernels<T>& kernels, Layers<T>& layers, std::size_t applications, Cotangents<T>& cotangents,
                   std::vector<CellGradient<T>>& gradients);

/// The sensitivity `bptt`: ds/dtheta is followed back through the window, and no further.
template <class T>
class Bptt {
 public:
  Bptt(const Layers<T>& layers, std::size_t truncation);

  void advance(const Kernels<T>&, Layers<T>&) {}
  void restart() {}

  /// In: the cotangents of state(truncation), which are used up.
  void apply_transpose(const Kernels<T>& kernels, Layers<T>& layers, Cotangents<T>& cotangents) {
    backpropagate(kernels, layers, truncation_, cotangents, gradients_);
  }
  Gradient<T> gradient(std::size_t layer, std::size_t matrix) const { return gradients_[layer].gradient(matrix); }
  const T* trace(std::size_t, std::size_t) const { return nullptr; }
  void reset_unit(std::size_t, std::size_t) {}

  /// All of it is scratch.
  template <class Self, class Visit>
  static void fields(Self&, Visit&) {}

 private:
  std::size_t truncation_;
  std::vector<CellGradient<T>> gradients_;
};

}  // namespace gvfn
