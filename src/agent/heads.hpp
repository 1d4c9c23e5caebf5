#pragma once
// The heads that an agent can have, as one closed set: none, one that learns at once, one that waits for its forecasts
// to come true. They differ in which transition is learned from, and in where its states are.

#include <variant>

#include "agent/head_learner.hpp"
#include "agent/past.hpp"
#include "network/layers.hpp"

namespace gvfn {

/// The transition that a state learns from.
struct LearningStep {
  Transition transition;
  const FunctionValues& functions;
  bool is_ready;  // has it happened?
};

/// What a head reads: a state of the window with the bias in front, one piece of memory; or, where there is a layer
/// beside, both states put together.
template <class T>
class HeadInput {
 public:
  HeadInput(std::size_t state_layer, std::size_t state_units, std::size_t beside_units)
      : layer_(state_layer), units_(state_units), beside_(beside_units) {
    if (beside_ > 0) joined_.assign(3, Features<T>(units_ + beside_));
  }

  /// Inputs that are needed at the same time are put together in different places, 0 to 2.
  const T* operator()(const Layers<T>& layers, std::size_t slot, std::size_t place) {
    if (joined_.empty()) return layers[layer_].window.state_with_bias(slot);
    auto& joined = joined_[place];
    std::copy_n(layers[layer_].window.state(slot), units_, joined.values());
    std::copy_n(layers.back().window.state(slot), beside_, joined.values() + units_);
    return joined.with_bias();
  }

  std::size_t size() const { return units_ + beside_; }

 private:
  std::size_t layer_;
  std::size_t units_;
  std::size_t beside_;
  std::vector<Features<T>> joined_;  // scratch
};

/// Predictions are then the answers to the state's own questions.
template <class T>
struct NoHead {
  LearningStep state_learns_from(const Transition& newest, const AgentFunctions& functions) const {
    return {newest, functions.state, true};
  }
  void restart(const Kernels<T>&, const Layers<T>&, std::span<const float>, const T*) {}
  bool find_ratios(const Transition&, const AgentFunctions&) { return false; }
  bool predict_next(const Kernels<T>&, const Layers<T>&) { return true; }
  void learn(const Kernels<T>&, const Layers<T>&, const Transition&, const AgentFunctions&) {}
  void skip(const Transition&, const AgentFunctions&) {}
  void predict(const Kernels<T>&, const Layers<T>&, bool, bool) {}
  void end_step(const Transition&, const AgentFunctions&, const T*) {}
  void predict_again(const Kernels<T>&, const Layers<T>&) {}
  std::span<const T> predictions(std::span<const T> answers) const { return answers; }
  const HeadLearner<T>* learner() const { return nullptr; }
  HeadLearner<T>* learner() { return nullptr; }
  void reset_unit(std::size_t) {}

  template <class Self, class Visit>
  static void fields(Self&, Visit&) {}
};

/// Learns from the newest transition. The member functions in the order of a step:
template <class T>
class PredictionHead {
 public:
  PredictionHead(HeadLearner<T> learner, HeadInput<T> input) : learner_(std::move(learner)), input_(std::move(input)) {}

  /// The state has started anew.
  void restart(const Kernels<T>& kernels, const Layers<T>& layers, std::span<const float>, const T*) {
    learner_.restart();
    predict_newest(kernels, layers, 1);
    learner_.end_step();
  }
  /// The transition that the state learns from in this step: it may wait for the head.
  LearningStep state_learns_from(const Transition& newest, const AgentFunctions& functions) const {
    return {newest, functions.state, true};
  }
  /// Is there anything that the head learns from?
  bool find_ratios(const Transition& newest, const AgentFunctions& functions) {
    return learner_.find_ratios(newest, functions.head);
  }
  /// What TD errors need of s_{t+1}, with the weights before the update. Returns whether these are the predictions that
  /// `predict` would make.
  bool predict_next(const Kernels<T>& kernels, const Layers<T>& layers) {
    if (learner_.questions().size() == 0) return false;
    predict_newest(kernels, layers, 1);
    return true;
  }
  /// Finds the gradients; or, where there is nothing to learn, only takes notice.
  void learn(const Kernels<T>& kernels, const Layers<T>& layers, const Transition& newest,
             const AgentFunctions& functions) {
    const T* const input_t = input_(layers, layers.front().window.newest(), 0);
    learner_.learn(kernels, newest, functions.head, input_t, [&](std::size_t) { return newest.observation_tp1; });
  }
  void skip(const Transition& newest, const AgentFunctions& functions) { learner_.remember(newest, functions.head); }
  /// With the weights after the update; which of them have changed?
  void predict(const Kernels<T>& kernels, const Layers<T>& layers, bool /*state_changed*/, bool /*head_changed*/) {
    predict_newest(kernels, layers, 1);
  }
  void end_step(const Transition&, const AgentFunctions&, const T*) { learner_.end_step(); }
  /// Between two steps, where weights or states were changed from outside.
  void predict_again(const Kernels<T>& kernels, const Layers<T>& layers) { predict_newest(kernels, layers, 0); }

