#pragma once
// Recurrent layers written out a second time, plainly, for any type of number. With Jets for numbers they give their
// own Jacobians and Hessians, one weight at a time: the oracle of everything that goes back through the window.

#include <cmath>
#include <vector>

#include "network/layers.hpp"

namespace gvfn {

/// v + d r, with r^2 = 0. Nested, it gives second derivatives.
template <class S>
struct Jet {
  Jet() = default;
  Jet(double value) : v(value) {}  // NOLINT: numbers are Jets
  Jet(S value, S derivative) : v(value), d(derivative) {}

  S v = 0.0;
  S d = 0.0;

  friend Jet operator+(Jet a, Jet b) { return {a.v + b.v, a.d + b.d}; }
  friend Jet operator-(Jet a, Jet b) { return {a.v - b.v, a.d - b.d}; }
  friend Jet operator*(Jet a, Jet b) { return {a.v * b.v, a.v * b.d + a.d * b.v}; }
  friend Jet operator/(Jet a, Jet b) { return {a.v / b.v, (a.d * b.v - a.v * b.d) / (b.v * b.v)}; }
  friend Jet exp(Jet a) {
    using std::exp;
    return {exp(a.v), a.d * exp(a.v)};
  }
};

inline double value_of(double x) { return x; }
template <class S>
double value_of(const Jet<S>& x) {
  return value_of(x.v);
}

template <class S>
S plain_activation(Activation sigma, S x) {
  using std::exp;
  switch (sigma) {
    case Activation::sigmoid: return S(1) / (S(1) + exp(S(0) - x));
    case Activation::tanh: return (exp(x) - exp(S(0) - x)) / (exp(x) + exp(S(0) - x));
    case Activation::relu: return value_of(x) > 0 ? x : S(0);
    // The gradient goes through the clip unchanged.
    case Activation::clipped_linear: return x + S(std::min(std::max(value_of(x), -10.0), 10.0) - value_of(x));
    default: return x;
  }
}

class PlainNetwork {
 public:
  using Vector = std::vector<double>;
  template <class S>
  using States = std::vector<std::vector<S>>;  // by layer: s, then an LSTM's memory

  /// The input of one step to one layer, which a layer that reads another one does not need.
  struct Input {
    std::size_t block = 0;
    Vector x;
  };
  using Inputs = std::vector<Input>;  // by layer

  explicit PlainNetwork(const Layers<double>& layers) {
    for (const auto& layer : layers) {
      shapes_.push_back(layer.cell.shape);
      reads_below_.push_back(layer.reads_below);
    }
  }

  /// The weights in one list: by layer, matrix, row, gate, unit.
  template <class SomeMatrix>
  static Vector weights_of(const std::vector<SomeMatrix>& matrices) {
    Vector weights;
    for (const auto& matrix : matrices)
      for (std::size_t i = 0; i < matrix.rows; ++i)
        for (std::size_t gate = 0; gate < matrix.gates; ++gate)
          for (std::size_t u = 0; u < matrix.units; ++u) weights.push_back(matrix.at(i, u, gate));
    return weights;
  }
  static Vector weights_of(const Layers<double>& layers) {
    Vector all;
    for (const auto& layer : layers) {
      const auto weights = weights_of(layer.cell.weights);
      all.insert(all.end(), weights.begin(), weights.end());
    }
    return all;
  }

  template <class S = double>
  States<S> zero() const {
    States<S> states;
    for (const auto& shape : shapes_) states.emplace_back(shape.units * (shape.kind == CellKind::lstm ? 2 : 1), S(0));
    return states;
  }

  template <class S>
  States<S> step(const std::vector<S>& weights, const States<S>& states, const Inputs& inputs) const {
    States<S> next;
    std::size_t at = 0;
    for (std::size_t l = 0; l < shapes_.size(); ++l) {
      std::vector<S> x(inputs[l].x.begin(), inputs[l].x.end());
      if (reads_below_[l]) x.assign(next[l - 1].begin(), next[l - 1].begin() + std::ptrdiff_t(shapes_[l].inputs));
      next.push_back(layer_step(shapes_[l], weights, at, states[l], x, inputs[l].block));
      at += count(shapes_[l]);
    }
    return next;
  }

  /// The states after 0, 1, ... inputs.
  template <class S>
  std::vector<States<S>> run(const std::vector<S>& weights, const States<double>& h,
                             const std::vector<Inputs>& inputs) const {
    std::vector<States<S>> all(1);
    for (const auto& state : h) all[0].emplace_back(state.begin(), state.end());
    for (const auto& input : inputs) all.push_back(step(weights, all.back(), input));
    return all;
  }

