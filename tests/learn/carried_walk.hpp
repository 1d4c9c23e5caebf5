#pragma once
// Random inputs, one after another, through one recurrent layer with its weights held fixed: what the learners that
// carry ds/dtheta along are tested on.

#include <gtest/gtest.h>

#include "random_layers.hpp"

namespace gvfn {

/// A layer with a window of p = 1, which starts at state 0.
class CarriedWalk {
 public:
  explicit CarriedWalk(const CellShape& shape, std::uint64_t seed = 5, double larger = 1) : random_(seed) {
    layers_.emplace_back(shape, 1, random_);
    for (auto& matrix : layers_[0].cell.weights)
      for (auto& w : matrix.data) w *= larger;
    next();
  }

  /// A new input: the one before it is now that of s_t.
  void next() {
    auto& [cell, window, reads_below, encoder] = layers_[0];
    window.slide();
    PlainNetwork::Input input{random_.below(cell.shape.blocks), {}};
    window.set_block(1, input.block);
    for (std::size_t i = 0; i < cell.shape.inputs; ++i) {
      input.x.push_back(random_.uniform(-1, 1));
      window.features(1)[i] = input.x.back();
    }
    inputs_.push_back({input});
    run_window(kernels<double>(), layers_, 1);
  }

  Layers<double>& layers() { return layers_; }
  const std::vector<PlainNetwork::Inputs>& inputs() const { return inputs_; }

  /// All that was seen up to s_t: J^T v of the whole history, by the plain network.
  std::vector<double> exact_gradient(const std::vector<double>& v) const {
    const PlainNetwork network(layers_);
    const auto jacobian =
        network.jacobian(PlainNetwork::weights_of(layers_), network.zero(), inputs_, inputs_.size() - 1, 0);
    std::vector<double> sum(jacobian[0].size());
    for (std::size_t u = 0; u < v.size(); ++u)
      for (std::size_t m = 0; m < sum.size(); ++m) sum[m] += v[u] * jacobian[u][m];
    return sum;
  }

  /// Of the step that made s_t: H = ds_t/ds_{t-1}, and F = ds_t/dtheta with s_{t-1} held fixed; [unit][...].
  struct StepJacobians {
    std::vector<std::vector<double>> h;
    std::vector<std::vector<double>> f;
  };
  StepJacobians step_jacobians() const {
    const PlainNetwork network(layers_);
    const auto& [cell, window, reads_below, encoder] = layers_[0];
    const std::size_t n = cell.shape.units;
    const auto weights = PlainNetwork::weights_of(layers_);
    StepJacobians jacobians{std::vector<std::vector<double>>(n, std::vector<double>(n)),
                            std::vector<std::vector<double>>(n, std::vector<double>(weights.size()))};
    const auto run = [&](std::size_t seeded_unit, std::size_t seeded_weight) {
      std::vector<Jet<double>> w(weights.begin(), weights.end());
      if (seeded_weight < w.size()) w[seeded_weight].d = 1;
      PlainNetwork::States<Jet<double>> state(1);
      for (std::size_t u = 0; u < n; ++u) state[0].push_back({window.state(0)[u], u == seeded_unit ? 1.0 : 0.0});
      return network.step(w, state, inputs_[inputs_.size() - 2])[0];
    };
    for (std::size_t l = 0; l < n; ++l) {
      const auto after = run(l, weights.size());
      for (std::size_t j = 0; j < n; ++j) jacobians.h[j][l] = after[j].d;
    }
    for (std::size_t m = 0; m < weights.size(); ++m) {
      const auto after = run(n, m);
      for (std::size_t j = 0; j < n; ++j) jacobians.f[j][m] = after[j].d;
    }
    return jacobians;
  }

  template <class Sensitivity>
  std::vector<double> gradient(Sensitivity& sensitivity, const std::vector<double>& v) {
    auto cotangents = make_cotangents(layers_);
    std::copy(v.begin(), v.end(), cotangents[0].begin());
    sensitivity.apply_transpose(kernels<double>(), layers_, cotangents);
    return dense_gradient(layers_, sensitivity);
  }

 private:
  Random random_;
  Layers<double> layers_;
  std::vector<PlainNetwork::Inputs> inputs_;
};

inline const std::vector<CellShape>& carried_shapes() {
  static const std::vector<CellShape> shapes{
      {.inputs = 2, .units = 3, .activation = Activation::tanh},
      {.inputs = 2, .units = 4, .blocks = 3, .activation = Activation::sigmoid},
      {.inputs = 1, .units = 1, .blocks = 2, .activation = Activation::linear},
  };
  return shapes;
}

/// After a restart, what was carried along before is forgotten: the same signs give the same estimate from there on.
/// make(layers) makes a learner whose random signs do not matter after one step.
template <class Make>
void expect_forgets_at_a_restart(Make make) {
  CarriedWalk walk({.inputs = 2, .units = 1, .blocks = 2, .activation = Activation::tanh});
  auto fresh = make(walk.layers());
  auto restarted = make(walk.layers());
  walk.next();
  restarted.advance(kernels<double>(), walk.layers());
  restarted.restart();
  walk.next();
  fresh.advance(kernels<double>(), walk.layers());
  restarted.advance(kernels<double>(), walk.layers());
  const auto expected = walk.gradient(fresh, {1});
  const auto actual = walk.gradient(restarted, {1});
  for (std::size_t m = 0; m < expected.size(); ++m) EXPECT_NEAR(actual[m], expected[m], 1e-14);
}

inline double plain_length(const std::vector<double>& values) {
  double sum = 0;
  for (const double x : values) sum += x * x;
  return std::sqrt(sum);
}

/// Many estimates of one gradient, each with random signs of its own: their mean is the exact one, to within five
/// standard errors of the mean in every entry. make(layers, seed) makes an estimator.
template <class Make>
void expect_unbiased(const CellShape& shape, Make make) {
  constexpr int steps = 6;
  constexpr std::uint64_t estimates = 20'000;
  std::vector<double> v(shape.units, 0.5);
  v[0] = -1;
  CarriedWalk reference(shape);
  for (int t = 0; t < steps; ++t) reference.next();
  const auto exact = reference.exact_gradient(v);
  std::vector<double> sum(exact.size());
  std::vector<double> squares(exact.size());
  for (std::uint64_t seed = 0; seed < estimates; ++seed) {
    CarriedWalk walk(shape);
    auto estimator = make(walk.layers(), seed);
    for (int t = 0; t < steps; ++t) {
      walk.next();
      estimator.advance(kernels<double>(), walk.layers());
    }
    const auto estimate = walk.gradient(estimator, v);
    for (std::size_t m = 0; m < sum.size(); ++m) {
      sum[m] += estimate[m];
      squares[m] += estimate[m] * estimate[m];
    }
  }
  double largest_error = 0;
  for (std::size_t m = 0; m < sum.size(); ++m) {
    const double mean = sum[m] / estimates;
    const double error = std::sqrt(std::max(0.0, squares[m] / estimates - mean * mean) / estimates);
    EXPECT_NEAR(mean, exact[m], 5 * error + 1e-12) << "weight " << m;
    largest_error = std::max(largest_error, error);
  }
  // So that the bound means something: the errors are small beside the gradient.
  double largest = 0;
  for (const double g : exact) largest = std::max(largest, std::abs(g));
  EXPECT_LT(largest_error, 0.05 * largest);
}

}  // namespace gvfn
