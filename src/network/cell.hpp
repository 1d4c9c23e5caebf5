#pragma once
// The recurrent cells: how state is built from the last state and the new input. Weights are structs, and forward,
// backward and their tangents are functions over them. simple_cell.cpp, gru.cpp and lstm.cpp have the mathematics.

#include <vector>

#include "network/cell_shape.hpp"
#include "network/parameter.hpp"

namespace gvfn {

/// simple: s_{t+1} = sigma(W_a^T z_{t+1}), z_{t+1} = [x_{t+1}, 1, s_t], with the weights W_a of the action a_t.
/// GRU: two matrices of three gates, for [x, 1] and for s. LSTM: one matrix of four gates, for z.
/// Input and state weights start Glorot-uniform, as two tensors with all their dimensions (blocks, units of all gates,
/// inputs or units); bias weights start at 0, those of an LSTM's forget gate at 1.
template <class T>
struct Cell {
  Cell(CellShape cell_shape, Random& random);

  CellShape shape;
  std::vector<Parameter<T>> weights;

  /// Of the vectors below: a state, what a step keeps, and the deltas of a step.
  std::size_t state_size() const;
  std::size_t gates_size() const;
  std::size_t delta_size() const;

  /// A unit as new: fresh weights for what it reads, and zero for what is read from it.
  void reset_unit(std::size_t unit, Random& random);
  /// A unit whose state is 0, to rounding, whatever it is given.
  void silence_unit(std::size_t unit);

  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("weights", self.weights);
  }

 private:
  template <class Start>
  void start_weights(Start start);
};

/// One application of a cell, in memory: the features z_{t+1} that it reads, what it keeps for the way back, and the
/// state that it makes. A state is s, and behind it (padded) an LSTM's memory m. In a tangent, all of it is the
/// derivative in one direction.
template <class T>
struct CellStep {
  std::size_t block;
  T* features;
  T* gates;
  T* state_tp1;
};

template <class T>
void cell_forward(const Kernels<T>& kernels, const Cell<T>& cell, const CellStep<T>& step);

/// The same again, after the weights of its block were changed by -step_size times their gradient, if that is quicker:
/// where the gradient is one outer product of the features themselves, the sums change by a multiple of its delta, and
/// the matrix is not needed. Returns whether it was so; if not, nothing is done.
template <class T>
bool cell_forward_after_step(const Kernels<T>& kernels, const Cell<T>& cell, const CellStep<T>& step,
                             const Gradient<T>& gradient, T step_size);

/// Where a backward pass puts what it finds: `state_t` becomes dL/ds_t; dL/dx_{t+1} is added to `input`, which may be
/// the cotangent of the layer below. Either may be null.
template <class T>
struct CellCotangents {
  T* delta;
  T* state_t;
  T* input = nullptr;
};

/// The product with the transposed Jacobian of cell_forward. In: cotangent = dL/ds_{t+1} (and dL/dm_{t+1}), whose place
/// out.state_t may take. Out: delta, the derivative by the sums before the activations, so that the weights' gradient
/// is the outer products that for_each_factor gives.
template <class T>
void cell_backward(const Kernels<T>& kernels, const Cell<T>& cell, const CellStep<T>& step, const T* cotangent,
                   const CellCotangents<T>& out);

/// The derivative of cell_forward in the direction (weights' direction, tangent.features): fills tangent.gates and
/// tangent.state_tp1.
template <class T>
void cell_tangent(const Kernels<T>& kernels, const Cell<T>& cell, const std::vector<Matrix<T>>& direction,
                  const CellStep<T>& step, const CellStep<T>& tangent);

/// What the derivative of cell_backward takes, in the direction of cell_tangent and one of the cotangent. Backward is
/// linear in the cotangent, so whatever else is to be sent back may be added to cotangent_tangent, and comes along.
template <class T>
struct BackwardTangent {
  const std::vector<Matrix<T>>& direction;
  CellStep<T> step;
  CellStep<T> tangent;
  const T* cotangent;
  const T* cotangent_tangent;
  CellCotangents<T> out;          // as cell_backward gives it
  CellCotangents<T> out_tangent;  // its derivative
};

/// Both of them at once (Pearlmutter's R-operator).
template <class T>
void cell_backward_tangent(const Kernels<T>& kernels, const Cell<T>& cell, const BackwardTangent<T>& backward);

/// Calls use(index of the matrix, outer product) for each outer product that an application's gradient is made of.
template <class T, class Use>
void for_each_factor(const Cell<T>& cell, std::size_t block, const T* features, const T* delta, Use use) {
  if (cell.shape.kind == CellKind::gru) {
    use(std::size_t{0}, Factor<T>{features, delta});
    use(std::size_t{1}, Factor<T>{features + cell.shape.inputs + 1, delta + cell.weights[0].stride});
  } else {
    use(block, Factor<T>{features, delta});
  }
}

}  // namespace gvfn
