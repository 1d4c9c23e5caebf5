#pragma once
// The dense layers from a state to the predictions made from it.

#include <vector>

#include "network/parameter.hpp"

namespace gvfn {

struct HeadShape {
  std::size_t inputs;
  std::vector<std::size_t> hidden;
  std::size_t outputs;
  Activation activation = Activation::relu;  // of the hidden layers; the last layer is linear
  bool zero_start = false;                   // of the last layer
};

/// y = W_L^T [1, h_{L-1}], h_l = sigma(W_l^T [1, h_{l-1}]), h_0 = s. Weights start Glorot-uniform, biases at 0; with
/// zero_start, those of the last layer start at 0, too.
template <class T>
struct Head {
  Head(const HeadShape& shape, Random& random);

  struct Layer {
    Parameter<T> weights;
    Activation activation;

    template <class Self, class Visit>
    static void fields(Self& self, Visit& visit) {
      visit("weights", self.weights);
    }
  };
  std::vector<Layer> layers;

  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("layers", self.layers);
  }
};

/// What a forward pass leaves for the backward pass: each layer's output.
template <class T>
struct HeadTape {
  explicit HeadTape(const Head<T>& head);

  std::vector<Features<T>> outputs;

  const T* prediction() const { return outputs.back().values(); }

  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("outputs", self.outputs);
  }
};

/// `state_with_bias` points to the bias unit in front of the state.
template <class T>
void head_forward(const Kernels<T>& kernels, const Head<T>& head, const T* state_with_bias, HeadTape<T>& tape);

/// The same of two states, which reads the weights once.
template <class T>
void head_forward_pair(const Kernels<T>& kernels, const Head<T>& head, const T* state_a, const T* state_b,
                       HeadTape<T>& tape_a, HeadTape<T>& tape_b);

/// What a backward pass leaves for the update: each layer's delta, the derivative by its sums before the activation.
template <class T>
using HeadDeltas = std::vector<AlignedVector<T>>;

template <class T>
HeadDeltas<T> make_deltas(const Head<T>& head);

/// In: deltas.back() = dL/dy. Out: every layer's delta; and cotangent = dL/ds, unless it is null.
template <class T>
void head_backward(const Kernels<T>& kernels, const Head<T>& head, const HeadTape<T>& tape, HeadDeltas<T>& deltas,
                   T* cotangent);

/// Layer l's gradient as an outer product, after head_backward.
template <class T>
Factor<T> head_gradient(const HeadTape<T>& tape, const HeadDeltas<T>& deltas, const T* state_with_bias,
                        std::size_t layer) {
  return {layer == 0 ? state_with_bias : tape.outputs[layer - 1].with_bias(), deltas[layer].data()};
}

}  // namespace gvfn
