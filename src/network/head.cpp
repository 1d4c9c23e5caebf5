#include "network/head.hpp"

#include <algorithm>

namespace gvfn {

template <class T>
Head<T>::Head(const HeadShape& shape, Random& random) {
  std::size_t inputs = shape.inputs;
  const auto add_layer = [&](std::size_t outputs, Activation activation) {
    layers.push_back({Parameter<T>(1 + inputs, outputs), activation});
    layers.back().weights.state_row = 1;
    glorot_uniform(layers.back().weights, 1, 1 + inputs, inputs + outputs, random);
    inputs = outputs;
  };
  for (const auto units : shape.hidden) add_layer(units, shape.activation);
  add_layer(shape.outputs, Activation::linear);
  if (shape.zero_start) std::ranges::fill(layers.back().weights.data, T(0));
}

template <class T>
HeadTape<T>::HeadTape(const Head<T>& head) {
  for (const auto& layer : head.layers) outputs.emplace_back(layer.weights.units);
}

template <class T>
HeadDeltas<T> make_deltas(const Head<T>& head) {
  HeadDeltas<T> deltas;
  for (const auto& layer : head.layers) deltas.emplace_back(layer.weights.column_count());
  return deltas;
}

template <class T>
void head_forward(const Kernels<T>& kernels, const Head<T>& head, const T* state_with_bias, HeadTape<T>& tape) {
  const T* input = state_with_bias;
  auto* output = tape.outputs.data();
  for (const auto& [weights, activation] : head.layers) {
    kernels.forward(weights.view(), input, activation, output->values());
    input = output->with_bias();
    ++output;
  }
}

template <class T>
void head_forward_pair(const Kernels<T>& kernels, const Head<T>& head, const T* state_a, const T* state_b,
                       HeadTape<T>& tape_a, HeadTape<T>& tape_b) {
  const T* input_a = state_a;
  const T* input_b = state_b;
  for (std::size_t l = 0; l < head.layers.size(); ++l) {
    const auto& [weights, activation] = head.layers[l];
    kernels.forward_pair(weights.view(), input_a, input_b, activation, tape_a.outputs[l].values(),
                         tape_b.outputs[l].values());
    input_a = tape_a.outputs[l].with_bias();
    input_b = tape_b.outputs[l].with_bias();
  }
}

template <class T>
void head_backward(const Kernels<T>& kernels, const Head<T>& head, const HeadTape<T>& tape, HeadDeltas<T>& deltas,
                   T* cotangent) {
  for (std::size_t l = head.layers.size(); l-- > 0;) {
    const auto& [weights, activation] = head.layers[l];
    kernels.activation_backward(activation, tape.outputs[l].values(), deltas[l].data(), deltas[l].data(),
                                weights.column_count());
    T* const below = l > 0 ? deltas[l - 1].data() : cotangent;
    if (below) kernels.backward(weights.rows_from(1), deltas[l].data(), below);
  }
}

template struct Head<float>;
template struct Head<double>;
template struct HeadTape<float>;
template struct HeadTape<double>;
template void head_forward(const Kernels<float>&, const Head<float>&, const float*, HeadTape<float>&);
template void head_forward(const Kernels<double>&, const Head<double>&, const double*, HeadTape<double>&);
template void head_forward_pair(const Kernels<float>&, const Head<float>&, const float*, const float*, HeadTape<float>&,
                                HeadTape<float>&);
template void head_forward_pair(const Kernels<double>&, const Head<double>&, const double*, const double*,
                                HeadTape<double>&, HeadTape<double>&);
template HeadDeltas<float> make_deltas(const Head<float>&);
template void head_backward(const Kernels<float>&, const Head<float>&, const HeadTape<float>&, HeadDeltas<float>&,
                            float*);
template HeadDeltas<double> make_deltas(const Head<double>&);
template void head_backward(const Kernels<double>&, const Head<double>&, const HeadTape<double>&, HeadDeltas<double>&,
                            double*);

}  // namespace gvfn
