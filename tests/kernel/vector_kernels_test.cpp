// Every kernel of every instruction set against its plain twin, on random sizes.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "gvfn/base/random.hpp"
#include "gvfn/kernel/aligned.hpp"
#include "gvfn/kernel/kernels.hpp"

namespace gvfn {
namespace {

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

/// Up to four outer products, with many zero features among them, and in every other case a dense part.
template <class T>
struct RandomGradient {
  RandomGradient(std::size_t rows, std::size_t units, Random& random) {
    const std::size_t count = random.below(5);
    for (std::size_t k = 0; k < count; ++k) {
      features.push_back(random_vector<T>(rows, random, 0.5));
      deltas.push_back(random_vector<T>(padded<T>(units), random));
    }
    for (std::size_t k = 0; k < count; ++k) factors.push_back({features[k].data(), deltas[k].data()});
    if (random.below(2) == 0) return;
    dense = random_matrix<T>(rows, units, random);
    weight = random_vector<T>(padded<T>(units), random);
  }
  Gradient<T> sum() const {
    if (dense.empty()) return {.factors = factors, .scale = T(0.7)};
    return {.factors = factors, .scale = T(0.7), .dense = dense.data(), .weight = weight.data()};
  }

  std::vector<AlignedVector<T>> features;
  std::vector<AlignedVector<T>> deltas;
  std::vector<Factor<T>> factors;
  AlignedVector<T> dense;
  AlignedVector<T> weight;
};

template <class T>
class KernelsTest : public testing::Test {
 protected:
  const Kernels<T>& plain_ = kernels<T>("plain");
};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(KernelsTest, Scalars);

TYPED_TEST(KernelsTest, ForwardAgreesWithPlain) {
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

TYPED_TEST(KernelsTest, ForwardThatKeepsItsSumsAndAfterAStepAgreesWithPlain) {
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

TYPED_TEST(KernelsTest, ActivationsStayInRangeForLargeSums) {
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

TYPED_TEST(KernelsTest, BackwardAgreesWithPlain) {
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

TYPED_TEST(KernelsTest, ForwardAndBackwardAddToWhatIsThere) {
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

TYPED_TEST(KernelsTest, TwoForwardAtOnceAreTheSameAsOneByOne) {
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

TYPED_TEST(KernelsTest, TraceAgreesWithPlain) {
  using T = TypeParam;
  for_all<T>([&](const Kernels<T>& k, std::size_t rows, std::size_t units, Random& random) {
    const std::size_t stride = row_stride<T>(units);
    const std::size_t columns = padded<T>(units);
    auto expected = random_matrix<T>(rows, units, random);
    auto actual = expected;
    const auto decay = random_vector<T>(columns, random);
    const auto z = random_vector<T>(rows, random, 0.5);
    const auto delta = random_vector<T>(columns, random);
    this->plain_.trace({expected.data(), rows, stride}, decay.data(), {z.data(), delta.data()});
    k.trace({actual.data(), rows, stride}, decay.data(), {z.data(), delta.data()});
    ASSERT_NO_FATAL_FAILURE(expect_near(actual, expected));
  });
}

TYPED_TEST(KernelsTest, GruAgreesWithPlain) {
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

TYPED_TEST(KernelsTest, LstmAgreesWithPlain) {
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

TYPED_TEST(KernelsTest, ActivationBackwardAgreesWithPlain) {
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

TYPED_TEST(KernelsTest, TdGradientAgreesWithPlain) {
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

TYPED_TEST(KernelsTest, SquaredNormAgreesWithPlain) {
  using T = TypeParam;
  for_all<T>([&](const Kernels<T>& k, std::size_t rows, std::size_t units, Random& random) {
    const std::size_t stride = row_stride<T>(units);
    const RandomGradient<T> g(rows, units, random);
    const auto expected = static_cast<double>(this->plain_.squared_norm(rows, stride, g.sum()));
    const auto actual = static_cast<double>(k.squared_norm(rows, stride, g.sum()));
    ASSERT_NEAR(actual, expected, 10 * tolerance<T> * std::max(1.0, expected));
  });
}

/// Two steps of an optimiser with two moments, so that the moments count too.
template <class T, class Step>
void expect_same_steps(const Kernels<T>& plain, Step step) {
  for_all<T>([&](const Kernels<T>& k, std::size_t rows, std::size_t units, Random& random) {
    const std::size_t stride = row_stride<T>(units);
    auto w = random_matrix<T>(rows, units, random);
    auto m = random_vector<T>(w.size(), random, 0.2);
    auto v = random_vector<T>(w.size(), random, 0.2);
    for (auto& x : v) x = x * x;
    auto w_plain = w;
    auto m_plain = m;
    auto v_plain = v;
    for (int i = 0; i < 2; ++i) {
      const RandomGradient<T> g(rows, units, random);
      step(k, MatrixView<T>{w.data(), rows, stride}, m.data(), v.data(), g.sum());
      step(plain, MatrixView<T>{w_plain.data(), rows, stride}, m_plain.data(), v_plain.data(), g.sum());
    }
    ASSERT_NO_FATAL_FAILURE(expect_near(w, w_plain, rows * stride));
    ASSERT_NO_FATAL_FAILURE(expect_near(m, m_plain, rows * stride));
    ASSERT_NO_FATAL_FAILURE(expect_near(v, v_plain, rows * stride));
  });
}

TYPED_TEST(KernelsTest, SgdAgreesWithPlain) {
  using T = TypeParam;
  expect_same_steps<T>(this->plain_,
                       [](const Kernels<T>& k, MatrixView<T> w, T*, T*, Gradient<T> g) { k.sgd(w, g, T(0.1)); });
}

TYPED_TEST(KernelsTest, MomentumAgreesWithPlain) {
  using T = TypeParam;
  expect_same_steps<T>(this->plain_, [](const Kernels<T>& k, MatrixView<T> w, T* m, T*, Gradient<T> g) {
    k.momentum(w, m, g, T(0.1), T(0.9));
  });
}

TYPED_TEST(KernelsTest, RmspropAgreesWithPlain) {
  using T = TypeParam;
  expect_same_steps<T>(this->plain_, [](const Kernels<T>& k, MatrixView<T> w, T*, T* v, Gradient<T> g) {
    k.rmsprop(w, v, g, T(0.01), T(0.9), T(1e-3));
  });
}

/// Steps and epsilons that differ from unit to unit.
template <class T>
std::pair<AlignedVector<T>, AlignedVector<T>> by_column(std::size_t stride) {
  AlignedVector<T> step(padded<T>(stride));
  AlignedVector<T> epsilon(step.size());
  for (std::size_t u = 0; u < step.size(); ++u) {
    step[u] = T(0.01) + T(1e-4) * static_cast<T>(u);
    epsilon[u] = T(0.02) + T(0.002) * static_cast<T>(u % 7);
  }
  return {step, epsilon};
}

TYPED_TEST(KernelsTest, AdamAgreesWithPlain) {
  using T = TypeParam;
  expect_same_steps<T>(this->plain_, [](const Kernels<T>& k, MatrixView<T> w, T* m, T* v, Gradient<T> g) {
    const auto [step, epsilon] = by_column<T>(w.stride);
    k.adam(w, m, v, g, {T(0.9), T(0.999), step.data(), epsilon.data()});
  });
}

TYPED_TEST(KernelsTest, AdamDriftAgreesWithPlain) {
  using T = TypeParam;
  expect_same_steps<T>(this->plain_, [](const Kernels<T>& k, MatrixView<T> w, T* m, T* v, Gradient<T>) {
    const auto [step, epsilon] = by_column<T>(w.stride);
    k.adam_drift(w, m, v, step.data(), epsilon.data());
  });
}

TEST(Kernels, AdamScalesTinyAndHugeSquaresLikePlain) {
  for (const auto name : instruction_sets()) {
    for (const float v : {0.0F, 1e-36F, 1e-20F, 1e-8F, 1.0F, 1e8F, 1e20F}) {
      AlignedVector<float> w(16, 0.0F);
      AlignedVector<float> expected(16, 0.0F);
      const AlignedVector<float> m(16, 1.0F);
      const AlignedVector<float> squares(16, v);
      const AlignedVector<float> step(16, 1.0F);
      const AlignedVector<float> epsilon(16, 1e-8F);
      kernels<float>(name).adam_drift({w.data(), 1, 16}, m.data(), squares.data(), step.data(), epsilon.data());
      kernels<float>("plain").adam_drift({expected.data(), 1, 16}, m.data(), squares.data(), step.data(),
                                         epsilon.data());
      EXPECT_NEAR(w[3] / expected[3], 1, 1e-6) << name << " " << v;
    }
  }
}

TYPED_TEST(KernelsTest, WhatIsNotANumberStaysSo) {
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
