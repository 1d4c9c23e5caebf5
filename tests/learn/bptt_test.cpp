#include "gvfn/learn/bptt.hpp"

#include <gtest/gtest.h>

#include "finite_difference.hpp"

namespace gvfn {
namespace {

struct Case {
  std::size_t truncation;
  std::size_t blocks;
  Activation activation;
};

class BpttTest : public testing::TestWithParam<Case> {};

/// L = sum_u v_u s_{t,u}: s_t is the state after p inputs, and h is held fixed.
TEST_P(BpttTest, AgreesWithFiniteDifferences) {
  const auto [truncation, blocks, activation] = GetParam();
  Random random(4);
  const CellShape shape{.inputs = 3, .units = 5, .blocks = blocks, .activation = activation};
  Cell<double> cell(shape, random);
  Window<double> window(shape, truncation);
  for (std::size_t u = 0; u < shape.units; ++u) window.state(0)[u] = random.uniform(-0.5, 0.5);
  for (std::size_t k = 0; k <= truncation; ++k) {
    window.set_block(k, random.below(blocks));
    for (std::size_t i = 0; i < shape.inputs; ++i) window.features(k)[i] = random.uniform(-1, 1);
  }
  std::vector<double> v(shape.units);
  for (auto& x : v) x = random.uniform(-1, 1);
  const auto loss = [&] {
    run_window(kernels<double>(), cell, window, 0);
    double sum = 0;
    for (std::size_t u = 0; u < shape.units; ++u) sum += v[u] * window.state(truncation)[u];
    return sum;
  };

  loss();
  CellGradient<double> gradient(shape, truncation);
  std::copy(v.begin(), v.end(), gradient.cotangent());
  backpropagate(kernels<double>(), cell, window, gradient);
  std::vector<std::vector<double>> dense(blocks, std::vector<double>(shape.features() * shape.units));
  for (std::size_t b = 0; b < blocks; ++b)
    for (const auto& [features, delta] : gradient.factors(b))
      for (std::size_t i = 0; i < shape.features(); ++i)
        for (std::size_t u = 0; u < shape.units; ++u) dense[b][i * shape.units + u] += features[i] * delta[u];

  for (std::size_t b = 0; b < blocks; ++b)
    for (std::size_t i = 0; i < shape.features(); ++i)
      for (std::size_t u = 0; u < shape.units; ++u)
        expect_derivative(dense[b][i * shape.units + u], central_difference(cell.weights[b].at(i, u), loss));
}

std::vector<Case> cases() {
  std::vector<Case> all;
  for (std::size_t truncation = 1; truncation <= 8; ++truncation)
    for (const std::size_t blocks : {1, 3})
      for (const auto activation :
           {Activation::sigmoid, Activation::tanh, Activation::linear, Activation::clipped_linear, Activation::relu})
        all.push_back({truncation, blocks, activation});
  return all;
}

std::string name_of(const testing::TestParamInfo<Case>& test) {
  auto activation = std::string(activation_names[static_cast<std::size_t>(test.param.activation)]);
  std::erase(activation, '-');
  return "p" + std::to_string(test.param.truncation) + "_blocks" + std::to_string(test.param.blocks) + "_" + activation;
}

INSTANTIATE_TEST_SUITE_P(Windows, BpttTest, testing::ValuesIn(cases()), name_of);

}  // namespace
}  // namespace gvfn
