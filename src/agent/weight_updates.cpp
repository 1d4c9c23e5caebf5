#include "agent/weight_updates.hpp"

namespace gvfn {

template <class T>
WeightUpdates<T>::WeightUpdates(const Kernels<T>& kernels, const AgentOptions& options, Layers<T>& layers,
                                HeadLearner<T>* head)
    : optimizer_(options.optimizer) {
  auto& [updates, head_updates] = scratch_;
  for (auto& layer : layers)
    for (auto& matrix : layer.cell.weights) {
      optimizer_.make_room(kernels, matrix);
      updates.room.emplace_back();
    }
  if (!head) return;
  if (options.head_optimizer.name != OptimizerKind::same) head_optimizer_.emplace(options.head_optimizer);
  for (auto& layer : head->network().layers) {
    of_head().make_room(kernels, layer.weights);
    (head_optimizer_ ? head_updates : updates).room.emplace_back();
  }
}

template <class T>
void WeightUpdates<T>::add_head(HeadLearner<T>& head, bool head_learns, List& list) {
  auto& layers = head.network().layers;
  for (std::size_t l = 0; l < layers.size(); ++l)
    list.add(layers[l].weights, head_learns ? head.gradient(l) : Gradient<T>{});
}

template <class T>
void WeightUpdates<T>::unit_was_reset(Layer<T>& layer, std::size_t unit) const {
  for (auto& matrix : layer.cell.weights) optimizer_.unit_was_reset(matrix, unit);
}

template <class T>
void WeightUpdates<T>::input_was_reset(HeadLearner<T>& head, std::size_t unit) {
  auto& weights = head.network().layers.front().weights;
  of_head().input_was_reset(weights, weights.state_row + unit);
}

template class WeightUpdates<float>;
template class WeightUpdates<double>;

}  // namespace gvfn
