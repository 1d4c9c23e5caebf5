#pragma once
// The unit-wise parts of the GRU and the LSTM, for plain numbers and for Duals: between their matrix products, every
// unit is on its own. The kernels run them over vectors.

#include "kernel/activation_functions.hpp"

namespace gvfn {

/// A GRU's unit, from the sums a = W_x [x, 1] of its input and b = W_s s of its state:
///   r = sigmoid(a_r + b_r),  z = sigmoid(a_z + b_z),  c = tanh(a_c + r b_c),  s' = (1 - z) c + z s.
/// The reset gate is applied after the matrix, as in the library the authors used.
template <class S>
struct GruUnit {
  S r;
  S z;
  S c;
  S b_c;
  S s;

  S output() const { return c + z * (s - c); }
};

template <class S>
S gru_candidate_sum(S a_c, S r, S b_c) {
  return a_c + r * b_c;
}

/// dL/da, of which that by b differs in the candidate; and what of dL/ds' goes to s past the matrix.
template <class S>
struct GruDelta {
  S r;
  S z;
  S c;
  S b_c;
  S s;
};

template <class S>
GruDelta<S> gru_backward(const GruUnit<S>& unit, S cotangent) {
  const S by_c = (cotangent - cotangent * unit.z) * derivative(Activation::tanh, unit.c);
  return {.r = by_c * unit.b_c * derivative(Activation::sigmoid, unit.r),
          .z = cotangent * (unit.s - unit.c) * derivative(Activation::sigmoid, unit.z),
          .c = by_c,
          .b_c = by_c * unit.r,
          .s = cotangent * unit.z};
}

/// An LSTM's unit, from its four sums:
///   i, f, o = sigmoid(a_i, a_f, a_o),  g = tanh(a_g),  m' = f m + i g,  s' = o tanh(m').
/// m is the unit's memory (the literature's c).
template <class S>
struct LstmUnit {
  S i;
  S f;
  S g;
  S o;
  S tanh_memory;  // tanh(m')
  S memory;       // m

  S output() const { return o * tanh_memory; }
};

template <class S>
S lstm_next_memory(S i, S f, S g, S memory) {
  return f * memory + i * g;
}

template <class S>
struct LstmDelta {
  S i;
  S f;
  S g;
  S o;
  S memory;  // dL/dm
};

/// From dL/ds' and dL/dm'.
template <class S>
LstmDelta<S> lstm_backward(const LstmUnit<S>& unit, S cotangent, S memory_cotangent) {
  const S by_memory = memory_cotangent + cotangent * unit.o * derivative(Activation::tanh, unit.tanh_memory);
  return {.i = by_memory * unit.g * derivative(Activation::sigmoid, unit.i),
          .f = by_memory * unit.memory * derivative(Activation::sigmoid, unit.f),
          .g = by_memory * unit.i * derivative(Activation::tanh, unit.g),
          .o = cotangent * unit.tanh_memory * derivative(Activation::sigmoid, unit.o),
          .memory = by_memory * unit.f};
}

}  // namespace gvfn
