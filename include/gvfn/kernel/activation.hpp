#pragma once
// The activation functions that a unit can have.

#include <array>
#include <string_view>

#include "gvfn/base/range.hpp"

namespace gvfn {

/// clipped_linear is the identity, clipped to [-10, 10].
enum class Activation { linear, clipped_linear, sigmoid, tanh, relu };

inline constexpr std::array<std::string_view, 5> activation_names{"linear", "clipped-linear", "sigmoid", "tanh",
                                                                  "relu"};

/// The values that a unit with this activation can take.
Range range_of(Activation activation);

}  // namespace gvfn
