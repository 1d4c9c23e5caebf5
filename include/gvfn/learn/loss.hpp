#pragma once
// The losses, which set the meaning of a step size, and the two errors they are taken of.

#include <array>
#include <cassert>
#include <string_view>

#include "gvfn/question/question_network.hpp"

namespace gvfn {

/// Of n squared errors: their sum, half their sum, their mean, half their mean. half_sum is the paper's Recurrent TD;
/// in the authors' runs in Compass World the state has sum and the head half_mean.
enum class Loss { sum, half_sum, mean, half_mean };

inline constexpr std::array<std::string_view, 4> loss_names{"sum", "half-sum", "mean", "half-mean"};

/// What the derivative by one value is, in units of its error: 2, 1, 2/n, 1/n.
double error_scale(Loss loss, std::size_t n);

/// Recurrent TD (General Value Function Networks, section 7). With
///   delta_{t,j} = C_{t+1,j} + gamma_{t+1,j} s_{t+1,j} - s_{t,j}
/// the derivative of the loss by s_{t,j} is -scale rho_{t,j} delta_{t,j}: s_{t+1} in the target is a constant. Sent
/// back through the window (backpropagate) and applied by plain SGD, this is
///   theta += alpha scale sum_j rho_{t,j} delta_{t,j} grad s_{t,j}.
/// The same for a head's predictions, y in place of s.
template <class T>
void td_gradient(const Kernels<T>& kernels, Loss loss, std::size_t n, const Targets<T>& targets, const T* value_t,
                 const T* value_tp1, T* out) {
  assert(targets.rho.size() == padded<T>(n));
  const auto scale = static_cast<T>(error_scale(loss, n));
  kernels.td_gradient(targets.view(), value_t, value_tp1, scale, out, padded<T>(n));
}

/// The loss to a known target: the derivative by y_j is scale (y_j - target_j).
template <class T>
void target_gradient(Loss loss, std::size_t n, const T* target, const T* value, T* out) {
  const auto scale = static_cast<T>(error_scale(loss, n));
  for (std::size_t j = 0; j < n; ++j) out[j] = scale * (value[j] - target[j]);
}

}  // namespace gvfn
