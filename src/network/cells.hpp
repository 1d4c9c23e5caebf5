#pragma once
// What cell.cpp chooses from: one table of functions for each kind of cell; and what they share.

#include "network/cell.hpp"

namespace gvfn {

/// The operations of cell.hpp.
template <class T>
struct CellFunctions {
  decltype(&cell_forward<T>) forward;
  decltype(&cell_backward<T>) backward;
  decltype(&cell_tangent<T>) tangent;
  decltype(&cell_backward_tangent<T>) backward_tangent;
};

template <class T>
const CellFunctions<T>& simple_cell();
template <class T>
const CellFunctions<T>& gru();
template <class T>
const CellFunctions<T>& lstm();

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
