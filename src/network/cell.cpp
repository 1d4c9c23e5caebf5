#include "gvfn/network/cell.hpp"

#include <cassert>

#include "cells.hpp"

namespace gvfn {
namespace {

/// A matrix of several gates, the gates side by side; rows first to last - 1 become Glorot-uniform.
template <class T>
void start_gates(Matrix<T>& matrix, const CellShape& shape, std::size_t gates, std::size_t first, std::size_t last,
                 std::size_t inputs, Random& random) {
  glorot_uniform(matrix, first, last, gates * shape.units + (shape.blocks > 1 ? shape.blocks : 0) + inputs, random);
}

template <class T>
const CellFunctions<T>& functions_of(const Cell<T>& cell) {
  switch (cell.shape.kind) {
    case CellKind::gru: return gru<T>();
    case CellKind::lstm: return lstm<T>();
    default: return simple_cell<T>();
  }
}

}  // namespace

template <class T>
Cell<T>::Cell(CellShape cell_shape, Random& random) : shape(cell_shape) {
  assert(shape.kind == CellKind::simple || shape.blocks == 1);
  const std::size_t inputs = shape.inputs;
  switch (shape.kind) {
    case CellKind::simple:
      for (std::size_t block = 0; block < shape.blocks; ++block) {
        auto& matrix = weights.emplace_back(shape.features(), shape.units);
        start_gates(matrix, shape, 1, 0, inputs, inputs, random);
        start_gates(matrix, shape, 1, inputs + 1, shape.features(), shape.units, random);
      }
      break;
    case CellKind::gru:
      weights.emplace_back(inputs + 1, shape.units, 3);
      weights.emplace_back(shape.units, shape.units, 3);
      start_gates(weights[0], shape, 3, 0, inputs, inputs, random);
      start_gates(weights[1], shape, 3, 0, shape.units, shape.units, random);
      break;
    case CellKind::lstm:
      weights.emplace_back(shape.features(), shape.units, 4);
      start_gates(weights[0], shape, 4, 0, inputs, inputs, random);
      start_gates(weights[0], shape, 4, inputs + 1, shape.features(), shape.units, random);
      for (std::size_t unit = 0; unit < shape.units; ++unit) weights[0].at(inputs, unit, 1) = 1;
      break;
  }
}

template <class T>
std::size_t Cell<T>::state_size() const {
  return padded<T>(shape.units) * (shape.kind == CellKind::lstm ? 2 : 1);
}

template <class T>
std::size_t Cell<T>::gates_size() const {
  const std::size_t n = padded<T>(shape.units);
  return shape.kind == CellKind::gru ? 6 * n : shape.kind == CellKind::lstm ? 5 * n : 0;
}

template <class T>
std::size_t Cell<T>::delta_size() const {
  const std::size_t n = padded<T>(shape.units);
  return shape.kind == CellKind::gru ? 7 * n : shape.kind == CellKind::lstm ? 5 * n : n;
}

template <class T>
void cell_forward(const Kernels<T>& kernels, const Cell<T>& cell, const CellStep<T>& step) {
  functions_of(cell).forward(kernels, cell, step);
}

template <class T>
void cell_backward(const Kernels<T>& kernels, const Cell<T>& cell, const CellStep<T>& step, const T* cotangent,
                   const CellCotangents<T>& out) {
  functions_of(cell).backward(kernels, cell, step, cotangent, out);
}

template <class T>
void cell_tangent(const Kernels<T>& kernels, const Cell<T>& cell, const std::vector<Matrix<T>>& direction,
                  const CellStep<T>& step, const CellStep<T>& tangent) {
  functions_of(cell).tangent(kernels, cell, direction, step, tangent);
}

template <class T>
void cell_backward_tangent(const Kernels<T>& kernels, const Cell<T>& cell, const BackwardTangent<T>& backward) {
  functions_of(cell).backward_tangent(kernels, cell, backward);
}

#define GVFN_INSTANTIATE(T)                                                                                        \
  template struct Cell<T>;                                                                                         \
  template void cell_forward(const Kernels<T>&, const Cell<T>&, const CellStep<T>&);                               \
  template void cell_backward(const Kernels<T>&, const Cell<T>&, const CellStep<T>&, const T*,                     \
                              const CellCotangents<T>&);                                                           \
  template void cell_tangent(const Kernels<T>&, const Cell<T>&, const std::vector<Matrix<T>>&, const CellStep<T>&, \
                             const CellStep<T>&);                                                                  \
  template void cell_backward_tangent(const Kernels<T>&, const Cell<T>&, const BackwardTangent<T>&);
GVFN_INSTANTIATE(float)
GVFN_INSTANTIATE(double)
#undef GVFN_INSTANTIATE

}  // namespace gvfn
