#include "network/layers.hpp"

#include <algorithm>

namespace gvfn {
namespace {

/// The state that a layer has just made is the input of the layer above it.
template <class T>
void copy_up(const Window<T>& below, Window<T>& above, std::size_t units, std::size_t k) {
  std::copy_n(below.state(k + 1), units, above.features(k));
}

}  // namespace

template <class T>
void push_input(Layers<T>& layers, std::size_t action, std::span<const float> observation) {
  for (auto& [cell, window, reads_below, encoder] : layers) {
    window.slide();
    window.set_block(window.newest(), cell.shape.blocks > 1 ? action : 0);
    if (!reads_below) encoder.write(action, observation, window.features(window.newest()));
  }
}

template <class T>
void run_window(const Kernels<T>& kernels, Layers<T>& layers, std::size_t first) {
  const std::size_t newest = layers.front().window.newest();
  for (std::size_t k = first; k <= newest; ++k) {
    const Window<T>* below = nullptr;
    for (auto& [cell, window, reads_below, encoder] : layers) {
      if (reads_below) copy_up(*below, window, cell.shape.inputs, k);
      cell_forward(kernels, cell, window.step(k));
      below = &window;
    }
  }
}

template <class T>
void run_tangents(const Kernels<T>& kernels, Layers<T>& layers, const std::vector<std::vector<Matrix<T>>>& direction,
                  std::vector<Window<T>>& tangents, std::size_t applications) {
  for (std::size_t k = 0; k < applications; ++k) {
    for (std::size_t l = 0; l < layers.size(); ++l) {
      auto& [cell, window, reads_below, encoder] = layers[l];
      if (reads_below) copy_up(tangents[l - 1], tangents[l], cell.shape.inputs, k);
      cell_tangent(kernels, cell, direction[l], window.step(k), tangents[l].step(k));
    }
  }
}

template <class T>
Cotangents<T> make_cotangents(const Layers<T>& layers) {
  Cotangents<T> cotangents;
  for (const auto& layer : layers) cotangents.emplace_back(layer.cell.state_size());
  return cotangents;
}

template <class T>
void clear(Cotangents<T>& cotangents) {
  for (auto& cotangent : cotangents) std::ranges::fill(cotangent, T(0));
}

#define GVFN_INSTANTIATE(T)                                                                             \
  template void push_input(Layers<T>&, std::size_t, std::span<const float>);                            \
  template void run_window(const Kernels<T>&, Layers<T>&, std::size_t);                                 \
  template void run_tangents(const Kernels<T>&, Layers<T>&, const std::vector<std::vector<Matrix<T>>>&, \
                             std::vector<Window<T>>&, std::size_t);                                     \
  template Cotangents<T> make_cotangents(const Layers<T>&);                                             \
  template void clear(Cotangents<T>&);
GVFN_INSTANTIATE(float)
GVFN_INSTANTIATE(double)
#undef GVFN_INSTANTIATE

}  // namespace gvfn
