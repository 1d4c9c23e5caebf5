#include "learn/td_lambda.hpp"

#include <gtest/gtest.h>

#include "one_unit.hpp"
#include "random_layers.hpp"
#include "state_errors_of.hpp"

namespace gvfn {
namespace {

/// Two transitions, followed by hand: x = 1, then 3, then -1.
TEST(TdLambda, TracesByHand) {
  auto layers = one_unit();
  const auto questions = one_question();
  TdLambda<double> learner(layers, 1, 0.8);
  auto cotangents = make_cotangents(layers);
  const Transition transition{};
  see(layers, 1);  // s = 2.5
  see(layers, 3);  // s = 6 + 0.5 + 0.625 = 7.125
  auto now = targets(3, 0.5, 2);
  learner.advance(kernels<double>(), layers, now);
  learner.learn(kernels<double>(), layers, errors_of(questions, transition, now, 1, 0, cotangents));
  // e = rho g = 2 [1, 1, 0],  delta = 3 + 0.5 * 7.125 - 2.5 = 4.0625
  EXPECT_EQ(dense_gradient(layers, learner), (std::vector<double>{-8.125, -8.125, 0}));

  see(layers, -1);  // s = -2 + 0.5 + 1.78125 = 0.28125
  now.cumulant[0] = -1;
  now.rho[0] = 0.5;
  learner.advance(kernels<double>(), layers, now);  // with gamma = 0.5 of the last transition
  now.continuation[0] = 0;
  clear(cotangents);
  learner.learn(kernels<double>(), layers, errors_of(questions, transition, now, 1, 0, cotangents));
  // e = 0.5 ([3, 1, 2.5] + 0.5 * 0.8 * [2, 2, 0]) = [1.9, 0.9, 1.25],  delta = -1 - 7.125 = -8.125
  const auto actual = dense_gradient(layers, learner);
  EXPECT_NEAR(actual[0], 8.125 * 1.9, 1e-12);
  EXPECT_NEAR(actual[1], 8.125 * 0.9, 1e-12);
  EXPECT_NEAR(actual[2], 8.125 * 1.25, 1e-12);
}

TEST(TdLambda, ARestartForgetsTheTraces) {
  auto layers = one_unit();
  const auto questions = one_question();
  TdLambda<double> learner(layers, 1, 1);
  auto cotangents = make_cotangents(layers);
  const auto now = targets(3, 1, 1);
  const auto step = [&](double x) {
    see(layers, x);
    learner.advance(kernels<double>(), layers, now);
    learner.learn(kernels<double>(), layers, errors_of(questions, {}, now, 1, 0, cotangents));
    return dense_gradient(layers, learner);
  };
  see(layers, 1);
  step(3);
  learner.restart();
  const auto actual = step(-1);
  EXPECT_NEAR(actual[0] / actual[1], 3, 1e-12);  // e = g = [3, 1, 2.5] alone
  EXPECT_NEAR(actual[2] / actual[1], 2.5, 1e-12);
}

TEST(TdLambda, WhatTheHeadSendsBackGoesOneStep) {
  auto layers = one_unit();
  TdLambda<double> learner(layers, 1, 0.9);
  auto cotangents = make_cotangents(layers);
  see(layers, 1);
  see(layers, 3);
  const auto now = targets(0, 0, 0);  // rho is 0: the question learns nothing
  learner.advance(kernels<double>(), layers, now);
  cotangents[0][0] = 2;
  const auto questions = one_question();
  learner.learn(kernels<double>(), layers, errors_of(questions, {}, now, 1, 0, cotangents));
  EXPECT_EQ(dense_gradient(layers, learner), (std::vector<double>{2, 2, 0}));
}

}  // namespace
}  // namespace gvfn
