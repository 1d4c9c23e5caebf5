#pragma once
// The handful of vector operations that everything is made of: one table of functions for each instruction set of the
// machine, and one plain table, written to be read, that is the oracle of the others.
//
// A weight matrix maps a feature vector z to units. Its rows are the features, its columns the units; units are the
// contiguous direction, padded to `stride` (aligned.hpp: row_stride), and the padding is zero. So forward, backward and
// update are straight loops over a row. Vectors, and matrices as a whole, begin at a cache line and are padded to whole
// lines.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

#include "kernel/activation_functions.hpp"

namespace gvfn {

/// It is small enough to be passed in registers.
template <class T>
struct MatrixView {
  constexpr MatrixView(T* first, std::size_t row_count, std::size_t row_stride)
      : data(first), rows(static_cast<std::uint32_t>(row_count)), stride(static_cast<std::uint32_t>(row_stride)) {}

  T* data;
  std::uint32_t rows;
  std::uint32_t stride;

  operator MatrixView<const T>() const requires(!std::is_const_v<T>) { return {data, rows, stride}; }
};

/// The gradient of a matrix is not formed: it is kept as the outer products that it is a sum of, and, for learners that
/// carry traces or sensitivities along, one matrix of its shape whose columns are weighted,
///   G[i][u] = scale * (sum_k factors[k].features[i] * factors[k].delta[u] + dense[i][u] * weight[u]).
template <class T>
struct Factor {
  const T* features;
  const T* delta;
};
template <class T>
struct Gradient {
  std::span<const Factor<T>> factors = {};
  T scale = 1;
  const T* dense = nullptr;  // null: none
  const T* weight = nullptr;

  bool has_no_terms() const { return factors.empty() && !dense; }
};

/// One TD target for each unit: C_{t+1}, gamma_{t+1} and rho_t.
template <class T>
struct TargetView {
  const T* cumulant;
  const T* continuation;
  const T* rho;
};

/// The numbers of one ADAM step,
///   m = m_decay m + g,  v = v_decay v + g^2,  w -= step m / (sqrt(v) + epsilon).
/// The bias corrections of step t, and that ADAM's moments are means where m and v are sums, are worked into step and
/// epsilon. These are given for each column, since units may differ in age.
template <class T>
struct AdamNumbers {
  T m_decay;
  T v_decay;
  const T* step;
  const T* epsilon;
};

template <class T>
struct Kernels {
  std::string_view instruction_set;

  /// out = sigma(W^T z). Blocks of features that are zero are skipped.
  void (*forward)(MatrixView<const T> w, const T* z, Activation sigma, T* out);

  /// out_a = sigma(W^T z_a), out_b = sigma(W^T z_b).
  void (*forward_pair)(MatrixView<const T> w, const T* z_a, const T* z_b, Activation sigma, T* out_a, T* out_b);

  /// The same as forward, and sums = W^T z.
  void (*forward_keeping_sums)(MatrixView<const T> w, const T* z, Activation sigma, T* sums, T* out);

  /// The same again, after W was changed by -step z delta^T, without W: sums -= step (z.z) delta, out = sigma(sums).
  void (*forward_after_step)(const T* z, std::size_t rows, const T* delta, T step, Activation sigma, T* sums, T* out,
                             std::size_t n);

  /// out += W^T z
  void (*forward_add)(MatrixView<const T> w, const T* z, T* out);

  /// out[i] = sum_u W[i][u] delta[u]: a cotangent sent back through the matrix.
  void (*backward)(MatrixView<const T> w, const T* delta, T* out);

  /// out += W delta
  void (*backward_add)(MatrixView<const T> w, const T* delta, T* out);

  /// The same of two vectors, which reads W once: out_a = W delta_a, out_b = W delta_b.
  void (*backward_pair)(MatrixView<const T> w, const T* delta_a, const T* delta_b, T* out_a, T* out_b);

  /// delta = sigma'(z) * cotangent, given the unit's output sigma(z).
  void (*activation_backward)(Activation sigma, const T* output, const T* cotangent, T* delta, std::size_t n);

  /// The units of a GRU and of an LSTM (gates.hpp); n is padded, and gates stand n apart.
  /// In: gates = a_r, a_z, a_c; recurrent = b_r, b_z, b_c. Out: gates = r, z, c.
  void (*gru_forward)(T* gates, const T* recurrent, const T* state_t, T* state_tp1, std::size_t n);
  /// Out: delta = dL/da, then dL/db, then what goes to s_t past the matrix: seven parts.
  void (*gru_backward)(const T* gates, const T* recurrent, const T* state_t, const T* cotangent, T* delta,
                       std::size_t n);
  /// In: gates = a_i, a_f, a_g, a_o. Out: gates = i, f, g, o, tanh(m_{t+1}); state_tp1 = s_{t+1}, m_{t+1}.
  void (*lstm_forward)(T* gates, const T* memory_t, T* state_tp1, std::size_t n);
  /// In: cotangent = dL/ds_{t+1}, dL/dm_{t+1}. Out: delta = dL/da, four parts; memory_cotangent_t = dL/dm_t, which may
  /// take the place of dL/dm_{t+1}.
  void (*lstm_backward)(const T* gates, const T* memory_t, const T* cotangent, T* delta, T* memory_cotangent_t,
                        std::size_t n);

  /// out += scale rho (value - (cumulant + continuation next_value)).
  void (*add_td_gradient)(TargetView<T> target, const T* value, const T* next_value, T scale, T* out, std::size_t n);

  /// sum of G[i][u]^2.
  T (*squared_norm)(std::size_t rows, std::size_t stride, const Gradient<T>& g);

  /// E[i][u] = decay[u] E[i][u] + features[i] delta[u]
  void (*trace)(MatrixView<T> e, const T* decay, Factor<T> added);

  /// w -= step g
  void (*sgd)(MatrixView<T> w, const Gradient<T>& g, T step);

  /// velocity = decay velocity + g,  w -= step velocity
  void (*momentum)(MatrixView<T> w, T* velocity, const Gradient<T>& g, T step, T decay);

  /// square = decay square + (1 - decay) g^2,  w -= step g / (sqrt(square) + epsilon)
  void (*rmsprop)(MatrixView<T> w, T* square, const Gradient<T>& g, T step, T decay, T epsilon);

  void (*adam)(MatrixView<T> w, T* m, T* v, const Gradient<T>& g, AdamNumbers<T> numbers);

  /// w -= step m / (sqrt(v) + epsilon): the weights' part of steps without gradient.
  void (*adam_drift)(MatrixView<T> w, const T* m, const T* v, const T* step, const T* epsilon);
};

/// The table for one of instruction_sets(); "auto" is the fastest, or what the environment variable
/// GVFN_INSTRUCTION_SET names. Throws InvalidInput for an unknown name. Made for float and double.
template <class T>
const Kernels<T>& kernels(std::string_view instruction_set = "auto");

}  // namespace gvfn
