#pragma once
// The recurrent cell: how state is built from the last state and the new input.

#include <vector>

#include "gvfn/network/matrix.hpp"

namespace gvfn {

/// With one block of weights this is the simple cell; with one for each action, the action-conditional cell.
struct CellShape {
  std::size_t inputs;
  std::size_t units;
  std::size_t blocks = 1;
  Activation activation = Activation::sigmoid;

  /// z_{t+1} = [x_{t+1}, 1, s_t], as laid out in memory.
  std::size_t features() const { return inputs + 1 + units; }
};

/// s_{t+1} = sigma(W_a^T z_{t+1}), z_{t+1} = [x_{t+1}, 1, s_t], with the weights W_a of the action a_t.
/// Input and state weights start Glorot-uniform, as two tensors of three dimensions (blocks, units, inputs or units);
/// bias weights start at 0.
template <class T>
struct Cell {
  Cell(CellShape cell_shape, Random& random);

  CellShape shape;
  std::vector<Matrix<T>> weights;  // one for each block
};

template <class T>
void cell_forward(const Kernels<T>& kernels, const Cell<T>& cell, std::size_t block, const T* features_tp1,
                  T* state_tp1);

/// The product with the transposed Jacobian of cell_forward. In: cotangent = dL/ds_{t+1}. Out: cotangent is delta, the
/// derivative by the sums before the activation, so that the weights' gradient is the outer product of features_tp1
/// and delta; and cotangent_t = dL/ds_t, unless it is null.
template <class T>
void cell_backward(const Kernels<T>& kernels, const Cell<T>& cell, std::size_t block, const T* state_tp1, T* cotangent,
                   T* cotangent_t);

}  // namespace gvfn
