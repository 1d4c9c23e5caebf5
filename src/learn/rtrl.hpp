#pragma once
// Real-time recurrent learning: ds/dtheta carried forward in time, exactly.

#include "network/layers.hpp"

namespace gvfn {

/// With D_t = diag(sigma'), H_t = D_t W_s^T and the features z_t of the block in use, J_t = ds_t/dtheta follows
///   J_t = H_t J_{t-1} + F_t,   F_t[j][(i, u)] = D_t[j] z_t[i] if u = j, else 0.
/// `advance` takes J_{t-1} to J_t, for the step that made s_t; `apply_transpose` gives J_t^T times a cotangent. For one
/// layer with the simple or the action-conditional cell.
///
/// Exact: all of J_t, O(n^3 (n + d)) a step (General Value Function Networks, "Computing gradients of the value
/// function back through time"; Williams and Zipser 1989).
template <class T>
class Rtrl {
 public:
  explicit Rtrl(const Layers<T>& layers);

  void advance(const Kernels<T>& kernels, Layers<T>& layers);
  void restart();
  void apply_transpose(const Kernels<T>& kernels, Layers<T>& layers, Cotangents<T>& cotangents);
  Gradient<T> gradient(std::size_t, std::size_t block) const {
    return {.dense = gradients_[block].data.data(), .weight = ones_.data()};
  }
  const T* trace(std::size_t, std::size_t) const { return nullptr; }
  void reset_unit(std::size_t unit, std::size_t units);

  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("by_row", self.by_row_);
  }

 private:
  /// By one row of the weights of one block: [j][u] is ds_j / dW[row][u].
  Matrix<T>& by_row(std::size_t block, std::size_t row) { return by_row_[block * features_ + row]; }

  std::size_t features_;
  std::size_t state_row_;
  std::vector<Matrix<T>> by_row_;

  // Scratch.
  Matrix<T> transition_;  // H_t
  Matrix<T> next_;
  AlignedVector<T> row_;
  std::vector<Matrix<T>> gradients_;
  AlignedVector<T> ones_;
};

}  // namespace gvfn
