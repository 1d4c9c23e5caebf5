#pragma once
// The losses, which set the meaning of a step size.

#include <algorithm>
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

/// The TD errors of a head's predictions y: the derivative of the loss by y_{t,k} is -scale rho_{t,k} delta_{t,k},
/// where y_{t+1} in the target is a constant.
template <class T>
void td_gradient(const Kernels<T>& kernels, Loss loss, std::size_t n, const Targets<T>& targets, const T* value_t,
                 const T* value_tp1, T* out) {
  assert(targets.rho.size() == padded<T>(n));
  const auto scale = static_cast<T>(error_scale(loss, n));
  std::fill_n(out, padded<T>(n), T(0));
  kernels.add_td_gradient(targets.view(), value_t, value_tp1, scale, out, padded<T>(n));
}

}  // namespace gvfn
