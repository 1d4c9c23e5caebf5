#pragma once
// A decaying sum of outer products in the shape of a cell's weights: what TD(lambda), SnAp-1 and UORO carry along.

#include <vector>

#include "network/cell.hpp"

namespace gvfn {

/// For every block b of a simple cell's weights,
///   E_b[i][u] = decay[u] E_b[i][u] + features[i] delta[u],
/// the outer product for the block in use only. What the other blocks decay by is the same for a whole column, so it is
/// put off: it is kept as one number a unit, until the block is used again.
template <class T>
class Trace {
 public:
  explicit Trace(const Cell<T>& cell);

  void clear();
  void add(const Kernels<T>& kernels, const T* decay, std::size_t block, Factor<T> added);

  /// G[i][u] = E_b[i][u] weight[u]; empty if that is zero.
  Gradient<T> gradient(std::size_t block, const T* weight);

  /// out[u] = sum_i E_b[i][u] features[i].
  void apply_transpose(const Kernels<T>& kernels, std::size_t block, const T* features, T* out) const;

  /// E_b before what was put off: the dense part of its gradients, which stays as it is until the block is used again.
  const T* sum(std::size_t block) const { return blocks_[block].sum.data.data(); }

  /// The sum of all its squared entries.
  double squared_norm(const Kernels<T>& kernels);

  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("blocks", self.blocks_);
  }

 private:
  struct Block {
    Matrix<T> sum;
    AlignedVector<T> put_off;  // what the columns of `sum` are yet to be multiplied with
    AlignedVector<T> weight;   // scratch

    template <class Self, class Visit>
    static void fields(Self& self, Visit& visit) {
      visit("sum", self.sum);
      visit("put_off", self.put_off);
    }
  };
  std::vector<Block> blocks_;
  AlignedVector<T> ones_;
};

}  // namespace gvfn
