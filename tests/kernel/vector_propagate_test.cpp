// Forward and backward of every instruction set against the plain ones.

#include <gtest/gtest.h>

#include "vector_checks.hpp"

namespace gvfn {
namespace {

template <class T>
using VectorPropagateTest = VectorKernelsTest<T>;
TYPED_TEST_SUITE(VectorPropagateTest, Scalars);

TYPED_TEST(VectorPropagateTest, ForwardAgreesWithPlain) {
  using T = TypeParam;
  for_all<T>([&](const Kernels<T>& k, std::size_t rows, std::size_t units, Random& random) {
    const std::size_t stride = row_stride<T>(units);
    const std::size_t columns = padded<T>(units);
    const auto w = random_matrix<T>(rows, units, random);
    const auto z = random_vector<T>(rows, random, 0.6);
    for (const auto sigma :
         {Activation::linear, Activation::clipped_linear, Activation::sigmoid, Activation::tanh, Activation::relu}) {
      AlignedVector<T> expected(columns);
      AlignedVector<T> actual(columns);
      this->plain_.forward({w.data(), rows, stride}, z.data(), sigma, expected.data());
      k.forward({w.data(), rows, stride}, z.data(), sigma, actual.data());
      ASSERT_NO_FATAL_FAILURE(expect_near(actual, expected, units));
    }
  });
}

TYPED_TEST(VectorPropagateTest, ForwardThatKeepsItsSumsAndAfterAStepAgreesWithPlain) {
  using T = TypeParam;
  for_all<T>([&](const Kernels<T>& k, std::size_t rows, std::size_t units, Random& random) {
    const std::size_t stride = row_stride<T>(units);
    const std::size_t columns = padded<T>(units);
    const auto w = random_matrix<T>(rows, units, random);
    const auto z = random_vector<T>(rows, random, 0.6);
    const auto delta = random_vector<T>(columns, random);
    AlignedVector<T> expected(columns), expected_sums(columns), actual(columns), sums(columns);
    this->plain_.forward_keeping_sums({w.data(), rows, stride}, z.data(), Activation::tanh, expected_sums.data(),
                                      expected.data());
    k.forward_keeping_sums({w.data(), rows, stride}, z.data(), Activation::tanh, sums.data(), actual.data());
    ASSERT_NO_FATAL_FAILURE(expect_near(sums, expected_sums));
    ASSERT_NO_FATAL_FAILURE(expect_near(actual, expected));
    AlignedVector<T> alone(columns);
    k.forward({w.data(), rows, stride}, z.data(), Activation::tanh, alone.data());
    ASSERT_EQ(actual, alone);
    const T step = T(0.01) / static_cast<T>(rows);
    this->plain_.forward_after_step(z.data(), rows, delta.data(), step, Activation::sigmoid, expected_sums.data(),
                                    expected.data(), columns);
    k.forward_after_step(z.data(), rows, delta.data(), step, Activation::sigmoid, sums.data(), actual.data(), columns);
    ASSERT_NO_FATAL_FAILURE(expect_near(sums, expected_sums));
    ASSERT_NO_FATAL_FAILURE(expect_near(actual, expected));
  });
}

TYPED_TEST(VectorPropagateTest, ActivationsStayInRangeForLargeSums) {
  using T = TypeParam;
  for (const auto name : instruction_sets()) {
    for (const double sum : {-1e30, -300.0, -90.0, -17.0, 0.0, 17.0, 90.0, 300.0, 1e30}) {
      AlignedVector<T> w(padded<T>(1));
      w[0] = static_cast<T>(sum);
      AlignedVector<T> out(padded<T>(1));
      const T one = 1;
      kernels<T>(name).forward({w.data(), 1, w.size()}, &one, Activation::sigmoid, out.data());
      EXPECT_GE(out[0], T(0)) << name << " " << sum;
      EXPECT_LE(out[0], T(1)) << name << " " << sum;
      EXPECT_NEAR(out[0], 1 / (1 + std::exp(-sum)), 1e-6) << name << " " << sum;
      kernels<T>(name).forward({w.data(), 1, w.size()}, &one, Activation::tanh, out.data());
      EXPECT_NEAR(out[0], std::tanh(sum), 1e-6) << name << " " << sum;
      kernels<T>(name).forward({w.data(), 1, w.size()}, &one, Activation::clipped_linear, out.data());
      EXPECT_LE(std::abs(out[0]), T(10)) << name << " " << sum;
    }
  }
}

TYPED_TEST(VectorPropagateTest, BackwardAgreesWithPlain) {
  using T = TypeParam;
  for_all<T>([&](const Kernels<T>& k, std::size_t rows, std::size_t units, Random& random) {
    const std::size_t stride = row_stride<T>(units);
    const std::size_t columns = padded<T>(units);
    const auto w = random_matrix<T>(rows, units, random);
    const auto delta = random_vector<T>(columns, random);
    // One more than is written, to see that it is not.
    AlignedVector<T> expected(rows + 1, T(42));
    AlignedVector<T> actual(rows + 1, T(42));
    this->plain_.backward({w.data(), rows, stride}, delta.data(), expected.data());
    k.backward({w.data(), rows, stride}, delta.data(), actual.data());
    ASSERT_NO_FATAL_FAILURE(expect_near(actual, expected));
  });
}

TYPED_TEST(VectorPropagateTest, ForwardAndBackwardAddToWhatIsThere) {
  using T = TypeParam;
  for_all<T>([&](const Kernels<T>& k, std::size_t rows, std::size_t units, Random& random) {
    const std::size_t stride = row_stride<T>(units);
    const std::size_t columns = padded<T>(units);
    const auto w = random_matrix<T>(rows, units, random);
    const auto z = random_vector<T>(rows, random, 0.6);
    const auto delta = random_vector<T>(columns, random);
    auto expected = random_vector<T>(columns, random);
    auto actual = expected;
    this->plain_.forward_add({w.data(), rows, stride}, z.data(), expected.data());
    k.forward_add({w.data(), rows, stride}, z.data(), actual.data());
    ASSERT_NO_FATAL_FAILURE(expect_near(actual, expected));
    expected = random_vector<T>(rows + 1, random);
    actual = expected;
    this->plain_.backward_add({w.data(), rows, stride}, delta.data(), expected.data());
    k.backward_add({w.data(), rows, stride}, delta.data(), actual.data());
    ASSERT_NO_FATAL_FAILURE(expect_near(actual, expected));
    const auto other = random_vector<T>(columns, random);
    auto expected_other = expected;
    auto actual_other = expected;
    this->plain_.backward_pair({w.data(), rows, stride}, delta.data(), other.data(), expected.data(),
                               expected_other.data());
    k.backward_pair({w.data(), rows, stride}, delta.data(), other.data(), actual.data(), actual_other.data());
    ASSERT_NO_FATAL_FAILURE(expect_near(actual, expected));
    ASSERT_NO_FATAL_FAILURE(expect_near(actual_other, expected_other));
  });
}

TYPED_TEST(VectorPropagateTest, TwoForwardAtOnceAreTheSameAsOneByOne) {
  using T = TypeParam;
  for_all<T>([&](const Kernels<T>& k, std::size_t rows, std::size_t units, Random& random) {
    const auto w = random_matrix<T>(rows, units, random);
    const std::size_t stride = row_stride<T>(units);
    const std::size_t columns = padded<T>(units);
    const auto a = random_vector<T>(rows, random, 0.6);
    const auto b = random_vector<T>(rows, random);
    AlignedVector<T> alone_a(columns), alone_b(columns), pair_a(columns), pair_b(columns);
    k.forward({w.data(), rows, stride}, a.data(), Activation::tanh, alone_a.data());
    k.forward({w.data(), rows, stride}, b.data(), Activation::tanh, alone_b.data());
    k.forward_pair({w.data(), rows, stride}, a.data(), b.data(), Activation::tanh, pair_a.data(), pair_b.data());
    ASSERT_EQ(pair_a, alone_a);
    ASSERT_EQ(pair_b, alone_b);
  });
}

TYPED_TEST(VectorPropagateTest, ActivationBackwardAgreesWithPlain) {
  using T = TypeParam;
  for_all<T>([&](const Kernels<T>& k, std::size_t, std::size_t units, Random& random) {
    const std::size_t n = padded<T>(units);
    const auto output = random_vector<T>(n, random, 0.2);
    for (const auto sigma :
         {Activation::linear, Activation::clipped_linear, Activation::sigmoid, Activation::tanh, Activation::relu}) {
      const auto cotangent = random_vector<T>(n, random);
      AlignedVector<T> expected(n);
      auto actual = cotangent;  // in place
      this->plain_.activation_backward(sigma, output.data(), cotangent.data(), expected.data(), n);
      k.activation_backward(sigma, output.data(), actual.data(), actual.data(), n);
      ASSERT_NO_FATAL_FAILURE(expect_near(actual, expected));
    }
  });
}

TYPED_TEST(VectorPropagateTest, TdGradientAgreesWithPlain) {
  using T = TypeParam;
  for_all<T>([&](const Kernels<T>& k, std::size_t, std::size_t units, Random& random) {
    const std::size_t n = padded<T>(units);
    const auto c = random_vector<T>(n, random);
    const auto gamma = random_vector<T>(n, random);
    const auto rho = random_vector<T>(n, random, 0.3);
    const auto value = random_vector<T>(n, random);
    const auto next = random_vector<T>(n, random);
    auto expected = random_vector<T>(n, random);
    auto actual = expected;
    const TargetView<T> target{c.data(), gamma.data(), rho.data()};
    this->plain_.add_td_gradient(target, value.data(), next.data(), T(2), expected.data(), n);
    k.add_td_gradient(target, value.data(), next.data(), T(2), actual.data(), n);
    ASSERT_NO_FATAL_FAILURE(expect_near(actual, expected));
  });
}

TYPED_TEST(VectorPropagateTest, WhatIsNotANumberStaysSo) {
  using T = TypeParam;
  for (const auto name : instruction_sets()) {
    for (const std::size_t units : {3, 300}) {
      AlignedVector<T> w(2 * padded<T>(units), T(0.5));
      w[1] = std::numeric_limits<T>::quiet_NaN();
      const AlignedVector<T> z{1, 1};
      for (const auto sigma :
           {Activation::linear, Activation::clipped_linear, Activation::sigmoid, Activation::tanh, Activation::relu}) {
        AlignedVector<T> out(padded<T>(units));
        kernels<T>(name).forward({w.data(), 2, out.size()}, z.data(), sigma, out.data());
        EXPECT_FALSE(std::isnan(out[0])) << name;
        EXPECT_TRUE(std::isnan(out[1])) << name << " " << activation_names[static_cast<std::size_t>(sigma)];
      }
    }
  }
}

}  // namespace
}  // namespace gvfn