  /// [unit of a layer][weight]: the derivatives of the state after so many inputs.
  std::vector<Vector> jacobian(const Vector& weights, const States<double>& h, const std::vector<Inputs>& inputs,
                               std::size_t after, std::size_t layer) const {
    std::vector<Vector> j(shapes_[layer].units, Vector(weights.size()));
    const std::vector<Inputs> used(inputs.begin(), inputs.begin() + std::ptrdiff_t(after));
    for (std::size_t m = 0; m < weights.size(); ++m) {
      std::vector<Jet<double>> seeded(weights.begin(), weights.end());
      seeded[m].d = 1;
      const auto states = run(seeded, h, used);
      for (std::size_t u = 0; u < j.size(); ++u) j[u][m] = states.back()[layer][u].d;
    }
    return j;
  }

  /// [unit][weight]: the Hessian of each unit times a direction.
  std::vector<Vector> hessian_times(const Vector& direction, const Vector& weights, const States<double>& h,
                                    const std::vector<Inputs>& inputs, std::size_t after, std::size_t layer) const {
    std::vector<Vector> product(shapes_[layer].units, Vector(weights.size()));
    const std::vector<Inputs> used(inputs.begin(), inputs.begin() + std::ptrdiff_t(after));
    for (std::size_t m = 0; m < weights.size(); ++m) {
      std::vector<Jet<Jet<double>>> seeded(weights.size());
      for (std::size_t i = 0; i < weights.size(); ++i)
        seeded[i] = {Jet<double>(weights[i], direction[i]), Jet<double>(i == m ? 1 : 0)};
      const auto states = run(seeded, h, used);
      for (std::size_t u = 0; u < product.size(); ++u) product[u][m] = states.back()[layer][u].d.d;
    }
    return product;
  }

  /// Of all the weights of one layer.
  static std::size_t count(const CellShape& shape) {
    const std::size_t gates = shape.kind == CellKind::gru ? 3 : shape.kind == CellKind::lstm ? 4 : 1;
    return shape.blocks * gates * shape.units * (shape.inputs + 1 + shape.units);
  }

 private:
  template <class S>
  static std::vector<S> layer_step(const CellShape& shape, const std::vector<S>& weights, std::size_t at,
                                   const std::vector<S>& state, const std::vector<S>& x, std::size_t block) {
    const std::size_t n = shape.units;
    std::vector<S> z = x;
    z.push_back(S(1));
    z.insert(z.end(), state.begin(), state.begin() + std::ptrdiff_t(n));
    const std::size_t gates = shape.kind == CellKind::gru ? 3 : shape.kind == CellKind::lstm ? 4 : 1;
    /// The sum over z[first], ..., z[last - 1] of one gate of one unit. A GRU's second matrix follows its first one, so
    /// that the rows of all cells are numbered alike.
    const auto sum = [&](std::size_t gate, std::size_t u, std::size_t first, std::size_t last) {
      S total(0);
      for (std::size_t i = first; i < last; ++i)
        total = total + weights[at + ((block * z.size() + i) * gates + gate) * n + u] * z[i];
      return total;
    };
    const std::size_t all = z.size(), recurrent = z.size() - n;
    const auto sigmoid = [](S a) { return plain_activation(Activation::sigmoid, a); };
    const auto tanh = [](S a) { return plain_activation(Activation::tanh, a); };
    std::vector<S> next(state.size());
    for (std::size_t u = 0; u < n; ++u) {
      if (shape.kind == CellKind::simple) {
        next[u] = plain_activation(shape.activation, sum(0, u, 0, all));
      } else if (shape.kind == CellKind::gru) {
        const S r = sigmoid(sum(0, u, 0, all));
        const S update = sigmoid(sum(1, u, 0, all));
        const S candidate = tanh(sum(2, u, 0, recurrent) + r * sum(2, u, recurrent, all));
        next[u] = (S(1) - update) * candidate + update * state[u];
      } else {
        const S memory =
            sigmoid(sum(1, u, 0, all)) * state[n + u] + sigmoid(sum(0, u, 0, all)) * tanh(sum(2, u, 0, all));
        next[u] = sigmoid(sum(3, u, 0, all)) * tanh(memory);
        next[n + u] = memory;
      }
    }
    return next;
  }

  std::vector<CellShape> shapes_;
  std::vector<bool> reads_below_;
};

}  // namespace gvfn
