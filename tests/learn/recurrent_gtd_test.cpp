// Recurrent GTD against the appendix's formulas with full Jacobians, and against its theorem: in expectation, the
// update is the gradient of the MSPBNE. (tests/agent compares it step by step in an agent.)

#include "learn/recurrent_gtd.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "finite_difference.hpp"
#include "random_layers.hpp"
#include "state_errors_of.hpp"

namespace gvfn {
namespace {

/// A world that can be written down: a bit that is more likely to change after "flip" than after "stay", two actions
/// with probabilities 0.4 and 0.6, and every history of p inputs from the start, with its probability.
struct World {
  struct Path {
    double prob;
    std::vector<std::size_t> actions;  // p + 1 of them; the last one is a_t
    std::vector<float> bits;           // seen after each action
  };
  static constexpr std::array<double, 2> behaviour{0.4, 0.6};

  static std::vector<Path> paths(std::size_t length) {
    std::vector<Path> all{{1, {}, {}}};
    for (std::size_t k = 0; k < length; ++k) {
      std::vector<Path> longer;
      for (const auto& path : all)
        for (std::size_t action = 0; action < 2; ++action)
          for (const float bit : {0.0F, 1.0F}) {
            const float before = path.bits.empty() ? 0.0F : path.bits.back();
            const double changes = action == 0 ? 0.8 : 0.3;
            auto next = path;
            next.prob *= behaviour[action] * (bit == before ? 1 - changes : changes);
            next.actions.push_back(action);
            next.bits.push_back(bit);
            longer.push_back(next);
          }
      all = longer;
    }
    return all;
  }
};

/// Two questions, off-policy, the second one about the first one's answer, and conditioned on the bit.
QuestionTable<double> questions() {
  const Vocabulary vocabulary{{{"bit", 0, 1}}, {"flip", "stay"}};
  return QuestionTable<double>(QuestionNetwork(
      vocabulary, {{"bit", SignalCumulant{"bit"}, Discount{0.7}, Probabilities{{{"flip", 0.8}, {"stay", 0.2}}}},
                   {"then", PredictionCumulant{{{"bit", 0.6}}, SignalCondition{"bit", {Threshold::Side::above, 0.5}}},
                    Discount{0.5}, Probabilities{{{"flip", 0.3}, {"stay", 0.7}}}}}));
}

constexpr std::size_t p = 2;

class Theorem {
 public:
  Theorem() : network_(layers_) {}

  Layers<double>& layers() { return layers_; }
  std::size_t weights() const { return PlainNetwork::weights_of(layers_).size(); }

  /// E[f(path)], where f is given the path's probability, its window in `layers()`, and its targets.
  template <class Function>
  void for_each_path(Function f) {
    const auto asked = questions();
    auto memory = asked.memory();
    for (const auto& path : World::paths(p + 1)) {
      auto& window = layers_[0].window;
      for (std::size_t k = 0; k <= p; ++k) {
        window.features(k)[0] = static_cast<double>(path.bits[k]);
        window.features(k)[1] = static_cast<double>(path.actions[k]);
      }
      run_window(kernels<double>(), layers_, 0);
      const std::vector<float> seen_t{path.bits[p - 1]};
      const std::vector<float> seen_tp1{path.bits[p]};
      const Transition transition{seen_t, path.actions[p], World::behaviour[path.actions[p]], seen_tp1};
      Targets<double> targets(2);
      asked.evaluate(transition, window.state(p), window.state(p + 1), memory, targets);
      f(path.prob, asked, transition, targets);
    }
  }

  /// delta(theta) = E[sum_j rho_j delta_j phi_j] and W(theta) = E[sum_j phi_j phi_j^T].
  struct Moments {
    Eigen::VectorXd delta;
    Eigen::MatrixXd w;
  };
  Moments moments() {
    const auto n = static_cast<Eigen::Index>(weights());
    Moments m{Eigen::VectorXd::Zero(n), Eigen::MatrixXd::Zero(n, n)};
    for_each_path([&](double prob, const QuestionTable<double>&, const Transition&, const Targets<double>& targets) {
      const auto phi =
          network_.jacobian(PlainNetwork::weights_of(layers_), network_.zero(), plain_inputs(layers_), p, 0);
      const auto& window = layers_[0].window;
      for (std::size_t j = 0; j < 2; ++j) {
        const double delta =
            targets.cumulant[j] + targets.continuation[j] * window.state(p + 1)[j] - window.state(p)[j];
        const Eigen::Map<const Eigen::VectorXd> phi_j(phi[j].data(), n);
        m.delta += prob * targets.rho[j] * delta * phi_j;
        m.w += prob * phi_j * phi_j.transpose();
      }
    });
    return m;
  }

  double mspbne() {
    const auto m = moments();
    return m.delta.dot(m.w.ldlt().solve(m.delta));
  }

