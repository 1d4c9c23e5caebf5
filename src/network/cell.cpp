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
std::size_t Cell<T>::weight_count() const {
  std::size_t count = 0;
  for (const auto& matrix : weights) count += matrix.weight_count();
  return count;
}

template <class T>
void cell_forward(const Kernels<T>& kernels, const Cell<T>& cell, const CellStep<T>& step) {
  switch (cell.shape.kind) {
    case CellKind::simple: return SimpleCell<T>::forward(kernels, cell, step);
    case CellKind::gru: return Gru<T>::forward(kernels, cell, step);
    case CellKind::lstm: return Lstm<T>::forward(kernels, cell, step);
  }
}

template <class T>
void cell_backward(const Kernels<T>& kernels, const Cell<T>& cell, const CellStep<T>& step, const T* cotangent,
                   const CellCotangents<T>& out) {
  switch (cell.shape.kind) {
    case CellKind::simple: return SimpleCell<T>::backward(kernels, cell, step, cotangent, out);
    case CellKind::gru: return Gru<T>::backward(kernels, cell, step, cotangent, out);
    case CellKind::lstm: return Lstm<T>::backward(kernels, cell, step, cotangent, out);
  }
}

template <class T>
void cell_tangent(const Kernels<T>& kernels, const Cell<T>& cell, const std::vector<Matrix<T>>& direction,
                  const CellStep<T>& step, const CellStep<T>& tangent) {
  switch (cell.shape.kind) {
    case CellKind::simple: return SimpleCell<T>::tangent(kernels, cell, direction, step, tangent);
    case CellKind::gru: return Gru<T>::tangent(kernels, cell, direction, step, tangent);
    case CellKind::lstm: return Lstm<T>::tangent(kernels, cell, direction, step, tangent);
  }
}

template <class T>
void cell_backward_tangent(const Kernels<T>& kernels, const Cell<T>& cell, const std::vector<Matrix<T>>& direction,
                           const CellStep<T>& step, const CellStep<T>& tangent, const T* cotangent,
                           const T* cotangent_tangent, const CellCotangents<T>& out,
                           const CellCotangents<T>& out_tangent) {
  const BackwardTangent<T> backward{cell, direction, step, tangent, cotangent, cotangent_tangent, out, out_tangent};
  switch (cell.shape.kind) {
    case CellKind::simple: return SimpleCell<T>::backward_tangent(kernels, backward);
    case CellKind::gru: return Gru<T>::backward_tangent(kernels, backward);
    case CellKind::lstm: return Lstm<T>::backward_tangent(kernels, backward);
  }
}

#define GVFN_INSTANTIATE(T)                                                                                        \
  template struct Cell<T>;                                                                                         \
  template void cell_forward(const Kernels<T>&, const Cell<T>&, const CellStep<T>&);                               \
  template void cell_backward(const Kernels<T>&, const Cell<T>&, const CellStep<T>&, const T*,                     \
                              const CellCotangents<T>&);                                                           \
  template void cell_tangent(const Kernels<T>&, const Cell<T>&, const std::vector<Matrix<T>>&, const CellStep<T>&, \
                             const CellStep<T>&);                                                                  \
  template void cell_backward_tangent(const Kernels<T>&, const Cell<T>&, const std::vector<Matrix<T>>&,            \
                                      const CellStep<T>&, const CellStep<T>&, const T*, const T*,                  \
                                      const CellCotangents<T>&, const CellCotangents<T>&);
GVFN_INSTANTIATE(float)
GVFN_INSTANTIATE(double)
#undef GVFN_INSTANTIATE

}  // namespace gvfn
