#pragma once
// What every kind of cell is checked for: backward, tangent and tangent of backward against central differences.

#include <gtest/gtest.h>

#include "finite_difference.hpp"
#include "network/cell.hpp"

namespace gvfn {

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
inline AlignedVector<double> random_cotangent(const Cell<double>& cell, Random& random) {
  AlignedVector<double> v(cell.state_size());
  for (std::size_t part = 0; part < v.size(); part += padded<double>(cell.shape.units))
    for (std::size_t u = 0; u < cell.shape.units; ++u) v[part + u] = random.uniform(-1, 1);
  return v;
}

inline std::vector<Matrix<double>> random_direction(const Cell<double>& cell, Random& random) {
  std::vector<Matrix<double>> direction(cell.weights.begin(), cell.weights.end());
  for (auto& matrix : direction) glorot_uniform(matrix, 0, matrix.rows, 6, random);
  return direction;
}

/// cell + r direction
inline Cell<double> moved(Cell<double> cell, const std::vector<Matrix<double>>& direction, double r) {
  for (std::size_t m = 0; m < direction.size(); ++m)
    for (std::size_t i = 0; i < direction[m].data.size(); ++i) cell.weights[m].data[i] += r * direction[m].data[i];
  return cell;
}

/// What is read, moved in the direction of a tangent.
inline Application moved(const Cell<double>& cell, Application application, Application tangent, double r) {
  const auto& shape = cell.shape;
  for (std::size_t f = 0; f < shape.inputs + 1 + cell.state_size(); ++f)
    application.features(shape)[f] += r * tangent.features(shape)[f];
  return application;
}

/// One application of the cell, L = sum_u v_u s_{t+1,u} (and the same of the memory).
inline void expect_backward(const CellShape& shape) {
  const std::size_t block = shape.blocks - 1;
  Random random(2);
  Cell<double> cell(shape, random);
  Application application(cell, random);
  const auto step = application.step(shape, block);
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

  for_each_factor(cell, block, step.features, delta.data(), [&](std::size_t m, Factor<double> factor) {
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
inline void expect_tangent(const CellShape& shape) {
  const std::size_t block = shape.blocks - 1;
  Random random(3);
  const Cell<double> cell(shape, random);
  const auto direction = random_direction(cell, random);
  Application application(cell, random);
  Application tangent(cell, random, true);
  cell_forward(kernels<double>(), cell, application.step(shape, block));
  cell_tangent(kernels<double>(), cell, direction, application.step(shape, block), tangent.step(shape, block));

  double r = 0;
  for (std::size_t i = 0; i < application.state().size(); ++i) {
    const double difference = central_difference(r, [&] {
      auto there = moved(cell, application, tangent, r);
      cell_forward(kernels<double>(), moved(cell, direction, r), there.step(shape, block));
      return there.state()[i];
    });
    expect_derivative(tangent.state()[i], difference);
  }
}

/// The derivative of all that the backward pass gives, in such a direction and one of the cotangent.
inline void expect_tangent_of_backward(const CellShape& shape) {
  const std::size_t block = shape.blocks - 1;
  Random random(4);
  const Cell<double> cell(shape, random);
  const auto direction = random_direction(cell, random);
  Application application(cell, random);
  Application tangent(cell, random, true);
  const auto v = random_cotangent(cell, random);
  const auto v_dot = random_cotangent(cell, random);
  cell_forward(kernels<double>(), cell, application.step(shape, block));
  cell_tangent(kernels<double>(), cell, direction, application.step(shape, block), tangent.step(shape, block));

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
                                {direction, application.step(shape, block), tangent.step(shape, block),
                                 out.state.data(), out_dot.state.data(), out.places(), out_dot.places()});

  const auto backward_at = [&](double r) {
    auto there = moved(cell, application, tangent, r);
    const auto cell_there = moved(cell, direction, r);
    cell_forward(kernels<double>(), cell_there, there.step(shape, block));
    Out at(cell);
    for (std::size_t u = 0; u < v.size(); ++u) at.state[u] = v[u] + r * v_dot[u];
    cell_backward(kernels<double>(), cell_there, there.step(shape, block), at.state.data(), at.places());
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

inline void expect_derivatives(const CellShape& shape) {
  expect_backward(shape);
  expect_tangent(shape);
  expect_tangent_of_backward(shape);
}

}  // namespace gvfn
