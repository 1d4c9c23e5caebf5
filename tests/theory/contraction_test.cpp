// Norms, rates and the paper's counterexample, against dense decompositions.

#include "gvfn/theory/contraction.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>

#include "gvfn/base/invalid_input.hpp"
#include "gvfn/base/random.hpp"

namespace gvfn {
namespace {

TransitionMatrix sparse(const Eigen::MatrixXd& dense) { return dense.sparseView(); }

/// Rows that add up to `sum`; about a third of the entries are not 0.
Eigen::MatrixXd random_matrix(Eigen::Index size, double sum, Random& random) {
  Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(size, size);
  for (Eigen::Index x = 0; x < size; ++x) {
    matrix(x, static_cast<Eigen::Index>(random.below(static_cast<std::size_t>(size)))) = random.uniform(0.1, 1);
    for (Eigen::Index y = 0; y < size; ++y)
      if (random.uniform() < 1.0 / 3) matrix(x, y) += random.uniform();
    matrix.row(x) *= sum / matrix.row(x).sum();
  }
  return matrix;
}

double radius(const Eigen::MatrixXd& dense) { return dense.eigenvalues().cwiseAbs().maxCoeff(); }
double norm(const Eigen::MatrixXd& dense) { return dense.jacobiSvd().singularValues()[0]; }

TEST(Contraction, NormsAndRadiusAreThoseOfDenseDecompositions) {
  Random random(4);
  for (int i = 0; i < 20; ++i) {
    const auto dense = random_matrix(2 + static_cast<Eigen::Index>(random.below(12)), random.uniform(0.2, 1), random);
    EXPECT_NEAR(spectral_norm(sparse(dense)), norm(dense), 1e-6);
    EXPECT_NEAR(spectral_norm(sparse(dense), 3), norm(dense * dense * dense), 1e-6);
    EXPECT_NEAR(spectral_radius(sparse(dense)), radius(dense), 1e-9);
    EXPECT_NEAR(max_norm(sparse(dense), 2), (dense * dense).rowwise().sum().maxCoeff(), 1e-12);
  }
}

TEST(Contraction, APathToTheEndContractsWithItsLength) {
  // 0 -> 1 -> 2 -> 3, and both 1 and 2 also lead to 3 from elsewhere: four steps with gamma 1, then it ends.
  Eigen::MatrixXd path = Eigen::MatrixXd::Zero(4, 4);
  path(0, 1) = path(1, 2) = path(2, 3) = 1;
  const auto found = contraction(sparse(path));
  EXPECT_NEAR(found.norm, 1, 1e-12);
  EXPECT_EQ(found.power, 4U) << "the fourth power is 0";
  EXPECT_EQ(spectral_radius(sparse(path)), 0);
}

TEST(Contraction, DiscountedWalksContractAtOnce) {
  Eigen::MatrixXd turn = Eigen::MatrixXd::Zero(3, 3);
  turn(0, 1) = turn(1, 2) = turn(2, 0) = 0.9;
  const auto found = contraction(sparse(turn));
  EXPECT_NEAR(found.norm, 0.9, 1e-12);
  EXPECT_EQ(found.power, 1U);
  EXPECT_NEAR(spectral_radius(sparse(turn)), 0.9, 1e-12) << "although it is periodic";
}

TEST(Contraction, AlthoughManyStatesLeadToOne) {
  // All lead to the first: |P| = gamma sqrt(n), but every error shrinks by gamma a sweep.
  Eigen::MatrixXd to_one = Eigen::MatrixXd::Zero(100, 100);
  to_one.col(0).setConstant(0.99);
  const auto found = contraction(sparse(to_one));
  EXPECT_NEAR(found.norm, 9.9, 1e-9);
  EXPECT_NEAR(max_norm(sparse(to_one)), 0.99, 1e-12);
  EXPECT_NEAR(spectral_radius(sparse(to_one)), 0.99, 1e-12);
  EXPECT_GT(found.power, 64U);
  EXPECT_LT(spectral_norm(sparse(to_one), found.power), 1);
}

/// A norm of 1 that is found from below, and a row that adds up to 1 but for rounding.
TEST(Contraction, RoundingMakesNothingContract) {
  Eigen::MatrixXd two_steps = Eigen::MatrixXd::Zero(4, 4);
  two_steps(0, 1) = 1;
  two_steps(2, 3) = 0.9;
  EXPECT_EQ(contraction(sparse(two_steps)).power, 2U);
  Eigen::MatrixXd endless = Eigen::MatrixXd::Constant(4, 4, 0.3);
  endless.col(3).setConstant(0.1);
  EXPECT_FALSE(contraction(sparse(endless)).is_proper);
}

/// All lead to the first, with a gamma so near to 1 that no power was found: it is said, and soon.
TEST(Contraction, PowersAreNotLookedForForEver) {
  Eigen::MatrixXd to_one = Eigen::MatrixXd::Zero(100, 100);
  to_one.col(0).setConstant(1 - 1e-9);
  const auto found = contraction(sparse(to_one));
  EXPECT_TRUE(found.is_proper);
  EXPECT_EQ(found.power, 0U);
}

TEST(Contraction, WhatNeverEndsIsNotProper) {
  Eigen::MatrixXd trap = Eigen::MatrixXd::Zero(3, 3);
  trap(0, 1) = 0.5;
  trap(1, 2) = trap(2, 1) = 1;
  EXPECT_FALSE(contraction(sparse(trap)).is_proper);
  EXPECT_NEAR(spectral_radius(sparse(trap)), 1, 1e-12);
}

/// The paper's Proposition: two questions, each of which is the other's cumulant, in two states.
BellmanOperator counterexample(double gamma) {
  Eigen::MatrixXd p(2, 2);
  p << 0.9, 0.1, 0.1, 0.9;
  const QuestionOperator first{Eigen::VectorXd::Zero(2), sparse(gamma * p), {{1, sparse(p)}}};
  const QuestionOperator second{Eigen::VectorXd::Zero(2), sparse(gamma * p), {{0, sparse(p)}}};
  return {{first, second}};
}

TEST(Contraction, ThePapersCounterexampleGrowsAtTheRateOfItsSpectralRadius) {
  const auto bellman = counterexample(0.95);
  EXPECT_NEAR(growth_rate(bellman), 1.95, 1e-12);
  Values v = Values::Ones(2, 2);
  for (int sweep = 0; sweep < 20; ++sweep) {
    const double before = v.norm();
    v = bellman(v);
    EXPECT_NEAR(v.norm() / before, 1.95, 1e-12);
  }
  EXPECT_THAT([&] { fixed_point(bellman); }, testing::ThrowsMessage<InvalidInput>(testing::HasSubstr("form a cycle")));
  // One of the two connections is harmless.
  auto acyclic = bellman;
  acyclic.questions[1].terms.clear();
  EXPECT_NEAR(growth_rate(acyclic), 0.95, 1e-12);
}

TEST(Contraction, ACycleWithANegativeWeightIsJudgedByItsEigenvalues) {
  auto bellman = counterexample(0.5);
  bellman.questions[1].terms[0].weights *= -1;  // eigenvalues (0.5 +- i) times those of P
  EXPECT_NEAR(growth_rate(bellman), std::sqrt(1.25), 1e-12);
}

}  // namespace
}  // namespace gvfn