 private:
  Random random_{7};
  Layers<double> layers_ = [this] {
    Layers<double> layers;
    layers.emplace_back(CellShape{.inputs = 2, .units = 2, .activation = Activation::sigmoid}, p, random_);
    for (auto& w : layers[0].cell.weights[0].data) w *= 2;  // away from where the Hessian is small
    return layers;
  }();
  PlainNetwork network_;
};

/// The mean of the library's update over all paths, at w = W^-1 delta, is -1/2 of the gradient of the MSPBNE, which is
/// found by central differences.
void expect_gradient_of_mspbne(GtdForm form) {
  Theorem theorem;
  const auto m = theorem.moments();
  const Eigen::VectorXd w = m.w.ldlt().solve(m.delta);
  ASSERT_GT(m.w.jacobiSvd().singularValues().minCoeff(), 1e-8);
  Eigen::VectorXd mean = Eigen::VectorXd::Zero(w.size());
  theorem.for_each_path([&](double prob, const QuestionTable<double>& asked, const Transition& transition,
                            const Targets<double>& targets) {
    RecurrentGtd<double> gtd(theorem.layers(), {.form = form});
    auto& second = gtd.second_weights()[0][0];
    for (std::size_t i = 0, at = 0; i < second.rows; ++i)
      for (std::size_t u = 0; u < second.units; ++u) second.at(i, u) = w[static_cast<Eigen::Index>(at++)];
    auto cotangents = make_cotangents(theorem.layers());
    gtd.learn(kernels<double>(), theorem.layers(), errors_of(asked, transition, targets, 1, 0, cotangents));
    const auto gradient = dense_gradient(theorem.layers(), gtd);
    mean += prob * Eigen::Map<const Eigen::VectorXd>(gradient.data(), w.size());
  });
  double largest = 0;
  auto& weights = theorem.layers()[0].cell.weights[0];
  for (std::size_t i = 0, at = 0; i < weights.rows; ++i)
    for (std::size_t u = 0; u < weights.units; ++u) {
      const double slope = central_difference(weights.at(i, u), [&] { return theorem.mspbne(); });
      largest = std::max(largest, std::abs(slope));
      EXPECT_NEAR(mean[static_cast<Eigen::Index>(at++)], slope / 2, 1e-7) << "weight " << i << " of unit " << u;
    }
  EXPECT_GT(largest, 1e-2);  // it is not by being zero that they agree
}

TEST(RecurrentGtd, TheExpectedTdcUpdateIsTheGradientOfTheMspbne) { expect_gradient_of_mspbne(GtdForm::tdc); }
TEST(RecurrentGtd, TheExpectedGtd2UpdateIsTheGradientOfTheMspbne) { expect_gradient_of_mspbne(GtdForm::gtd2); }

/// The second weights are looking for W^-1 delta: there, their expected step is zero.
TEST(RecurrentGtd, TheSecondWeightsStayAtTheSolution) {
  Theorem theorem;
  const auto m = theorem.moments();
  const Eigen::VectorXd w = m.w.ldlt().solve(m.delta);
  std::vector<double> mean(theorem.weights());
  double largest = 0;
  theorem.for_each_path([&](double prob, const QuestionTable<double>& asked, const Transition& transition,
                            const Targets<double>& targets) {
    RecurrentGtd<double> gtd(theorem.layers(), {.second_step_size = 1});
    auto& second = gtd.second_weights()[0][0];
    for (std::size_t i = 0, at = 0; i < second.rows; ++i)
      for (std::size_t u = 0; u < second.units; ++u) second.at(i, u) = w[static_cast<Eigen::Index>(at++)];
    auto cotangents = make_cotangents(theorem.layers());
    gtd.learn(kernels<double>(), theorem.layers(), errors_of(asked, transition, targets, 1, 0, cotangents));
    const auto after = PlainNetwork::weights_of(std::vector{second});
    for (std::size_t i = 0; i < mean.size(); ++i) {
      const double step = after[i] - w[static_cast<Eigen::Index>(i)];
      mean[i] += prob * step;
      largest = std::max(largest, std::abs(step));
    }
  });
  for (const double step : mean) EXPECT_NEAR(step, 0, 1e-9);
  EXPECT_GT(largest, 1e-2);
}

TEST(RecurrentGtd, TheStepOfTheSecondWeightsByTheFormula) {
  Theorem theorem;
  const PlainNetwork network(theorem.layers());
  theorem.for_each_path(
      [&](double, const QuestionTable<double>& asked, const Transition& transition, const Targets<double>& targets) {
        RecurrentGtd<double> gtd(theorem.layers(), {.second_step_size = 0.5});
        auto& second = gtd.second_weights()[0][0];
        Random random(3);
        glorot_uniform(second, 0, second.rows, 6, random);
        const auto before = PlainNetwork::weights_of(std::vector{second});
        auto cotangents = make_cotangents(theorem.layers());
        gtd.learn(kernels<double>(), theorem.layers(), errors_of(asked, transition, targets, 1, 0, cotangents));
        const auto after = PlainNetwork::weights_of(std::vector{second});
        const auto phi = network.jacobian(PlainNetwork::weights_of(theorem.layers()), network.zero(),
                                          plain_inputs(theorem.layers()), p, 0);
        const auto& window = theorem.layers()[0].window;
        for (std::size_t m = 0; m < before.size(); ++m) {
          double expected = before[m];
          for (std::size_t j = 0; j < 2; ++j) {
            double delta_hat = 0;
            for (std::size_t i = 0; i < before.size(); ++i) delta_hat += phi[j][i] * before[i];
            const double delta =
                targets.cumulant[j] + targets.continuation[j] * window.state(p + 1)[j] - window.state(p)[j];
            expected += 0.5 * targets.rho[j] * (delta - delta_hat) * phi[j][m];
          }
          ASSERT_NEAR(after[m], expected, 1e-13);
        }
      });
}

}  // namespace
}  // namespace gvfn
