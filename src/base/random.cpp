#include "gvfn/base/random.hpp"

#include <cmath>
#include <numbers>

namespace gvfn {

double Random::normal() {
  const double radius = std::sqrt(-2 * std::log1p(-uniform()));
  return radius * std::cos(2 * std::numbers::pi * uniform());
}

}  // namespace gvfn
