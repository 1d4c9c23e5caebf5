#pragma once
// The activation functions a unit can have.

#include <array>
#include <string_view>

namespace gvfn {

/// clipped_linear is the identity, clipped to [-10, 10]; its derivative is taken to be 1 everywhere, as in the
/// paper's experiments. Every derivative follows from the unit's output alone.
enum class Activation { linear, clipped_linear, sigmoid, tanh, relu };

inline constexpr double clip = 10;

inline constexpr std::array<std::string_view, 5> activation_names{"linear", "clipped-linear", "sigmoid", "tanh",
                                                                  "relu"};

struct Range {
  double low;
  double high;
};

/// The values that a unit with this activation can take.
Range range_of(Activation activation);

}  // namespace gvfn
