#include "kernel/plain_kernels.hpp"

#include <algorithm>
#include <cmath>

#include "kernel/gates.hpp"

namespace gvfn {
namespace {

template <class T>
T entry(const Gradient<T>& g, std::size_t stride, std::size_t i, std::size_t u) {
  T sum = 0;
  for (const auto& factor : g.factors) sum += factor.features[i] * factor.delta[u];
  if (g.dense) sum += g.dense[i * stride + u] * g.weight[u];
  return g.scale * sum;
}

/// Calls rule(index of the weight, its gradient) for every weight.
template <class T, class Rule>
void for_each_weight(std::size_t rows, std::size_t stride, const Gradient<T>& g, Rule rule) {
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t u = 0; u < stride; ++u) rule(i * stride + u, entry(g, stride, i, u));
}

template <class T>
void forward(MatrixView<const T> w, const T* z, Activation sigma, T* out) {
  for (std::size_t u = 0; u < w.stride; ++u) {
    T sum = 0;
    for (std::size_t i = 0; i < w.rows; ++i) sum += z[i] * w.data[i * w.stride + u];
    out[u] = activate(sigma, sum);
  }
}

template <class T>
void forward_keeping_sums(MatrixView<const T> w, const T* z, Activation sigma, T* sums, T* out) {
  forward(w, z, Activation::linear, sums);
  for (std::size_t u = 0; u < w.stride; ++u) out[u] = activate(sigma, sums[u]);
}

template <class T>
void forward_after_step(const T* z, std::size_t rows, const T* delta, T step, Activation sigma, T* sums, T* out,
                        std::size_t n) {
  T square = 0;
  for (std::size_t i = 0; i < rows; ++i) square += z[i] * z[i];
  for (std::size_t u = 0; u < n; ++u) {
    sums[u] -= step * square * delta[u];
    out[u] = activate(sigma, sums[u]);
  }
}

template <class T>
void forward_pair(MatrixView<const T> w, const T* z_a, const T* z_b, Activation sigma, T* out_a, T* out_b) {
  forward(w, z_a, sigma, out_a);
  forward(w, z_b, sigma, out_b);
}

template <class T>
void forward_add(MatrixView<const T> w, const T* z, T* out) {
  for (std::size_t i = 0; i < w.rows; ++i)
    for (std::size_t u = 0; u < w.stride; ++u) out[u] += z[i] * w.data[i * w.stride + u];
}

template <class T>
void backward(MatrixView<const T> w, const T* delta, T* out) {
  for (std::size_t i = 0; i < w.rows; ++i) {
    T sum = 0;
    for (std::size_t u = 0; u < w.stride; ++u) sum += w.data[i * w.stride + u] * delta[u];
    out[i] = sum;
  }
}

template <class T>
void backward_add(MatrixView<const T> w, const T* delta, T* out) {
  for (std::size_t i = 0; i < w.rows; ++i)
    for (std::size_t u = 0; u < w.stride; ++u) out[i] += w.data[i * w.stride + u] * delta[u];
}

template <class T>
void backward_pair(MatrixView<const T> w, const T* delta_a, const T* delta_b, T* out_a, T* out_b) {
  backward(w, delta_a, out_a);
  backward(w, delta_b, out_b);
}

template <class T>
void activation_backward(Activation sigma, const T* output, const T* cotangent, T* delta, std::size_t n) {
  for (std::size_t u = 0; u < n; ++u) delta[u] = cotangent[u] * derivative(sigma, output[u]);
}

template <class T>
void gru_forward(T* gates, const T* recurrent, const T* state_t, T* state_tp1, std::size_t n) {
  for (std::size_t u = 0; u < n; ++u) {
    const T b_c = recurrent[2 * n + u];
    const T r = gates[u] = activate(Activation::sigmoid, gates[u] + recurrent[u]);
    const T z = gates[n + u] = activate(Activation::sigmoid, gates[n + u] + recurrent[n + u]);
    const T c = gates[2 * n + u] = activate(Activation::tanh, gru_candidate_sum(gates[2 * n + u], r, b_c));
    state_tp1[u] = GruUnit<T>{r, z, c, b_c, state_t[u]}.output();
  }
}

template <class T>
void gru_backward(const T* gates, const T* recurrent, const T* state_t, const T* cotangent, T* delta, std::size_t n) {
  for (std::size_t u = 0; u < n; ++u) {
    const GruUnit<T> unit{gates[u], gates[n + u], gates[2 * n + u], recurrent[2 * n + u], state_t[u]};
    const auto [r, z, c, b_c, s] = gru_backward(unit, cotangent[u]);
    delta[u] = delta[3 * n + u] = r;
    delta[n + u] = delta[4 * n + u] = z;
    delta[2 * n + u] = c;
    delta[5 * n + u] = b_c;
    delta[6 * n + u] = s;
  }
}

template <class T>
void lstm_forward(T* gates, const T* memory_t, T* state_tp1, std::size_t n) {
  for (std::size_t u = 0; u < n; ++u) {
    const T i = gates[u] = activate(Activation::sigmoid, gates[u]);
    const T f = gates[n + u] = activate(Activation::sigmoid, gates[n + u]);
    const T g = gates[2 * n + u] = activate(Activation::tanh, gates[2 * n + u]);
    const T o = gates[3 * n + u] = activate(Activation::sigmoid, gates[3 * n + u]);
    const T memory = state_tp1[n + u] = lstm_next_memory(i, f, g, memory_t[u]);
    const T tanh_memory = gates[4 * n + u] = activate(Activation::tanh, memory);
    state_tp1[u] = LstmUnit<T>{i, f, g, o, tanh_memory, memory_t[u]}.output();
  }
}

template <class T>
void lstm_backward(const T* gates, const T* memory_t, const T* cotangent, T* delta, T* memory_cotangent_t,
                   std::size_t n) {
  for (std::size_t u = 0; u < n; ++u) {
    const LstmUnit<T> unit{gates[u], gates[n + u], gates[2 * n + u], gates[3 * n + u], gates[4 * n + u], memory_t[u]};
    const auto [i, f, g, o, memory] = lstm_backward(unit, cotangent[u], cotangent[n + u]);
    delta[u] = i;
    delta[n + u] = f;
    delta[2 * n + u] = g;
    delta[3 * n + u] = o;
    memory_cotangent_t[u] = memory;
  }
}

template <class T>
void add_td_gradient(TargetView<T> target, const T* value, const T* next_value, T scale, T* out, std::size_t n) {
  for (std::size_t j = 0; j < n; ++j)
    out[j] += scale * target.rho[j] * (value[j] - (target.cumulant[j] + target.continuation[j] * next_value[j]));
}

template <class T>
T squared_norm(std::size_t rows, std::size_t stride, const Gradient<T>& g) {
  T sum = 0;
  for_each_weight(rows, stride, g, [&](std::size_t, T grad) { sum += grad * grad; });
  return sum;
}

template <class T>
void trace(MatrixView<T> e, const T* decay, Factor<T> added) {
  for (std::size_t i = 0; i < e.rows; ++i)
    for (std::size_t u = 0; u < e.stride; ++u) {
      T& entry = e.data[i * e.stride + u];
      entry = decay[u] * entry + added.features[i] * added.delta[u];
    }
}

template <class T>
void sgd(MatrixView<T> w, const Gradient<T>& g, T step) {
  for_each_weight(w.rows, w.stride, g, [&](std::size_t i, T grad) { w.data[i] -= step * grad; });
}

template <class T>
void momentum(MatrixView<T> w, T* velocity, const Gradient<T>& g, T step, T decay) {
  for_each_weight(w.rows, w.stride, g, [&](std::size_t i, T grad) {
    velocity[i] = decay * velocity[i] + grad;
    w.data[i] -= step * velocity[i];
  });
}

template <class T>
void rmsprop(MatrixView<T> w, T* square, const Gradient<T>& g, T step, T decay, T epsilon) {
  for_each_weight(w.rows, w.stride, g, [&](std::size_t i, T grad) {
    square[i] = decay * square[i] + (1 - decay) * grad * grad;
    w.data[i] -= step * grad / (std::sqrt(square[i]) + epsilon);
  });
}

template <class T>
void adam(MatrixView<T> w, T* m, T* v, const Gradient<T>& g, AdamNumbers<T> n) {
  for_each_weight(w.rows, w.stride, g, [&](std::size_t i, T grad) {
    m[i] = n.m_decay * m[i] + grad;
    v[i] = n.v_decay * v[i] + grad * grad;
    const std::size_t u = i % w.stride;
    w.data[i] -= n.step[u] * m[i] / (std::sqrt(v[i]) + n.epsilon[u]);
  });
}

template <class T>
void adam_drift(MatrixView<T> w, const T* m, const T* v, const T* step, const T* epsilon) {
  for (std::size_t i = 0; i < w.rows * w.stride; ++i) {
    const std::size_t u = i % w.stride;
    w.data[i] -= step[u] * m[i] / (std::sqrt(v[i]) + epsilon[u]);
  }
}

}  // namespace

template <class T>
const Kernels<T>& plain_kernels() {
  static constexpr Kernels<T> table{
      .instruction_set = "plain",
      .forward = forward,
      .forward_pair = forward_pair,
      .forward_keeping_sums = forward_keeping_sums,
      .forward_after_step = forward_after_step,
      .forward_add = forward_add,
      .backward = backward,
      .backward_add = backward_add,
      .backward_pair = backward_pair,
      .activation_backward = activation_backward,
      .gru_forward = gru_forward,
      .gru_backward = gru_backward,
      .lstm_forward = lstm_forward,
      .lstm_backward = lstm_backward,
      .add_td_gradient = add_td_gradient,
      .squared_norm = squared_norm,
      .trace = trace,
      .sgd = sgd,
      .momentum = momentum,
      .rmsprop = rmsprop,
      .adam = adam,
      .adam_drift = adam_drift,
  };
  return table;
}
template const Kernels<float>& plain_kernels();
template const Kernels<double>& plain_kernels();

}  // namespace gvfn
