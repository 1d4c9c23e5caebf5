#include "network/cell.hpp"

#include <gtest/gtest.h>

namespace gvfn {
namespace {

TEST(Cell, HasRoomForStateMemoryGatesAndDeltas) {
  Random random(1);
  const std::size_t n = padded<double>(5);
  const auto sizes = [&](CellKind kind) {
    const Cell<double> cell({.inputs = 3, .units = 5, .kind = kind}, random);
    return std::vector<std::size_t>{cell.state_size(), cell.gates_size(), cell.delta_size()};
  };
  EXPECT_EQ(sizes(CellKind::simple), (std::vector<std::size_t>{n, n, n}));
  EXPECT_EQ(sizes(CellKind::gru), (std::vector<std::size_t>{n, 6 * n, 7 * n}));
  EXPECT_EQ(sizes(CellKind::lstm), (std::vector<std::size_t>{2 * n, 5 * n, 5 * n}));
}

TEST(Cell, AnApplicationsGradientIsOneOuterProductOrAGrusTwo) {
  Random random(1);
  const std::vector<double> features(9);
  const std::vector<double> deltas(64);
  const auto matrices = [&](const CellShape& shape, std::size_t block) {
    const Cell<double> cell(shape, random);
    std::vector<std::size_t> used;
    for_each_factor(cell, block, features.data(), deltas.data(),
                    [&](std::size_t matrix, Factor<double>) { used.push_back(matrix); });
    return used;
  };
  EXPECT_EQ(matrices({.inputs = 3, .units = 5, .blocks = 3}, 2), (std::vector<std::size_t>{2}));
  EXPECT_EQ(matrices({.inputs = 3, .units = 5, .kind = CellKind::gru}, 0), (std::vector<std::size_t>{0, 1}));
  EXPECT_EQ(matrices({.inputs = 3, .units = 5, .kind = CellKind::lstm}, 0), (std::vector<std::size_t>{0}));
}

}  // namespace
}  // namespace gvfn
