#include "gvfn/network/cell.hpp"

#include <cassert>

namespace gvfn {

template <class T>
Cell<T>::Cell(CellShape cell_shape, Random& random) : shape(cell_shape) {
  for (std::size_t block = 0; block < shape.blocks; ++block) {
    auto& matrix = weights.emplace_back(shape.features(), shape.units);
    const std::size_t other_dimensions = shape.units + (shape.blocks > 1 ? shape.blocks : 0);
    glorot_uniform(matrix, 0, shape.inputs, other_dimensions + shape.inputs, random);
    glorot_uniform(matrix, shape.inputs + 1, shape.features(), other_dimensions + shape.units, random);
  }
}

template <class T>
void cell_forward(const Kernels<T>& kernels, const Cell<T>& cell, std::size_t block, const T* features_tp1,
                  T* state_tp1) {
  assert(block < cell.shape.blocks);
  kernels.forward(cell.weights[block].view(), features_tp1, cell.shape.activation, state_tp1);
}

template <class T>
void cell_backward(const Kernels<T>& kernels, const Cell<T>& cell, std::size_t block, const T* state_tp1, T* cotangent,
                   T* cotangent_t) {
  const auto& weights = cell.weights[block];
  kernels.activation_backward(cell.shape.activation, state_tp1, cotangent, weights.stride);
  if (cotangent_t) kernels.backward(weights.rows_from(cell.shape.inputs + 1), cotangent, cotangent_t);
}

template struct Cell<float>;
template struct Cell<double>;
template void cell_forward(const Kernels<float>&, const Cell<float>&, std::size_t, const float*, float*);
template void cell_forward(const Kernels<double>&, const Cell<double>&, std::size_t, const double*, double*);
template void cell_backward(const Kernels<float>&, const Cell<float>&, std::size_t, const float*, float*, float*);
template void cell_backward(const Kernels<double>&, const Cell<double>&, std::size_t, const double*, double*, double*);

}  // namespace gvfn
