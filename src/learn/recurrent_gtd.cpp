#include "learn/recurrent_gtd.hpp"

#include <algorithm>

namespace gvfn {

template <class T>
RecurrentGtd<T>::RecurrentGtd(const Layers<T>& layers, const GtdOptions& options)
    : options_(options), sent_back_(make_cotangents(layers)), at_t_(sent_back_), psi_(sent_back_), second_(sent_back_) {
  std::size_t widest = 0;
  for (const auto& [cell, window, reads_below, encoder] : layers) {
    auto& weights = second_weights_.emplace_back();
    for (const auto& matrix : cell.weights) weights.push_back(matrix.zeros());
    const std::size_t p = window.truncation();
    tangents_.emplace_back(cell, p, 0, T(0));
    gradients_.emplace_back(cell, p + 1, 2);
    psi_gradients_.emplace_back(cell, p);
    second_gradients_.emplace_back(cell, p);
    widest = std::max(widest, padded<T>(cell.shape.units));
  }
  by_cumulant_.resize(widest);
}

template <class T>
void RecurrentGtd<T>::learn(const Kernels<T>& kernels, Layers<T>& layers, const StateErrors<T>& errors) {
  run_tangents(kernels, layers, second_weights_, tangents_, layers.front().window.truncation());
  find_cotangents(layers, errors);
  send_back(kernels, layers, errors);
  update_second_weights(kernels, layers);
}

template <class T>
void RecurrentGtd<T>::find_cotangents(Layers<T>& layers, const StateErrors<T>& errors) {
  for (auto* cotangents : {&sent_back_, &at_t_, &psi_, &second_}) clear(*cotangents);
  const auto& window = layers[errors.layer].window;
  const auto& [cumulant, continuation, rho] = errors.targets;
  const T* const delta_hat = tangents_[errors.layer].state(window.truncation());
  T* const tp1 = sent_back_[errors.layer].data();
  for (std::size_t j = 0; j < errors.questions.size(); ++j) {
    const T delta = errors.td_error(window, j);
    const T expected = options_.form == GtdForm::tdc ? delta : delta_hat[j];
    by_cumulant_[j] = errors.scale * rho[j] * delta_hat[j];
    tp1[j] = by_cumulant_[j] * continuation[j];
    at_t_[errors.layer][j] = -errors.scale * rho[j] * expected;
    psi_[errors.layer][j] = errors.scale * (rho[j] * delta - delta_hat[j]);
    second_[errors.layer][j] = -rho[j] * (delta - delta_hat[j]);
  }
  errors.questions.add_cumulant_gradient(errors.transition, errors.memory, by_cumulant_.data(), tp1);
}

/// One pass from s_{t+1} back to h. The loss's cotangent and the tangent of psi's are sent back together (see
/// cell_backward_tangent): both make outer products with the same features.
template <class T>
void RecurrentGtd<T>::send_back(const Kernels<T>& kernels, Layers<T>& layers, const StateErrors<T>& errors) {
  for (auto& gradient : gradients_) gradient.clear();
  const std::size_t p = layers.front().window.truncation();
  for (std::size_t k = p + 1; k-- > 0;) {
    if (k + 1 == p)
      for (std::size_t l = 0; l < layers.size(); ++l)
        for (std::size_t u = 0; u < at_t_[l].size(); ++u) sent_back_[l][u] += at_t_[l][u] + errors.cotangents[l][u];
    for (std::size_t l = layers.size(); l-- > 0;) {
      auto& [cell, window, reads_below, encoder] = layers[l];
      T* const cotangent = sent_back_[l].data();
      const CellCotangents<T> out{gradients_[l].delta(k), k > 0 ? cotangent : nullptr,
                                  reads_below ? sent_back_[l - 1].data() : nullptr};
      gradients_[l].add(cell, window.block(k), window.features(k), out.delta);
      if (k == p || !options_.hessian) {
        cell_backward(kernels, cell, window.step(k), cotangent, out);
        continue;
      }
      T* const psi = psi_[l].data();
      const CellCotangents<T> psi_out{psi_gradients_[l].delta(k), k > 0 ? psi : nullptr,
                                      reads_below ? psi_[l - 1].data() : nullptr};
      cell_backward_tangent<T>(
          kernels, cell, {second_weights_[l], window.step(k), tangents_[l].step(k), psi, cotangent, psi_out, out});
      // The tangents' features are zero at the window's beginning, but for a layer below.
      if (k > 0 || reads_below) gradients_[l].add(cell, window.block(k), tangents_[l].features(k), psi_out.delta);
    }
  }
}

template <class T>
void RecurrentGtd<T>::update_second_weights(const Kernels<T>& kernels, Layers<T>& layers) {
  backpropagate(kernels, layers, layers.front().window.truncation(), second_, second_gradients_);
  for (std::size_t l = 0; l < layers.size(); ++l)
    for (std::size_t m = 0; m < second_weights_[l].size(); ++m)
      kernels.sgd(second_weights_[l][m].view(), second_gradients_[l].gradient(m),
                  static_cast<T>(options_.second_step_size));
}

template class RecurrentGtd<float>;
template class RecurrentGtd<double>;

}  // namespace gvfn
