#include "gvfn/network/cell.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "finite_difference.hpp"

namespace gvfn {
namespace {

/// The memory of one application of a cell, filled with random numbers.
class Application {
 public:
  Application(const Cell<double>& cell, Random& random, bool is_tangent = false)
      : lead_(padded<double>(cell.shape.inputs + 1)),
        slot_(lead_ + cell.state_size()),
        gates_(cell.gates_size()),
        state_(cell.state_size()) {
    const auto& shape = cell.shape;
    for (std::size_t i = 0; i < shape.features(); ++i) features(shape)[i] = random.uniform(-1, 1);
    features(shape)[shape.inputs] = is_tangent ? 0 : 1;
    if (shape.kind == CellKind::lstm)
      for (std::size_t u = 0; u < shape.units; ++u) memory(shape)[u] = random.uniform(-1, 1);
  }
  double* features(const CellShape& shape) { return slot_.data() + lead_ - shape.inputs - 1; }
  double* memory(const CellShape& shape) { return features(shape) + shape.inputs + 1 + padded<double>(shape.units); }
  CellStep<double> step(const CellShape& shape, std::size_t block) {
    return {block, features(shape), gates_.data(), state_.data()};
  }
  AlignedVector<double>& state() { return state_; }

 private:
  std::size_t lead_;
  AlignedVector<double> slot_;
  AlignedVector<double> gates_;
  AlignedVector<double> state_;
};

/// A random cotangent of a state: of s, and of an LSTM's memory.
AlignedVector<double> random_cotangent(const Cell<double>& cell, Random& random) {
  AlignedVector<double> v(cell.state_size());
  for (std::size_t part = 0; part < v.size(); part += padded<double>(cell.shape.units))
    for (std::size_t u = 0; u < cell.shape.units; ++u) v[part + u] = random.uniform(-1, 1);
  return v;
}

std::vector<Matrix<double>> random_direction(const Cell<double>& cell, Random& random) {
  auto direction = cell.weights;
  for (auto& matrix : direction) glorot_uniform(matrix, 0, matrix.rows, 6, random);
  return direction;
}

/// cell + r direction
Cell<double> moved(Cell<double> cell, const std::vector<Matrix<double>>& direction, double r) {
  for (std::size_t m = 0; m < direction.size(); ++m)
    for (std::size_t i = 0; i < direction[m].data.size(); ++i) cell.weights[m].data[i] += r * direction[m].data[i];
  return cell;
}

TEST(Cell, ForwardByHand) {
  Random random(1);
  Cell<double> cell({.inputs = 1, .units = 1, .blocks = 2, .activation = Activation::sigmoid}, random);
  // z = [x, 1, s]
  cell.weights[1].at(0, 0) = 2;
  cell.weights[1].at(1, 0) = -1;
  cell.weights[1].at(2, 0) = 0.5;
  std::array<double, 3> z{3, 1, 4};
  AlignedVector<double> state(padded<double>(1));
  cell_forward(kernels<double>(), cell, {1, z.data(), nullptr, state.data()});
  EXPECT_NEAR(state[0], 1 / (1 + std::exp(-7.0)), 1e-12);
}

TEST(Cell, GruAndLstmByHand) {
  const auto sigmoid = [](double x) { return 1 / (1 + std::exp(-x)); };
  Random random(1);
  Cell<double> gru({.inputs = 1, .units = 1, .kind = CellKind::gru}, random);
  for (std::size_t gate = 0; gate < 3; ++gate) {
    const auto g = static_cast<double>(gate);
    gru.weights[0].at(0, 0, gate) = 0.1 + g;  // x
    gru.weights[0].at(1, 0, gate) = 0.2 * g;  // bias
    gru.weights[1].at(0, 0, gate) = 0.3 - g;  // s
  }
  Application application(gru, random);
  double* z = application.features(gru.shape);
  z[0] = 0.5;
  z[2] = -0.4;
  cell_forward(kernels<double>(), gru, application.step(gru.shape, 0));
  const double r = sigmoid(0.1 * 0.5 + 0.3 * -0.4), u = sigmoid(1.1 * 0.5 + 0.2 - 0.7 * -0.4);
  const double c = std::tanh(2.1 * 0.5 + 0.4 + r * (-1.7 * -0.4));
  EXPECT_NEAR(application.state()[0], (1 - u) * c + u * -0.4, 1e-12);

  Cell<double> lstm({.inputs = 1, .units = 1, .kind = CellKind::lstm}, random);
  for (std::size_t gate = 0; gate < 4; ++gate)
    for (std::size_t i = 0; i < 3; ++i)
      lstm.weights[0].at(i, 0, gate) = 0.1 * static_cast<double>(gate) + 0.2 * static_cast<double>(i);
  Application second(lstm, random);
  z = second.features(lstm.shape);
  z[0] = 0.5;
  z[2] = -0.4;
  second.memory(lstm.shape)[0] = 0.3;
  cell_forward(kernels<double>(), lstm, second.step(lstm.shape, 0));
  const auto sum = [](double gate) { return 0.1 * gate * 0.5 + (0.1 * gate + 0.2) + (0.1 * gate + 0.4) * -0.4; };
  const double m = sigmoid(sum(1)) * 0.3 + sigmoid(sum(0)) * std::tanh(sum(2));
  EXPECT_NEAR(second.state()[0], sigmoid(sum(3)) * std::tanh(m), 1e-12);
  EXPECT_NEAR(second.state()[padded<double>(1)], m, 1e-12);
}

TEST(Cell, StartsGlorotUniformWithZeroBiases) {
  Random random(1);
  const Cell<double> cell({.inputs = 12, .units = 35, .blocks = 3}, random);
  double largest_input = 0;
  double largest_state = 0;
  for (const auto& block : cell.weights) {
    for (std::size_t i = 0; i < block.rows; ++i) {
      for (std::size_t u = 0; u < block.units; ++u) {
        const double w = std::abs(block.data[i * block.stride + u]);
        if (i == 12) {
          EXPECT_EQ(w, 0);
        }
        if (i < 12) largest_input = std::max(largest_input, w);
        if (i > 12) largest_state = std::max(largest_state, w);
      }
      for (std::size_t u = block.units; u < block.stride; ++u) EXPECT_EQ(block.data[i * block.stride + u], 0);
    }
  }
  // +-sqrt(6 / (3 + 35 + 12)) and +-sqrt(6 / (3 + 35 + 35))
  EXPECT_LT(largest_input, std::sqrt(6.0 / 50));
  EXPECT_GT(largest_input, 0.99 * std::sqrt(6.0 / 50));
  EXPECT_LT(largest_state, std::sqrt(6.0 / 73));
  EXPECT_GT(largest_state, 0.99 * std::sqrt(6.0 / 73));
}

TEST(Cell, GatesStartAsOneTensorAndAnLstmRemembersAtFirst) {
  Random random(1);
  Cell<double> gru({.inputs = 12, .units = 35, .kind = CellKind::gru}, random);
  EXPECT_EQ(gru.weight_count(), 3U * 35 * (12 + 1 + 35));
  double largest = 0;
  for (std::size_t i = 0; i < 35; ++i) largest = std::max(largest, std::abs(gru.weights[1].at(3, i, 2)));
  EXPECT_LT(largest, std::sqrt(6.0 / (3 * 35 + 35)));
  EXPECT_GT(largest, 0.9 * std::sqrt(6.0 / (3 * 35 + 35)));
  EXPECT_EQ(gru.weights[0].at(12, 3, 1), 0);

  Cell<double> lstm({.inputs = 12, .units = 35, .kind = CellKind::lstm}, random);
  EXPECT_EQ(lstm.weight_count(), 4U * 35 * (12 + 1 + 35));
  EXPECT_EQ(lstm.weights[0].at(12, 3, 0), 0);
  EXPECT_EQ(lstm.weights[0].at(12, 3, 1), 1);
  EXPECT_EQ(lstm.weights[0].at(12, 3, 3), 0);
}

class CellTest : public testing::TestWithParam<CellShape> {
 protected:
  std::size_t block() const { return GetParam().blocks - 1; }
};

/// One application of the cell, L = sum_u v_u s_{t+1,u} (and the same of the memory).
TEST_P(CellTest, BackwardAgreesWithFiniteDifferences) {
  const auto shape = GetParam();
  Random random(2);
  Cell<double> cell(shape, random);
  Application application(cell, random);
  const auto step = application.step(shape, block());
  const auto v = random_cotangent(cell, random);
  const auto loss = [&] {
    cell_forward(kernels<double>(), cell, step);
    double sum = 0;
    for (std::size_t u = 0; u < v.size(); ++u) sum += v[u] * application.state()[u];
    return sum;
  };
  loss();
  auto cotangent = v;  // which dL/ds_t takes the place of
  AlignedVector<double> delta(cell.delta_size());
  AlignedVector<double> input(padded<double>(shape.inputs), 1);
  cell_backward(kernels<double>(), cell, step, cotangent.data(), {delta.data(), cotangent.data(), input.data()});

  for_each_factor(cell, block(), step.features, delta.data(), [&](std::size_t m, Factor<double> factor) {
    auto& w = cell.weights[m];
    const auto deltas = std::vector<double>(factor.delta, factor.delta + w.stride);
    const auto features = std::vector<double>(factor.features, factor.features + w.rows);
    for (std::size_t i = 0; i < w.rows; ++i)
      for (std::size_t gate = 0; gate < w.gates; ++gate)
        for (std::size_t u = 0; u < w.units; ++u)
          expect_derivative(features[i] * deltas[gate * padded<double>(w.units) + u],
                            central_difference(w.at(i, u, gate), loss));
  });
  for (std::size_t u = 0; u < shape.units; ++u)
    expect_derivative(cotangent[u], central_difference(step.features[shape.inputs + 1 + u], loss));
  if (shape.kind == CellKind::lstm)
    for (std::size_t u = 0; u < shape.units; ++u)
      expect_derivative(cotangent[padded<double>(shape.units) + u],
                        central_difference(application.memory(shape)[u], loss));
  for (std::size_t i = 0; i < shape.inputs; ++i)
    expect_derivative(input[i] - 1, central_difference(step.features[i], loss));
}

/// The derivative in a direction that changes weights, input, state and memory at once.
TEST_P(CellTest, TangentAgreesWithFiniteDifferences) {
  const auto shape = GetParam();
  Random random(3);
  const Cell<double> cell(shape, random);
  const auto direction = random_direction(cell, random);
  Application application(cell, random);
  Application tangent(cell, random, true);
  cell_forward(kernels<double>(), cell, application.step(shape, block()));
  cell_tangent(kernels<double>(), cell, direction, application.step(shape, block()), tangent.step(shape, block()));

  double r = 0;
  for (std::size_t i = 0; i < application.state().size(); ++i) {
    const double difference = central_difference(r, [&] {
      auto there = application;
      for (std::size_t f = 0; f < shape.inputs + 1 + cell.state_size(); ++f)
        there.features(shape)[f] += r * tangent.features(shape)[f];
      cell_forward(kernels<double>(), moved(cell, direction, r), there.step(shape, block()));
      return there.state()[i];
    });
    expect_derivative(tangent.state()[i], difference);
  }
}

/// The derivative of all that the backward pass gives, in such a direction and one of the cotangent.
TEST_P(CellTest, TangentOfBackwardAgreesWithFiniteDifferences) {
  const auto shape = GetParam();
  Random random(4);
  const Cell<double> cell(shape, random);
  const auto direction = random_direction(cell, random);
  Application application(cell, random);
  Application tangent(cell, random, true);
  const auto v = random_cotangent(cell, random);
  const auto v_dot = random_cotangent(cell, random);
  cell_forward(kernels<double>(), cell, application.step(shape, block()));
  cell_tangent(kernels<double>(), cell, direction, application.step(shape, block()), tangent.step(shape, block()));

  struct Out {
    explicit Out(const Cell<double>& c)
        : delta(c.delta_size()), state(c.state_size()), input(padded<double>(c.shape.inputs)) {}
    CellCotangents<double> places() { return {delta.data(), state.data(), input.data()}; }
    AlignedVector<double> delta, state, input;
  };
  Out out(cell);
  Out out_dot(cell);
  out.state = v;
  out_dot.state = v_dot;
  cell_backward_tangent<double>(kernels<double>(), cell,
                                {direction, application.step(shape, block()), tangent.step(shape, block()),
                                 out.state.data(), out_dot.state.data(), out.places(), out_dot.places()});

  const auto backward_at = [&](double r) {
    auto there = application;
    for (std::size_t f = 0; f < shape.inputs + 1 + cell.state_size(); ++f)
      there.features(shape)[f] += r * tangent.features(shape)[f];
    const auto cell_there = moved(cell, direction, r);
    cell_forward(kernels<double>(), cell_there, there.step(shape, block()));
    Out at(cell);
    for (std::size_t u = 0; u < v.size(); ++u) at.state[u] = v[u] + r * v_dot[u];
    cell_backward(kernels<double>(), cell_there, there.step(shape, block()), at.state.data(), at.places());
    return at;
  };
  double r = 0;
  const auto expect_all = [&](AlignedVector<double> Out::*part) {
    const auto here = backward_at(0);
    for (std::size_t i = 0; i < (here.*part).size(); ++i) {
      EXPECT_NEAR((out.*part)[i], (here.*part)[i], 1e-12);
      expect_derivative((out_dot.*part)[i], central_difference(r, [&] { return (backward_at(r).*part)[i]; }));
    }
  };
  expect_all(&Out::state);
  expect_all(&Out::input);
  // An LSTM's fifth part of the deltas is scratch where dL/dm_t has a place of its own.
  const std::size_t used = shape.kind == CellKind::lstm ? 4 * padded<double>(shape.units) : out.delta.size();
  out.delta.resize(used);
  for (std::size_t i = 0; i < used; ++i)
    expect_derivative(out_dot.delta[i], central_difference(r, [&] { return backward_at(r).delta[i]; }));
}

std::vector<CellShape> shapes() {
  std::vector<CellShape> all;
  for (const auto activation :
       {Activation::linear, Activation::clipped_linear, Activation::sigmoid, Activation::tanh, Activation::relu})
    all.push_back({.inputs = 3, .units = 5, .blocks = 2, .activation = activation});
  for (const auto kind : {CellKind::gru, CellKind::lstm})
    for (const std::size_t units : {1, 5, 9}) all.push_back({.inputs = 3, .units = units, .kind = kind});
  return all;
}

INSTANTIATE_TEST_SUITE_P(Shapes, CellTest, testing::ValuesIn(shapes()), [](const auto& test) {
  const auto& shape = test.param;
  auto name = shape.kind == CellKind::simple
                  ? std::string(activation_names[static_cast<std::size_t>(shape.activation)])
                  : (shape.kind == CellKind::gru ? "gru" : "lstm") + std::to_string(shape.units);
  std::erase(name, '-');
  return name;
});

}  // namespace
}  // namespace gvfn
