// The plain kernels, the oracle of the others, against numbers worked out by hand.

#include <gtest/gtest.h>

#include <cmath>

#include "kernel/aligned.hpp"
#include "kernel/kernels.hpp"

namespace gvfn {
namespace {

class PlainKernelsTest : public testing::Test {
 protected:
  PlainKernelsTest() {
    // Rows are features: W = [[1, 2], [3, 4], [5, 6]]
    const double values[3][2] = {{1, 2}, {3, 4}, {5, 6}};
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t u = 0; u < 2; ++u) w_[8 * i + u] = values[i][u];
  }

  const Kernels<double>& k_ = kernels<double>("plain");
  AlignedVector<double> w_ = AlignedVector<double>(24);
  const AlignedVector<double> z_{1, 0, -1};
  const AlignedVector<double> delta_{0.5, -1, 0, 0, 0, 0, 0, 0};
  const Factor<double> factor_{z_.data(), delta_.data()};
  const Gradient<double> g_{.factors = {&factor_, 1}, .scale = 2};  // [[1, -2], [0, 0], [-1, 2]]
};

TEST_F(PlainKernelsTest, Forward) {
  AlignedVector<double> out(8);
  k_.forward({w_.data(), 3, 8}, z_.data(), Activation::linear, out.data());
  EXPECT_EQ(out[0], -4);
  EXPECT_EQ(out[1], -4);
  k_.forward({w_.data(), 3, 8}, z_.data(), Activation::sigmoid, out.data());
  EXPECT_NEAR(out[0], 0.01798620996, 1e-10);
  k_.forward({w_.data(), 3, 8}, z_.data(), Activation::relu, out.data());
  EXPECT_EQ(out[1], 0);
}

TEST_F(PlainKernelsTest, Backward) {
  AlignedVector<double> out(3);
  k_.backward({w_.data(), 3, 8}, delta_.data(), out.data());
  EXPECT_EQ(out, (AlignedVector<double>{-1.5, -2.5, -3.5}));
}

TEST_F(PlainKernelsTest, ActivationBackward) {
  const AlignedVector<double> output{0.25, 0.5};
  AlignedVector<double> cotangent{2, 2};
  k_.activation_backward(Activation::sigmoid, output.data(), cotangent.data(), cotangent.data(), 2);
  EXPECT_EQ(cotangent, (AlignedVector<double>{0.375, 0.5}));
  cotangent = {2, 2};
  k_.activation_backward(Activation::tanh, output.data(), cotangent.data(), cotangent.data(), 2);
  EXPECT_EQ(cotangent, (AlignedVector<double>{1.875, 1.5}));
}

TEST_F(PlainKernelsTest, TdGradient) {
  const double c = 1, gamma = 0.5, rho = 2, value = 3, next = 6;
  double out = 100;
  k_.add_td_gradient({&c, &gamma, &rho}, &value, &next, 10, &out, 1);
  EXPECT_EQ(out, 100 + 10 * 2 * (3 - (1 + 0.5 * 6)));
}

TEST_F(PlainKernelsTest, ForwardKeepsItsSums) {
  AlignedVector<double> sums(8);
  AlignedVector<double> out(8);
  k_.forward_keeping_sums({w_.data(), 3, 8}, z_.data(), Activation::relu, sums.data(), out.data());
  EXPECT_EQ(sums[1], -4);
  EXPECT_EQ(out[1], 0);
}

TEST_F(PlainKernelsTest, ForwardAfterAStepOfTheSameFeatures) {
  const std::vector<double> z{1, 2, -2};  // z.z = 9
  AlignedVector<double> sums{5, -4, 0, 0, 0, 0, 0, 0};
  const AlignedVector<double> delta{1, -1, 0, 0, 0, 0, 0, 0};
  AlignedVector<double> out(8);
  k_.forward_after_step(z.data(), 3, delta.data(), 0.5, Activation::relu, sums.data(), out.data(), 8);
  EXPECT_EQ(sums[0], 0.5);
  EXPECT_EQ(sums[1], 0.5);
  EXPECT_EQ(out[0], 0.5);
}

TEST_F(PlainKernelsTest, ForwardAndBackwardAdd) {
  AlignedVector<double> out(8, 1);
  k_.forward_add({w_.data(), 3, 8}, z_.data(), out.data());
  EXPECT_EQ(out[0], -3);
  EXPECT_EQ(out[1], -3);
  AlignedVector<double> back(3, 1);
  k_.backward_add({w_.data(), 3, 8}, delta_.data(), back.data());
  EXPECT_EQ(back, (AlignedVector<double>{-0.5, -1.5, -2.5}));
}

TEST_F(PlainKernelsTest, Trace) {
  const AlignedVector<double> decay{0.5, 2, 0, 0, 0, 0, 0, 0};
  k_.trace({w_.data(), 3, 8}, decay.data(), factor_);
  // W decay + z delta^T, with z = (1, 0, -1) and delta = (0.5, -1).
  EXPECT_EQ(w_[0], 0.5 * 1 + 0.5);
  EXPECT_EQ(w_[1], 2 * 2 - 1);
  EXPECT_EQ(w_[8], 0.5 * 3);
  EXPECT_EQ(w_[17], 2 * 6 + 1);
}

TEST_F(PlainKernelsTest, ADensePartOfAGradientIsWeightedByColumn) {
  const AlignedVector<double> dense(24, 1);
  const AlignedVector<double> weight{3, -1, 0, 0, 0, 0, 0, 0};
  auto g = g_;
  g.dense = dense.data();
  g.weight = weight.data();
  // 2 (z delta^T + weight): [[7, -4], [6, -2], [5, 0]]
  k_.sgd({w_.data(), 3, 8}, g, 0.5);
  EXPECT_EQ(w_[0], 1 - 3.5);
  EXPECT_EQ(w_[9], 4 + 1);
  EXPECT_EQ(w_[17], 6);
}

TEST_F(PlainKernelsTest, AGruUnit) {
  const auto sigmoid = [](double x) { return 1 / (1 + std::exp(-x)); };
  AlignedVector<double> gates{0.1, 0.2, 0.3};
  const AlignedVector<double> recurrent{0.4, -0.5, 0.6};
  const double state = 0.7;
  double next = 0;
  k_.gru_forward(gates.data(), recurrent.data(), &state, &next, 1);
  const double r = sigmoid(0.5), z = sigmoid(-0.3), c = std::tanh(0.3 + r * 0.6);
  EXPECT_NEAR(gates[0], r, 1e-15);
  EXPECT_NEAR(gates[1], z, 1e-15);
  EXPECT_NEAR(gates[2], c, 1e-15);
  EXPECT_NEAR(next, (1 - z) * c + z * 0.7, 1e-15);
  AlignedVector<double> delta(7);
  const double cotangent = 2;
  k_.gru_backward(gates.data(), recurrent.data(), &state, &cotangent, delta.data(), 1);
  const double by_c = 2 * (1 - z) * (1 - c * c);
  EXPECT_NEAR(delta[0], by_c * 0.6 * r * (1 - r), 1e-15);
  EXPECT_NEAR(delta[1], 2 * (0.7 - c) * z * (1 - z), 1e-15);
  EXPECT_NEAR(delta[2], by_c, 1e-15);
  EXPECT_EQ(delta[3], delta[0]);
  EXPECT_EQ(delta[4], delta[1]);
  EXPECT_NEAR(delta[5], by_c * r, 1e-15);
  EXPECT_NEAR(delta[6], 2 * z, 1e-15);
}

TEST_F(PlainKernelsTest, AnLstmUnit) {
  const auto sigmoid = [](double x) { return 1 / (1 + std::exp(-x)); };
  AlignedVector<double> gates{0.1, 0.2, 0.3, 0.4, 0};
  const double memory = 0.5;
  AlignedVector<double> next(2);
  k_.lstm_forward(gates.data(), &memory, next.data(), 1);
  const double i = sigmoid(0.1), f = sigmoid(0.2), g = std::tanh(0.3), o = sigmoid(0.4);
  const double m = f * 0.5 + i * g;
  EXPECT_NEAR(next[0], o * std::tanh(m), 1e-15);
  EXPECT_NEAR(next[1], m, 1e-15);
  const AlignedVector<double> cotangent{2, 3};
  AlignedVector<double> delta(4);
  double by_memory_t = 0;
  k_.lstm_backward(gates.data(), &memory, cotangent.data(), delta.data(), &by_memory_t, 1);
  const double by_m = 3 + 2 * o * (1 - std::tanh(m) * std::tanh(m));
  EXPECT_NEAR(delta[0], by_m * g * i * (1 - i), 1e-15);
  EXPECT_NEAR(delta[1], by_m * 0.5 * f * (1 - f), 1e-15);
  EXPECT_NEAR(delta[2], by_m * i * (1 - g * g), 1e-15);
  EXPECT_NEAR(delta[3], 2 * std::tanh(m) * o * (1 - o), 1e-15);
  EXPECT_NEAR(by_memory_t, by_m * f, 1e-15);
}

TEST_F(PlainKernelsTest, SquaredNorm) { EXPECT_EQ(k_.squared_norm(3, 8, g_), 10); }

TEST_F(PlainKernelsTest, Sgd) {
  k_.sgd({w_.data(), 3, 8}, g_, 0.5);
  EXPECT_EQ(w_[0], 0.5);
  EXPECT_EQ(w_[1], 3);
  EXPECT_EQ(w_[8], 3);
  EXPECT_EQ(w_[17], 5);
}

TEST_F(PlainKernelsTest, Momentum) {
  AlignedVector<double> velocity(24, 1.0);
  k_.momentum({w_.data(), 3, 8}, velocity.data(), g_, 0.5, 0.8);
  EXPECT_DOUBLE_EQ(velocity[0], 1.8);
  EXPECT_DOUBLE_EQ(w_[0], 1 - 0.5 * 1.8);
  EXPECT_DOUBLE_EQ(w_[8], 3 - 0.5 * 0.8);
}

TEST_F(PlainKernelsTest, Rmsprop) {
  AlignedVector<double> square(24, 4.0);
  k_.rmsprop({w_.data(), 3, 8}, square.data(), g_, 0.5, 0.75, 1);
  EXPECT_DOUBLE_EQ(square[0], 3.25);
  EXPECT_DOUBLE_EQ(w_[0], 1 - 0.5 / (std::sqrt(3.25) + 1));
}

TEST_F(PlainKernelsTest, Adam) {
  AlignedVector<double> m(24, 1.0);
  AlignedVector<double> v(24, 4.0);
  const std::vector<double> step{0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.3};
  const std::vector<double> epsilon{2, 2, 2, 2, 2, 2, 2, 5};
  k_.adam({w_.data(), 3, 8}, m.data(), v.data(), g_,
          {.m_decay = 0.5, .v_decay = 0.75, .step = step.data(), .epsilon = epsilon.data()});
  EXPECT_DOUBLE_EQ(m[1], 0.5 - 2);
  EXPECT_DOUBLE_EQ(m[0], 1.5);
  EXPECT_DOUBLE_EQ(v[0], 4);
  EXPECT_DOUBLE_EQ(w_[0], 1 - 0.1 * 1.5 / (2 + 2));
}

TEST_F(PlainKernelsTest, AdamDrift) {
  const AlignedVector<double> m(24, 3.0);
  const AlignedVector<double> v(24, 4.0);
  const std::vector<double> step{0.1, 0.2, 0, 0, 0, 0, 0, 0};
  const std::vector<double> epsilon{1, 3, 0, 0, 0, 0, 0, 0};
  const double before = w_[9];
  k_.adam_drift({w_.data(), 3, 8}, m.data(), v.data(), step.data(), epsilon.data());
  EXPECT_DOUBLE_EQ(w_[0], 1 - 0.1 * 3 / (2 + 1));
  EXPECT_DOUBLE_EQ(w_[9], before - 0.2 * 3 / (2 + 3));  // the second unit's number
}

}  // namespace
}  // namespace gvfn
