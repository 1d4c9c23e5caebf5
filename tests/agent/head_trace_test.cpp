#include "agent/head_trace.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gvfn {
namespace {

/// Two outputs of a head that reads one unit; lambda = 0.5.
class HeadTraceTest : public testing::Test {
 protected:
  /// For z = [1, s], with the gradients by the outputs. Returns the matrix that is the gradient.
  std::vector<std::vector<double>> learn(double s, std::vector<double> rho, std::vector<double> gamma,
                                         std::vector<double> error) {
    Targets<double> targets(2);
    std::ranges::copy(rho, targets.rho.begin());
    std::ranges::copy(gamma, targets.continuation.begin());
    error.resize(targets.rho.size());
    Features<double> state(1);
    state.values()[0] = s;
    trace_.learn(kernels<double>("plain"), targets, state.with_bias(), error.data());
    const auto gradient = trace_.gradient();
    std::vector<std::vector<double>> rows;
    const auto& weights = head_.layers.front().weights;
    for (std::size_t i = 0; i < weights.rows; ++i) {
      auto& row = rows.emplace_back();
      for (std::size_t k = 0; k < 2; ++k) row.push_back(gradient.dense[i * weights.stride + k] * gradient.weight[k]);
    }
    return rows;
  }

  Random random_{1};
  Head<double> head_{{1, {}, 2}, random_};
  HeadTrace<double> trace_{head_, 0.5};
};

using testing::DoubleNear;
using testing::ElementsAre;

TEST_F(HeadTraceTest, TwoStepsByHand) {
  // e = rho z; its columns times error / rho.
  auto g = learn(3, {2, 1}, {0.8, 0.4}, {0.2, -1});
  EXPECT_THAT(g[0], ElementsAre(DoubleNear(0.2, 1e-12), DoubleNear(-1, 1e-12)));
  EXPECT_THAT(g[1], ElementsAre(DoubleNear(0.6, 1e-12), DoubleNear(-3, 1e-12)));
  // e = rho (z + gamma lambda e): the first output 0.5 ([1, 4] + 0.4 [2, 6]) = [0.9, 3.2], the second is not followed.
  g = learn(4, {0.5, 0}, {0, 0.3}, {1, 0});
  EXPECT_THAT(g[0], ElementsAre(DoubleNear(1.8, 1e-12), DoubleNear(0, 1e-12)));
  EXPECT_THAT(g[1], ElementsAre(DoubleNear(6.4, 1e-12), DoubleNear(0, 1e-12)));
  // gamma was 0 for the first, e was 0 for the second.
  g = learn(1, {1, 1}, {1, 1}, {1, 1});
  EXPECT_THAT(g[1], ElementsAre(DoubleNear(1, 1e-12), DoubleNear(1, 1e-12)));
}

TEST_F(HeadTraceTest, NothingIsSentBackBeyondACut) {
  learn(3, {1, 1}, {1, 1}, {1, 1});
  trace_.cut();
  const auto g = learn(4, {1, 1}, {1, 1}, {1, 1});
  EXPECT_THAT(g[0], ElementsAre(1, 1));
  EXPECT_THAT(g[1], ElementsAre(4, 4));
}

TEST_F(HeadTraceTest, ItForgetsAUnitThatIsReset) {
  learn(3, {1, 1}, {1, 1}, {1, 1});
  const OutgoingReset outgoing{0};
  for_each_field("", trace_, outgoing);
  const auto g = learn(4, {1, 1}, {1, 1}, {1, 1});
  EXPECT_THAT(g[0], ElementsAre(1.5, 1.5));
  EXPECT_THAT(g[1], ElementsAre(4, 4));
}

}  // namespace
}  // namespace gvfn
