#pragma once
// Every kernel of every instruction set against its plain twin, on random sizes: what these tests share.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "gvfn/base/random.hpp"
#include "gvfn/kernel/instruction_sets.hpp"
#include "kernel/aligned.hpp"
#include "kernel/kernels.hpp"

namespace gvfn {

template <class T>
constexpr double tolerance = sizeof(T) == 4 ? 2e-5 : 1e-12;

template <class T>
AlignedVector<T> random_vector(std::size_t n, Random& random, double zeros = 0) {
  AlignedVector<T> values(n);
  for (auto& value : values) value = random.uniform() < zeros ? T(0) : static_cast<T>(random.uniform(-1, 1));
  return values;
}

/// A matrix with `units` used columns and zero padding.
template <class T>
AlignedVector<T> random_matrix(std::size_t rows, std::size_t units, Random& random) {
  const std::size_t stride = row_stride<T>(units);
  AlignedVector<T> values(padded<T>(rows * stride));
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t u = 0; u < units; ++u) values[i * stride + u] = static_cast<T>(random.uniform(-1, 1));
  return values;
}

/// Of the first `count` numbers: what is in the padding may differ.
template <class T>
void expect_near(const AlignedVector<T>& actual, const AlignedVector<T>& expected, std::size_t count = -1) {
  ASSERT_EQ(actual.size(), expected.size());
  for (std::size_t i = 0; i < std::min(count, actual.size()); ++i)
    ASSERT_NEAR(actual[i], expected[i], tolerance<T> * std::max(1.0, std::abs(static_cast<double>(expected[i]))))
        << "at " << i;
}

/// Calls check(table, rows, units, random) for every instruction set and many sizes, 1 and odd ones among them.
template <class T, class Check>
void for_all(Check check) {
  for (const auto name : instruction_sets()) {
    SCOPED_TRACE(std::string(name));
    const auto& table = kernels<T>(name);
    Random random(5);
    for (const std::size_t size : {1, 2, 3, 4, 5, 7, 8, 15, 16, 17, 31, 33, 48, 49, 65, 100, 256, 257, 301}) {
      check(table, size, size, random);
      check(table, 1 + random.below(130), size, random);
      check(table, size, 1 + random.below(130), random);
      if (testing::Test::HasFatalFailure()) return;
    }
  }
}

template <class T>
class VectorKernelsTest : public testing::Test {
 protected:
  const Kernels<T>& plain_ = kernels<T>("plain");
};
using Scalars = testing::Types<float, double>;

}  // namespace gvfn
