#include "gvfn/kernel/activation.hpp"

#include <limits>

#include "kernel/activation_functions.hpp"

namespace gvfn {

Range range_of(Activation activation) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  switch (activation) {
    case Activation::linear: return {-infinity, infinity};
    case Activation::clipped_linear: return {-clipped_linear_limit, clipped_linear_limit};
    case Activation::sigmoid: return {0, 1};
    case Activation::tanh: return {-1, 1};
    case Activation::relu: return {0, infinity};
  }
  return {-infinity, infinity};
}

}  // namespace gvfn
