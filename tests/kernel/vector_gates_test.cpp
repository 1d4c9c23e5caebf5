// The gated units of every instruction set against the plain ones.

#include <gtest/gtest.h>

#include "vector_checks.hpp"

namespace gvfn {
namespace {

template <class T>
using VectorGatesTest = VectorKernelsTest<T>;
TYPED_TEST_SUITE(VectorGatesTest, Scalars);

TYPED_TEST(VectorGatesTest, GruAgreesWithPlain) {
  using T = TypeParam;
  for_all<T>([&](const Kernels<T>& k, std::size_t, std::size_t units, Random& random) {
    const std::size_t n = padded<T>(units);
    auto gates = random_vector<T>(3 * n, random);
    const auto recurrent = random_vector<T>(3 * n, random);
    const auto state = random_vector<T>(n, random);
    const auto cotangent = random_vector<T>(n, random);
    auto plain_gates = gates;
    AlignedVector<T> expected(n), actual(n), expected_delta(7 * n), actual_delta(7 * n);
    this->plain_.gru_forward(plain_gates.data(), recurrent.data(), state.data(), expected.data(), n);
    k.gru_forward(gates.data(), recurrent.data(), state.data(), actual.data(), n);
    ASSERT_NO_FATAL_FAILURE(expect_near(gates, plain_gates));
    ASSERT_NO_FATAL_FAILURE(expect_near(actual, expected));
    this->plain_.gru_backward(plain_gates.data(), recurrent.data(), state.data(), cotangent.data(),
                              expected_delta.data(), n);
    k.gru_backward(gates.data(), recurrent.data(), state.data(), cotangent.data(), actual_delta.data(), n);
    ASSERT_NO_FATAL_FAILURE(expect_near(actual_delta, expected_delta));
  });
}

TYPED_TEST(VectorGatesTest, LstmAgreesWithPlain) {
  using T = TypeParam;
  for_all<T>([&](const Kernels<T>& k, std::size_t, std::size_t units, Random& random) {
    const std::size_t n = padded<T>(units);
    auto gates = random_vector<T>(5 * n, random);
    const auto memory = random_vector<T>(n, random);
    auto plain_gates = gates;
    AlignedVector<T> expected(2 * n), actual(2 * n), expected_delta(4 * n), actual_delta(4 * n);
    this->plain_.lstm_forward(plain_gates.data(), memory.data(), expected.data(), n);
    k.lstm_forward(gates.data(), memory.data(), actual.data(), n);
    ASSERT_NO_FATAL_FAILURE(expect_near(gates, plain_gates));
    ASSERT_NO_FATAL_FAILURE(expect_near(actual, expected));
    auto expected_cotangent = random_vector<T>(2 * n, random);
    auto actual_cotangent = expected_cotangent;  // the memory's part in place
    this->plain_.lstm_backward(plain_gates.data(), memory.data(), expected_cotangent.data(), expected_delta.data(),
                               expected_cotangent.data() + n, n);
    k.lstm_backward(gates.data(), memory.data(), actual_cotangent.data(), actual_delta.data(),
                    actual_cotangent.data() + n, n);
    ASSERT_NO_FATAL_FAILURE(expect_near(actual_delta, expected_delta));
    ASSERT_NO_FATAL_FAILURE(expect_near(actual_cotangent, expected_cotangent));
  });
}

}  // namespace
}  // namespace gvfn
