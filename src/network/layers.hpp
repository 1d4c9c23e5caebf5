#pragma once
// The recurrent layers of an agent, each with the window of its own inputs and states.

#include <span>
#include <vector>

#include "network/input_encoder.hpp"
#include "network/window.hpp"

namespace gvfn {

/// A layer reads the agent's input, or the new state of the layer before it.
template <class T>
struct Layer {
  Layer(const CellShape& shape, std::size_t truncation, Random& random, bool reads_layer_below = false,
        std::size_t ahead = 0, InputEncoder input_encoder = {})
      : cell(shape, random), window(cell, truncation, ahead), reads_below(reads_layer_below), encoder(input_encoder) {}

  Cell<T> cell;
  Window<T> window;
  bool reads_below;
  InputEncoder encoder;  // of a layer that reads the agent's input

  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("cell", self.cell);
    visit("window", self.window);
  }
};

template <class T>
using Layers = std::vector<Layer<T>>;

/// Slides every window, and writes the newest input; a layer that reads another one gets its input when that has run.
template <class T>
void push_input(Layers<T>& layers, std::size_t action, std::span<const float> observation);

/// Runs the cells over all inputs from the first on: state(first+1), ... follow from state(first).
template <class T>
void run_window(const Kernels<T>& kernels, Layers<T>& layers, std::size_t first);

/// The derivative of all that in the direction of the weights, with h held fixed: state(1), ..., state(applications)
/// of the windows of tangents, given one direction for each layer.
template <class T>
void run_tangents(const Kernels<T>& kernels, Layers<T>& layers, const std::vector<std::vector<Matrix<T>>>& direction,
                  std::vector<Window<T>>& tangents, std::size_t applications);

/// dL/ds of each layer, a memory's part included.
template <class T>
using Cotangents = std::vector<AlignedVector<T>>;

template <class T>
Cotangents<T> make_cotangents(const Layers<T>& layers);

template <class T>
void clear(Cotangents<T>& cotangents);

}  // namespace gvfn
