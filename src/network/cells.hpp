#pragma once
// What cell.cpp chooses from: the operations of cell.hpp for each kind of cell.

#include "gvfn/network/cell.hpp"

namespace gvfn {

/// What a tangent of a backward pass takes, in one piece.
template <class T>
struct BackwardTangent {
  const Cell<T>& cell;
  const std::vector<Matrix<T>>& direction;
  const CellStep<T>& step;
  const CellStep<T>& tangent;
  const T* cotangent;
  const T* cotangent_tangent;
  const CellCotangents<T>& out;
  const CellCotangents<T>& out_tangent;

  std::size_t padded_units() const { return padded<T>(cell.shape.units); }
  const T* state_t() const { return step.features + cell.shape.inputs + 1; }
  const T* state_t_tangent() const { return tangent.features + cell.shape.inputs + 1; }
};

template <class T>
struct SimpleCell {
  static void forward(const Kernels<T>&, const Cell<T>&, const CellStep<T>&);
  static void backward(const Kernels<T>&, const Cell<T>&, const CellStep<T>&, const T* cotangent,
                       const CellCotangents<T>&);
  static void tangent(const Kernels<T>&, const Cell<T>&, const std::vector<Matrix<T>>& direction, const CellStep<T>&,
                      const CellStep<T>& tangent);
  static void backward_tangent(const Kernels<T>&, const BackwardTangent<T>&);
};

template <class T>
struct Gru {
  static void forward(const Kernels<T>&, const Cell<T>&, const CellStep<T>&);
  static void backward(const Kernels<T>&, const Cell<T>&, const CellStep<T>&, const T* cotangent,
                       const CellCotangents<T>&);
  static void tangent(const Kernels<T>&, const Cell<T>&, const std::vector<Matrix<T>>& direction, const CellStep<T>&,
                      const CellStep<T>& tangent);
  static void backward_tangent(const Kernels<T>&, const BackwardTangent<T>&);
};

template <class T>
struct Lstm {
  static void forward(const Kernels<T>&, const Cell<T>&, const CellStep<T>&);
  static void backward(const Kernels<T>&, const Cell<T>&, const CellStep<T>&, const T* cotangent,
                       const CellCotangents<T>&);
  static void tangent(const Kernels<T>&, const Cell<T>&, const std::vector<Matrix<T>>& direction, const CellStep<T>&,
                      const CellStep<T>& tangent);
  static void backward_tangent(const Kernels<T>&, const BackwardTangent<T>&);
};

/// out = W delta for some rows of W, unless there is no place for it.
template <class T>
void send_back(const Kernels<T>& kernels, MatrixView<const T> w, const T* delta, T* out) {
  if (out) kernels.backward(w, delta, out);
}
/// That and its tangent: W delta, and W delta_dot + W_dot delta.
template <class T>
void send_back_both(const Kernels<T>& kernels, MatrixView<const T> w, MatrixView<const T> w_dot, const T* delta,
                    const T* delta_dot, T* out, T* out_dot) {
  if (!out) return;
  kernels.backward_pair(w, delta, delta_dot, out, out_dot);
  kernels.backward_add(w_dot, delta, out_dot);
}

/// The same to the inputs, which are the first rows of W, added to what is there.
template <class T>
void add_input(const Kernels<T>& kernels, const Matrix<T>& w, std::size_t inputs, const T* delta, T* out) {
  if (out) kernels.backward_add(w.row_range(0, inputs), delta, out);
}
template <class T>
void add_input_tangent(const Kernels<T>& kernels, const Matrix<T>& w, const Matrix<T>& w_dot, std::size_t inputs,
                       const T* delta, const T* delta_dot, T* out) {
  add_input(kernels, w, inputs, delta_dot, out);
  add_input(kernels, w_dot, inputs, delta, out);
}

}  // namespace gvfn
