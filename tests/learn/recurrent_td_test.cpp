#include "learn/recurrent_td.hpp"

#include <gtest/gtest.h>

#include "learn/learner.hpp"
#include "one_unit.hpp"
#include "random_layers.hpp"
#include "state_errors_of.hpp"

namespace gvfn {
namespace {

TEST(RecurrentTd, AStepByHandWithEverySensitivity) {
  for (std::size_t i = 0; i < sensitivity_names.size(); ++i) {
    SCOPED_TRACE(sensitivity_names[i]);
    auto layers = one_unit();
    auto made =
        make_learner<double>({.sensitivity = static_cast<SensitivityKind>(i)}, 1, layers, one_question().network(), 3);
    auto cotangents = make_cotangents(layers);
    cotangents[0][0] = 0.5;  // the head's
    see(layers, 1);          // s = 2.5
    see(layers, 3);          // s = 7.125
    const auto now = targets(3, 0.5, 2);
    const auto questions = one_question();
    const auto actual = std::visit(
        [&](auto& learner) {
          learner.advance(kernels<double>(), layers, now);
          learner.learn(kernels<double>(), layers, errors_of(questions, {}, now, 2, 0, cotangents));
          return dense_gradient(layers, learner);
        },
        made);
    // -2 rho delta + 0.5 = -2 * 2 * 4.0625 + 0.5 = -15.75, times z = [1, 1, 0]: one step is one step, however carried.
    EXPECT_NEAR(actual[0], -15.75, 1e-12);
    EXPECT_NEAR(actual[1], -15.75, 1e-12);
    EXPECT_NEAR(actual[2], 0, 1e-12);
  }
}

}  // namespace
}  // namespace gvfn
