// Traces, norms and the optimisers' steps of every instruction set against the plain ones.

#include <gtest/gtest.h>

#include "vector_checks.hpp"

namespace gvfn {
namespace {

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
using VectorUpdateTest = VectorKernelsTest<T>;
TYPED_TEST_SUITE(VectorUpdateTest, Scalars);

TYPED_TEST(VectorUpdateTest, TraceAgreesWithPlain) {
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

TYPED_TEST(VectorUpdateTest, SquaredNormAgreesWithPlain) {
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

TYPED_TEST(VectorUpdateTest, SgdAgreesWithPlain) {
  using T = TypeParam;
  expect_same_steps<T>(this->plain_,
                       [](const Kernels<T>& k, MatrixView<T> w, T*, T*, Gradient<T> g) { k.sgd(w, g, T(0.1)); });
}

TYPED_TEST(VectorUpdateTest, MomentumAgreesWithPlain) {
  using T = TypeParam;
  expect_same_steps<T>(this->plain_, [](const Kernels<T>& k, MatrixView<T> w, T* m, T*, Gradient<T> g) {
    k.momentum(w, m, g, T(0.1), T(0.9));
  });
}

TYPED_TEST(VectorUpdateTest, RmspropAgreesWithPlain) {
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

TYPED_TEST(VectorUpdateTest, AdamAgreesWithPlain) {
  using T = TypeParam;
  expect_same_steps<T>(this->plain_, [](const Kernels<T>& k, MatrixView<T> w, T* m, T* v, Gradient<T> g) {
    const auto [step, epsilon] = by_column<T>(w.stride);
    k.adam(w, m, v, g, {T(0.9), T(0.999), step.data(), epsilon.data()});
  });
}

TYPED_TEST(VectorUpdateTest, AdamDriftAgreesWithPlain) {
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

}  // namespace
}  // namespace gvfn
