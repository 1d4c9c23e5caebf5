#pragma once
// What changes an agent's weights: its optimisers, and which updates they may defer.

#include <optional>
#include <vector>

#include "agent/head_learner.hpp"
#include "learn/optimizer.hpp"
#include "network/layers.hpp"

namespace gvfn {

/// One optimiser for all weights, or one for the layers' and one for the head's. Layers and learner are the agent's; L
/// is one of the kinds of Learner.
template <class T>
class WeightUpdates {
 public:
  /// `head` is null where there is none.
  WeightUpdates(const Kernels<T>& kernels, const AgentOptions& options, Layers<T>& layers, HeadLearner<T>* head);

  /// Which weights have changed?
  struct Changed {
    bool state = false;
    bool head = false;
  };
  /// One step of the optimisers, with the gradients of what learns.
  template <class L>
  Changed step(const Kernels<T>& kernels, Layers<T>& layers, const L& learner, bool state_learns, HeadLearner<T>* head,
               bool head_learns);

  /// Before weights are read: applies the updates that were deferred while nobody read them, to the weights that the
  /// newest input goes through, or to all.
  template <class L>
  void read_newest(const Kernels<T>& kernels, Layers<T>& layers, const L& learner);
  template <class L>
  void read_all(const Kernels<T>& kernels, Layers<T>& layers, const L& learner);

  /// alpha_t, if the next step of the layers' weights is just theta -= alpha_t g; else 0.
  T plain_step() const { return optimizer_.plain_step(); }

  /// A unit of a layer has been reset: its age is 0.
  void unit_was_reset(Layer<T>& layer, std::size_t unit) const;
  /// The unit of the state that the head reads, too.
  void input_was_reset(HeadLearner<T>& head, std::size_t unit);

  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("optimizer", self.optimizer_);
    visit("head_optimizer", self.head_optimizer_);
  }

 private:
  /// The updates of a step: there is room for one of each matrix.
  struct List {
    std::vector<Update<T>> room;
    std::size_t count = 0;

    void add(Parameter<T>& parameter, const Gradient<T>& gradient, bool is_read = true) {
      auto& update = room[count++];
      update.parameter = &parameter;
      update.gradient = gradient;
      update.is_read = is_read;
    }
    std::span<Update<T>> all() { return std::span(room).first(count); }
  };
  Optimizer<T>& of_head() { return head_optimizer_ ? *head_optimizer_ : optimizer_; }
  template <class L>
  void add_layers(Layers<T>& layers, const L& learner, bool state_learns);
  void add_head(HeadLearner<T>& head, bool head_learns, List& list);

  Optimizer<T> optimizer_;
  std::optional<Optimizer<T>> head_optimizer_;  // if the head has one of its own

  struct Scratch {
    List updates;
    List head_updates;  // where the head has an optimiser of its own
  };
  Scratch scratch_;
};

template <class T>
template <class L>
typename WeightUpdates<T>::Changed WeightUpdates<T>::step(const Kernels<T>& kernels, Layers<T>& layers,
                                                          const L& learner, bool state_learns, HeadLearner<T>* head,
                                                          bool head_learns) {
  const bool state_may_change = state_learns || optimizer_.has_memory();
  const bool head_may_change = head_learns || of_head().has_memory();
  if (!state_may_change && !head_may_change) {
    optimizer_.count_step();
    if (head_optimizer_) head_optimizer_->count_step();
    return {};
  }
  auto& [updates, head_updates] = scratch_;
  updates.count = head_updates.count = 0;
  add_layers(layers, learner, state_learns);
  if (head) add_head(*head, head_learns, head_optimizer_ ? head_updates : updates);
  const bool has_changed = optimizer_.step(kernels, updates.all());
  const bool head_has_changed = head_optimizer_ ? head_optimizer_->step(kernels, head_updates.all()) : has_changed;
  return {.state = has_changed && state_may_change, .head = head_has_changed && head_may_change};
}

template <class T>
template <class L>
void WeightUpdates<T>::add_layers(Layers<T>& layers, const L& learner, bool state_learns) {
  for (std::size_t l = 0; l < layers.size(); ++l) {
    auto& [cell, window, reads_below, encoder] = layers[l];
    for (std::size_t m = 0; m < cell.weights.size(); ++m) {
      const auto gradient = state_learns ? learner.gradient(l, m) : Gradient<T>{};
      if (gradient.has_no_terms() && !optimizer_.has_memory()) continue;
      // An outer product comes from an input of the window, so its weights are read again.
      const bool may_be_deferred = gradient.factors.empty() && (!gradient.dense || learner.trace(l, m));
      scratch_.updates.add(cell.weights[m], gradient, !may_be_deferred || cell.shape.blocks == 1 || window.uses(m));
    }
  }
}

template <class T>
template <class L>
void WeightUpdates<T>::read_newest(const Kernels<T>& kernels, Layers<T>& layers, const L& learner) {
  std::size_t l = 0;
  for (auto& [cell, window, reads_below, encoder] : layers) {
    const std::size_t block = window.block(window.newest());
    if (cell.shape.blocks > 1) optimizer_.apply_deferred(kernels, cell.weights[block], learner.trace(l, block));
    ++l;
  }
}

template <class T>
template <class L>
void WeightUpdates<T>::read_all(const Kernels<T>& kernels, Layers<T>& layers, const L& learner) {
  for (std::size_t l = 0; l < layers.size(); ++l)
    for (std::size_t m = 0; m < layers[l].cell.weights.size(); ++m)
      optimizer_.apply_deferred(kernels, layers[l].cell.weights[m], learner.trace(l, m));
}

}  // namespace gvfn
