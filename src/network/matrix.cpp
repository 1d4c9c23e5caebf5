#include "network/matrix.hpp"

#include <cmath>

namespace gvfn {
namespace {

double glorot_limit(std::size_t dimensions) { return std::sqrt(6.0 / static_cast<double>(dimensions)); }

}  // namespace

template <class T>
void glorot_uniform(Matrix<T>& matrix, std::size_t first, std::size_t last, std::size_t dimensions, Random& random) {
  const double limit = glorot_limit(dimensions);
  for (std::size_t row = first; row < last; ++row)
    for (std::size_t gate = 0; gate < matrix.gates; ++gate)
      for (std::size_t unit = 0; unit < matrix.units; ++unit)
        matrix.at(row, unit, gate) = static_cast<T>(random.uniform(-limit, limit));
}
template <class T>
void glorot_uniform(Matrix<T>& matrix, std::size_t first, std::size_t last, std::size_t unit, std::size_t dimensions,
                    Random& random) {
  const double limit = glorot_limit(dimensions);
  for (std::size_t row = first; row < last; ++row)
    for (std::size_t gate = 0; gate < matrix.gates; ++gate)
      matrix.at(row, unit, gate) = static_cast<T>(random.uniform(-limit, limit));
}

template void glorot_uniform(Matrix<float>&, std::size_t, std::size_t, std::size_t, Random&);
template void glorot_uniform(Matrix<double>&, std::size_t, std::size_t, std::size_t, Random&);
template void glorot_uniform(Matrix<float>&, std::size_t, std::size_t, std::size_t, std::size_t, Random&);
template void glorot_uniform(Matrix<double>&, std::size_t, std::size_t, std::size_t, std::size_t, Random&);

}  // namespace gvfn
