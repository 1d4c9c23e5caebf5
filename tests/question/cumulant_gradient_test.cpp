#include <gtest/gtest.h>

#include <array>

#include "question/question_table.hpp"

namespace gvfn {
namespace {

constexpr std::size_t size = 6;

/// Plain, gated and other cumulants.
template <class T>
QuestionTable<T> make_table() {
  const SignalCondition x_is_up{"x", {Threshold::Side::above, 0.5}};
  const SignalCondition x_is_down{"x", {Threshold::Side::below, 0.5}};
  return QuestionTable<T>(QuestionNetwork(
      {{{"x"}, {"y"}}, {}},
      {{"signal", SignalCumulant{"x"}},
       {"noise", NoiseCumulant{1}},
       {"sum", PredictionCumulant{{{"signal", 2.0}, {"noise", -0.5}}}},
       {"up", PredictionCumulant{{{"signal", 3.0}, {"sum", 4.0}}, x_is_up}},
       {"down", PredictionCumulant{{{"signal", 5.0}, {"up", -6.0}}, x_is_down}},
       {"watch", SignalCumulant{"y"}, Discount{}, Conditional{"up", {}, SameAsBehaviour{}, SameAsBehaviour{}}}}));
}

template <class T>
std::array<T, size> gradient(std::array<float, 2> observation_tp1, std::array<T, size> by_cumulant, T before = 0) {
  std::array<T, size> by_predictions;
  by_predictions.fill(before);
  const auto table = make_table<T>();
  table.add_cumulant_gradient({{}, 0, 1, observation_tp1}, table.memory(), by_cumulant.data(), by_predictions.data());
  return by_predictions;
}

TEST(CumulantGradient, ByHand) {
  // signal: 2 * 10 + 3 * 100; noise: -0.5 * 10; sum: 4 * 100.
  EXPECT_EQ(gradient<double>({1, 0}, {7, 7, 10, 100, 1000, 7}), (std::array<double, size>{320, -5, 400, 0, 0, 0}));
  // signal: 2 * 10 + 5 * 1000; noise: -0.5 * 10; up: -6 * 1000.
  EXPECT_EQ(gradient<float>({0, 0}, {7, 7, 10, 100, 1000, 7}), (std::array<float, size>{5020, -5, 0, -6000, 0, 0}));
}

TEST(CumulantGradient, IsAddedToWhatIsThere) {
  EXPECT_EQ(gradient<double>({1, 0}, {0, 0, 1, 0, 0, 0}, 10), (std::array<double, size>{12, 9.5, 10, 10, 10, 10}));
}

TEST(CumulantGradient, AgreesWithFiniteDifferences) {
  const auto table = make_table<double>();
  const std::array<double, size> by_cumulant{0.3, -0.7, 1.1, 0.9, -1.3, 0.2};
  for (const float x : {0.0F, 1.0F}) {
    const std::array<float, 2> next{x, 0.25F};
    const Transition transition{{}, 0, 1, next};
    const auto loss = [&](const std::array<double, size>& predictions) {
      auto memory = table.memory(3);  // the same noise every time
      Targets<double> targets(size);
      table.evaluate(transition, predictions.data(), predictions.data(), memory, targets);
      double sum = 0;
      for (std::size_t k = 0; k < size; ++k) sum += by_cumulant[k] * targets.cumulant[k];
      return sum;
    };
    const auto found = gradient<double>(next, by_cumulant);
    for (std::size_t i = 0; i < size; ++i) {
      constexpr double step = 1e-4;
      std::array<double, size> up{0.1, 0.2, 0.3, 0.4, 0.5, 0.6};
      auto down = up;
      up[i] += step;
      down[i] -= step;
      EXPECT_NEAR(found[i], (loss(up) - loss(down)) / (2 * step), 1e-9) << "x " << x << ", prediction " << i;
    }
  }
}

}  // namespace
}  // namespace gvfn