  std::span<const T> predictions(std::span<const T> /*answers*/) const { return learner_.predictions(); }
  const HeadLearner<T>* learner() const { return &learner_; }
  HeadLearner<T>* learner() { return &learner_; }
  void reset_unit(std::size_t) {}

  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("learner", self.learner_);
  }

 private:
  void predict_newest(const Kernels<T>& kernels, const Layers<T>& layers, std::size_t tape) {
    learner_.predict(kernels, tape, input_(layers, layers.front().window.newest() + 1, 1));
  }

  HeadLearner<T> learner_;
  HeadInput<T> input_;
};

/// A head with a K-step forecast learns from a transition K - 1 steps late, when its forecasts have come true. If its
/// errors train the state, the state waits as long, and both learn from states of the window, which are computed anew;
/// if they do not, the head learns from the states as they were, which are kept.
template <class T>
class DelayedHead {
 public:
  DelayedHead(HeadLearner<T> learner, HeadInput<T> input, Past<T> past)
      : learner_(std::move(learner)), input_(std::move(input)), past_(std::move(past)) {}

  void restart(const Kernels<T>& kernels, const Layers<T>& layers, std::span<const float> observation, const T* state) {
    past_.restart(observation, state);
    predict(kernels, layers, true, true);
    learner_.end_step();
  }
  LearningStep state_learns_from(const Transition& newest, const AgentFunctions& functions) const {
    if (!learner_.sends_back()) return {newest, functions.state, true};
    return {past_.oldest_transition(), past_.oldest_functions().state, past_.is_full()};
  }
  bool find_ratios(const Transition&, const AgentFunctions&) {
    return past_.is_full() && learner_.find_ratios(past_.oldest_transition(), past_.oldest_functions().head);
  }
  bool predict_next(const Kernels<T>& kernels, const Layers<T>& layers) {
    if (learner_.questions().size() > 0 && !learner_.has_tape(1)) learner_.predict(kernels, 1, input(layers, 1));
    return false;
  }
  void learn(const Kernels<T>& kernels, const Layers<T>& layers, const Transition& newest, const AgentFunctions&) {
    const auto seen = [&](std::size_t steps) {
      return steps > past_.delay() ? newest.observation_tp1 : past_.observation(steps);
    };
    learner_.learn(kernels, past_.oldest_transition(), past_.oldest_functions().head, input(layers, 0), seen);
  }
  void skip(const Transition&, const AgentFunctions&) {
    if (past_.is_full()) learner_.remember(past_.oldest_transition(), past_.oldest_functions().head);
  }
  /// From the newest state, and from the one that is learned from next: in a batch, that is often known from the step
  /// in which it was the newest.
  void predict(const Kernels<T>& kernels, const Layers<T>& layers, bool state_changed, bool head_changed) {
    if (head_changed || (state_changed && learner_.sends_back())) learner_.forget_tapes();
    const T* const newest = input_(layers, layers.front().window.newest() + 1, 2);
    if (learner_.has_tape(1)) {
      learner_.predict(kernels, learner_.newest(), newest);
    } else {
      learner_.predict_pair(kernels, 1, input(layers, 1), learner_.newest(), newest);
    }
  }
  void end_step(const Transition& newest, const AgentFunctions& functions, const T* state) {
    past_.push(newest, functions, state);
    learner_.end_step();
  }
  void predict_again(const Kernels<T>& kernels, const Layers<T>& layers) {
    learner_.forget_tapes();
    const T* const oldest = learner_.sends_back() ? input_(layers, slot(layers) + 1, 0) : past_.state_with_bias(0);
    const T* const newest = input_(layers, layers.front().window.newest() + 1, 2);
    learner_.predict_pair(kernels, 0, oldest, learner_.newest() - 1, newest);
  }

  std::span<const T> predictions(std::span<const T> /*answers*/) const { return learner_.predictions(); }
  const HeadLearner<T>* learner() const { return &learner_; }
  HeadLearner<T>* learner() { return &learner_; }
  void reset_unit(std::size_t unit) { past_.reset_unit(unit); }

  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("learner", self.learner_);
    visit("past", self.past_);
  }

 private:
  /// s_t (k = 0) or s_{t+1} of the transition that is learned from.
  const T* input(const Layers<T>& layers, std::size_t k) {
    return learner_.sends_back() ? input_(layers, slot(layers) + k, k) : past_.state_with_bias(k);
  }
  std::size_t slot(const Layers<T>& layers) const { return layers.front().window.newest() - past_.delay(); }

  HeadLearner<T> learner_;
  HeadInput<T> input_;
  Past<T> past_;
};

template <class T>
using AnyHead = std::variant<NoHead<T>, PredictionHead<T>, DelayedHead<T>>;

}  // namespace gvfn
