#include "network/cell.hpp"

#include <algorithm>
#include <cassert>

#include "network/cells.hpp"
#include "network/unit_reset.hpp"

namespace gvfn {
namespace {

/// An LSTM's forget gate starts open.
template <class T>
void start_bias(Cell<T>& cell, std::size_t unit) {
  if (cell.shape.kind == CellKind::lstm) cell.weights[0].at(cell.shape.inputs, unit, 1) = 1;
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

/// Calls start(matrix, first row, last row, dimensions) for every range of rows that starts at random.
template <class T>
template <class Start>
void Cell<T>::start_weights(Start start) {
  const std::size_t inputs = shape.inputs;
  for (auto& matrix : weights) {
    const std::size_t sizes = matrix.gates * shape.units + (shape.blocks > 1 ? shape.blocks : 0);
    start(matrix, 0, std::min(inputs, matrix.state_row), sizes + inputs);
    start(matrix, matrix.state_row, matrix.rows, sizes + shape.units);
  }
}

template <class T>
Cell<T>::Cell(CellShape cell_shape, Random& random) : shape(cell_shape) {
  assert(shape.kind == CellKind::simple || shape.blocks == 1);
  const auto add = [&](std::size_t rows, std::size_t gates, std::size_t state_row) {
    weights.emplace_back(rows, shape.units, gates);
    weights.back().state_row = state_row;
  };
  switch (shape.kind) {
    case CellKind::simple:
      for (std::size_t block = 0; block < shape.blocks; ++block) add(shape.features(), 1, shape.inputs + 1);
      break;
    case CellKind::gru:
      add(shape.inputs + 1, 3, shape.inputs + 1);
      add(shape.units, 3, 0);
      break;
    case CellKind::lstm: add(shape.features(), 4, shape.inputs + 1); break;
  }
  start_weights([&](Matrix<T>& matrix, std::size_t first, std::size_t last, std::size_t dimensions) {
    glorot_uniform(matrix, first, last, dimensions, random);
  });
  for (std::size_t unit = 0; unit < shape.units; ++unit) start_bias(*this, unit);
}

template <class T>
void Cell<T>::reset_unit(std::size_t unit, Random& random) {
  for (auto& matrix : weights) gvfn::reset_unit(matrix, unit, shape.units);
  start_weights([&](Matrix<T>& matrix, std::size_t first, std::size_t last, std::size_t dimensions) {
    glorot_uniform(matrix, first, last, unit, dimensions, random);
  });
  start_bias(*this, unit);
}

template <class T>
void Cell<T>::silence_unit(std::size_t unit) {
  constexpr T closed = -40;  // a sigmoid gives 4e-18 there
  for (auto& matrix : weights) {
    const IncomingReset incoming{unit, shape.units};
    for_each_field("", matrix, incoming);
    if (shape.kind == CellKind::simple && shape.activation == Activation::sigmoid)
      matrix.at(shape.inputs, unit) = closed;
  }
}

template <class T>
std::size_t Cell<T>::state_size() const {
  return padded<T>(shape.units) * (shape.kind == CellKind::lstm ? 2 : 1);
}

template <class T>
std::size_t Cell<T>::gates_size() const {
  const std::size_t n = padded<T>(shape.units);
  return shape.kind == CellKind::gru ? 6 * n : shape.kind == CellKind::lstm ? 5 * n : n;
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
bool cell_forward_after_step(const Kernels<T>& kernels, const Cell<T>& cell, const CellStep<T>& step,
                             const Gradient<T>& gradient, T step_size) {
  if (cell.shape.kind != CellKind::simple || gradient.dense || gradient.factors.size() != 1 ||
      gradient.factors[0].features != step.features)
    return false;
  kernels.forward_after_step(step.features, cell.shape.features(), gradient.factors[0].delta,
                             step_size * gradient.scale, cell.shape.activation, step.gates, step.state_tp1,
                             padded<T>(cell.shape.units));
  return true;
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

#define GVFN_INSTANTIATE(T)                                                                                            \
  template struct Cell<T>;                                                                                             \
  template void cell_forward(const Kernels<T>&, const Cell<T>&, const CellStep<T>&);                                   \
  template bool cell_forward_after_step(const Kernels<T>&, const Cell<T>&, const CellStep<T>&, const Gradient<T>&, T); \
  template void cell_backward(const Kernels<T>&, const Cell<T>&, const CellStep<T>&, const T*,                         \
                              const CellCotangents<T>&);                                                               \
  template void cell_tangent(const Kernels<T>&, const Cell<T>&, const std::vector<Matrix<T>>&, const CellStep<T>&,     \
                             const CellStep<T>&);                                                                      \
  template void cell_backward_tangent(const Kernels<T>&, const Cell<T>&, const BackwardTangent<T>&);
GVFN_INSTANTIATE(float)
GVFN_INSTANTIATE(double)
#undef GVFN_INSTANTIATE

}  // namespace gvfn
