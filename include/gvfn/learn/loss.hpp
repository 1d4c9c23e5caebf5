#pragma once
// The losses, which set the meaning of a step size.

#include <array>
#include <cstddef>
#include <string_view>

namespace gvfn {

/// Of n squared errors: their sum, half their sum, their mean, half their mean. half_sum is the paper's Recurrent TD;
/// in the authors' runs in Compass World the state has sum and the head half_mean.
enum class Loss { sum, half_sum, mean, half_mean };

inline constexpr std::array<std::string_view, 4> loss_names{"sum", "half-sum", "mean", "half-mean"};

/// What the derivative by one value is, in units of its error: 2, 1, 2/n, 1/n.
double error_scale(Loss loss, std::size_t n);

}  // namespace gvfn
