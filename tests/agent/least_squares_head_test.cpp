// A head that learns by recursive least squares, against the normal equations of what it has read.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>

#include "gvfn/agent/agent.hpp"
#include "gvfn/base/invalid_input.hpp"

namespace gvfn {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

constexpr double forgetting = 0.98;

const Vocabulary vocabulary{{{"y", -1, 1}}, {}};

QuestionNetwork questions() {
  return {vocabulary,
          {{"short", SignalCumulant{"y", 0.5}, Discount{0.5}}, {"long", SignalCumulant{"y", 0.1}, Discount{0.9}}}};
}

AgentOptions options(Loss loss, std::vector<Forecast> forecasts = {}) {
  return {.head_loss = loss,
          .head_zero_start = true,
          .head_forecasts = std::move(forecasts),
          .optimizer = {.step_size = 1e-30},  // the state stays as it is
          .head_optimizer = {.name = OptimizerKind::rls, .forgetting = forgetting, .ridge = 0.1}};
}

float signal(int t) { return static_cast<float>(0.6 * std::sin(0.3 * t) + 0.3 * std::sin(1.1 * t + 1)); }

/// sum f^(t-i) (y_i - w'[1, s_i])^2 + f^t ridge |w|^2, at its least.
class NormalEquations {
 public:
  void add(const Eigen::VectorXd& z, double y) {
    if (sums_.size() == 0) {
      moments_ = Eigen::MatrixXd::Identity(z.size(), z.size()) * 0.1;
      sums_ = Eigen::VectorXd::Zero(z.size());
    }
    moments_ = forgetting * moments_ + z * z.transpose();
    sums_ = forgetting * sums_ + y * z;
  }
  double predict(const Eigen::VectorXd& z) const { return z.dot(moments_.ldlt().solve(sums_)); }

 private:
  Eigen::MatrixXd moments_;
  Eigen::VectorXd sums_;
};

Eigen::VectorXd with_bias(std::span<const double> state) {
  Eigen::VectorXd z(state.size() + 1);
  z[0] = 1;
  for (std::size_t i = 0; i < state.size(); ++i) z[static_cast<Eigen::Index>(i) + 1] = state[i];
  return z;
}

class LeastSquaresHead : public testing::TestWithParam<Loss> {};

TEST_P(LeastSquaresHead, ForecastsAsTheNormalEquationsDo) {
  constexpr std::size_t steps_ahead = 3;
  Agent<double> agent(options(GetParam(), {{.signal = 0, .steps = 1}, {.signal = 0, .steps = steps_ahead}}),
                      questions(), {vocabulary, {}}, 1);
  std::vector<Eigen::VectorXd> states;
  NormalEquations next;
  NormalEquations later;
  agent.start(std::vector<float>{signal(0)});
  states.push_back(with_bias(agent.state()));
  for (int t = 1; t < 200; ++t) {
    const auto predictions = agent.step(0, 1, std::vector<float>{signal(t)});
    states.push_back(with_bias(agent.state()));
    if (states.size() <= steps_ahead) continue;
    const auto known = states.size() - 1 - steps_ahead;  // whose forecasts have all come true
    next.add(states[known], signal(static_cast<int>(known) + 1));
    later.add(states[known], signal(t));
    ASSERT_NEAR(predictions[0], next.predict(states.back()), 1e-7) << t;
    ASSERT_NEAR(predictions[1], later.predict(states.back()), 1e-7) << t;
  }
}
INSTANTIATE_TEST_SUITE_P(Losses, LeastSquaresHead, testing::Values(Loss::sum, Loss::half_sum, Loss::half_mean),
                         [](const auto& one) { return "loss" + std::to_string(static_cast<int>(one.param)); });

/// The head's own predictions are part of its targets, as they were when it learned.
TEST(LeastSquaresHead, AnswersByTdErrors) {
  const QuestionNetwork asked(vocabulary, {{"sum", SignalCumulant{"y"}, Discount{0.8}}});
  Agent<double> agent(options(Loss::half_mean), questions(), asked, 1);
  Eigen::MatrixXd inverse = Eigen::MatrixXd::Identity(3, 3) / 0.1;
  Eigen::VectorXd w = Eigen::VectorXd::Zero(3);
  agent.start(std::vector<float>{signal(0)});
  auto z_t = with_bias(agent.state());
  for (int t = 1; t < 200; ++t) {
    const auto predictions = agent.step(0, 1, std::vector<float>{signal(t)});
    const auto z_tp1 = with_bias(agent.state());
    const double error = signal(t) + 0.8 * w.dot(z_tp1) - w.dot(z_t);
    const Eigen::VectorXd k = inverse * z_t / (forgetting + z_t.dot(inverse * z_t));
    w += k * error;
    inverse = (inverse - k * (z_t.transpose() * inverse)).eval() / forgetting;
    ASSERT_NEAR(predictions[0], w.dot(z_tp1), 1e-7) << t;
    z_t = z_tp1;
  }
}

TEST(LeastSquaresHead, IsLinearWithoutTraces) {
  const auto refusal = [](AgentOptions wrong) { return [wrong] { validate(wrong, questions()); }; };
  auto hidden = options(Loss::half_sum);
  hidden.head_hidden = {4};
  EXPECT_THAT(refusal(hidden), ThrowsMessage<InvalidInput>(HasSubstr("is for a linear head without traces")));
  auto traces = options(Loss::half_sum);
  traces.head_lambda = 0.5;
  EXPECT_THAT(refusal(traces), ThrowsMessage<InvalidInput>(HasSubstr("is for a linear head without traces")));
  auto state = options(Loss::half_sum);
  state.optimizer.name = OptimizerKind::rls;
  EXPECT_THAT(refusal(state), ThrowsMessage<InvalidInput>(HasSubstr("is for a head: head.optimizer.name")));
  auto large = options(Loss::half_sum);
  large.free_units = 20'000;
  EXPECT_THAT(refusal(large), ThrowsMessage<InvalidInput>(HasSubstr("\"rls\" for 20003 inputs would remember more")));
  auto batch = options(Loss::half_sum);
  batch.head_optimizer.batch = 2;
  EXPECT_THAT(refusal(batch), ThrowsMessage<InvalidInput>(HasSubstr("goes without decay, clip_norm and batch")));
  auto forgetful = options(Loss::half_sum);
  forgetful.head_optimizer.forgetting = 1.5;
  EXPECT_THAT(refusal(forgetful),
              ThrowsMessage<InvalidInput>(HasSubstr("head.optimizer.forgetting = 1.5 is not from 0.5 to 1")));
}

/// As if what it reads had never been anything else: the gain of the input is that of a new one.
TEST(LeastSquaresHead, AUnitThatIsResetIsLearnedAnew) {
  Agent<double> agent(options(Loss::half_sum, {{.signal = 0, .steps = 1}}), questions(), {vocabulary, {}}, 1);
  agent.start(std::vector<float>{signal(0)});
  for (int t = 1; t < 500; ++t) agent.step(0, 1, std::vector<float>{signal(t)});
  Random random(7);
  agent.reset_unit(1, random);
  const auto weight = [&] { return agent.weights().back().values[2]; };
  EXPECT_EQ(weight(), 0);
  agent.step(0, 1, std::vector<float>{signal(500)});
  EXPECT_GT(std::abs(weight()), 1e-4) << "P of its own is 1 / ridge again";
}

}  // namespace
}  // namespace gvfn
