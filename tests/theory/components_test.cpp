#include "theory/components.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Dense>

namespace gvfn {
namespace {

using testing::ElementsAre;

TransitionMatrix arrows(Eigen::Index size, const std::vector<std::pair<int, int>>& from_to) {
  TransitionMatrix matrix(size, size);
  std::vector<Eigen::Triplet<double>> triplets;
  for (const auto& [from, to] : from_to) triplets.emplace_back(from, to, 0.5);
  matrix.setFromTriplets(triplets.begin(), triplets.end());
  return matrix;
}

TEST(Components, AreThoseThatLeadToEachOther) {
  // 0 <-> 1 -> 2 -> 3 -> 4 -> 2, and 5 alone.
  const auto found = strong_components(arrows(6, {{0, 1}, {1, 0}, {1, 2}, {2, 3}, {3, 4}, {4, 2}}));
  EXPECT_THAT(found, ElementsAre(ElementsAre(2, 3, 4), ElementsAre(0, 1), ElementsAre(5)));
}

TEST(Components, ALongPathNeedsNoRecursion) {
  std::vector<std::pair<int, int>> path;
  for (int x = 0; x + 1 < 200'000; ++x) path.emplace_back(x, x + 1);
  EXPECT_EQ(strong_components(arrows(200'000, path)).size(), 200'000U);
  path.emplace_back(199'999, 0);
  EXPECT_EQ(strong_components(arrows(200'000, path)).size(), 1U);
}

TEST(Components, ABlockHasTheRowsAndColumnsOfItsStates) {
  const auto block = block_of(arrows(4, {{0, 1}, {1, 3}, {3, 1}, {3, 2}}), {1, 3});
  EXPECT_EQ(Eigen::MatrixXd(block), (Eigen::MatrixXd(2, 2) << 0, 0.5, 0.5, 0).finished());
}

}  // namespace
}  // namespace gvfn
