#include "plain_kernels.hpp"

#include <algorithm>
#include <cmath>

namespace gvfn {
namespace {

template <class T>
T activate(Activation sigma, T x) {
  switch (sigma) {
    case Activation::linear: return x;
    case Activation::clipped_linear: return std::clamp(x, T(-clip), T(clip));
    case Activation::sigmoid: return 1 / (1 + std::exp(-x));
    case Activation::tanh: return std::tanh(x);
    case Activation::relu: return std::max(x, T(0));
  }
  return x;
}

template <class T>
T derivative(Activation sigma, T output) {
  switch (sigma) {
    case Activation::linear: return 1;
    case Activation::clipped_linear: return 1;
    case Activation::sigmoid: return output * (1 - output);
    case Activation::tanh: return 1 - output * output;
    case Activation::relu: return output > 0 ? T(1) : T(0);
  }
  return 1;
}

template <class T>
T entry(const OuterSum<T>& g, std::size_t i, std::size_t u) {
  T sum = 0;
  for (const auto& factor : g.factors) sum += factor.features[i] * factor.delta[u];
  return g.scale * sum;
}

/// Calls rule(index of the weight, its gradient) for every weight.
template <class T, class Rule>
void for_each_weight(std::size_t rows, std::size_t stride, const OuterSum<T>& g, Rule rule) {
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t u = 0; u < stride; ++u) rule(i * stride + u, entry(g, i, u));
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
void backward(MatrixView<const T> w, const T* delta, T* out) {
  for (std::size_t i = 0; i < w.rows; ++i) {
    T sum = 0;
    for (std::size_t u = 0; u < w.stride; ++u) sum += w.data[i * w.stride + u] * delta[u];
    out[i] = sum;
  }
}

template <class T>
void activation_backward(Activation sigma, const T* output, T* cotangent, std::size_t n) {
  for (std::size_t u = 0; u < n; ++u) cotangent[u] *= derivative(sigma, output[u]);
}

template <class T>
void td_gradient(TargetView<T> target, const T* value, const T* next_value, T scale, T* out, std::size_t n) {
  for (std::size_t j = 0; j < n; ++j)
    out[j] = scale * target.rho[j] * (value[j] - (target.cumulant[j] + target.continuation[j] * next_value[j]));
}

template <class T>
T squared_norm(std::size_t rows, std::size_t stride, OuterSum<T> g) {
  T sum = 0;
  for_each_weight(rows, stride, g, [&](std::size_t, T grad) { sum += grad * grad; });
  return sum;
}

template <class T>
void sgd(MatrixView<T> w, OuterSum<T> g, T step) {
  for_each_weight(w.rows, w.stride, g, [&](std::size_t i, T grad) { w.data[i] -= step * grad; });
}

template <class T>
void momentum(MatrixView<T> w, T* velocity, OuterSum<T> g, T step, T decay) {
  for_each_weight(w.rows, w.stride, g, [&](std::size_t i, T grad) {
    velocity[i] = decay * velocity[i] + grad;
    w.data[i] -= step * velocity[i];
  });
}

template <class T>
void rmsprop(MatrixView<T> w, T* square, OuterSum<T> g, T step, T decay, T epsilon) {
  for_each_weight(w.rows, w.stride, g, [&](std::size_t i, T grad) {
    square[i] = decay * square[i] + (1 - decay) * grad * grad;
    w.data[i] -= step * grad / (std::sqrt(square[i]) + epsilon);
  });
}

template <class T>
void adam(MatrixView<T> w, T* m, T* v, OuterSum<T> g, AdamNumbers<T> n) {
  for_each_weight(w.rows, w.stride, g, [&](std::size_t i, T grad) {
    m[i] = n.m_decay * m[i] + n.m_gain * grad;
    v[i] = n.v_decay * v[i] + n.v_gain * grad * grad;
    w.data[i] -= n.step * m[i] / (n.correction * std::sqrt(v[i]) + n.epsilon);
  });
}

template <class T>
void adam_drift(MatrixView<T> w, const T* m, const T* v, T step, T correction, T epsilon) {
  for (std::size_t i = 0; i < w.rows * w.stride; ++i)
    w.data[i] -= step * m[i] / (correction * std::sqrt(v[i]) + epsilon);
}

}  // namespace

template <class T>
const Kernels<T>& plain_kernels() {
  static constexpr Kernels<T> table{
      .instruction_set = "plain",
      .forward = forward,
      .backward = backward,
      .activation_backward = activation_backward,
      .td_gradient = td_gradient,
      .squared_norm = squared_norm,
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
