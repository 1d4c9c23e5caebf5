#pragma once
// The parts of an agent, and one step of it.

#include <memory>

#include "agent/heads.hpp"
#include "agent/weight_updates.hpp"
#include "gvfn/agent/agent.hpp"
#include "learn/learner.hpp"
#include "network/input_traces.hpp"

namespace gvfn {

template <class T>
class AgentCore {
 public:
  AgentCore(const AgentOptions& options, const QuestionNetwork& state_questions, const QuestionNetwork& head_questions,
            std::uint64_t seed, const Kernels<T>& kernels);

  /// The core of an agent, for saving and for tests.
  static AgentCore& of(Agent<T>& agent) { return *agent.core_; }
  static const AgentCore& of(const Agent<T>& agent) { return *agent.core_; }

  void start(std::span<const float> observation);
  std::span<const T> step(std::size_t action, double behaviour_prob, std::span<const float> observation, bool ends);
  std::span<const T> predictions() const;
  std::span<const T> answers() const {
    return answers_.empty() ? state().first(state_questions_->size()) : std::span<const T>(answers_);
  }
  std::span<const T> state() const { return {state_window().state(newest() + 1), state_units()}; }
  void reset_unit(std::size_t unit, Random& random);
  void ask(const QuestionNetwork& questions, const std::vector<std::size_t>& fresh, Random& random);
  /// Nothing that a unit reads counts, and its state is 0. It stays 0 if its question's return is 0, no question refers
  /// to it, and answers are not scaled.
  void silence_unit(std::size_t unit);

  /// C, gamma and rho of the state's questions on the last transition; where every rho is 0, only these are new.
  const Targets<T>& targets() const { return scratch_.targets; }
  /// The derivative of the head's loss by the sums of its first layer, at the state that it learned from in the last
  /// step; null where it did not learn.
  const T* head_delta() const {
    const auto* const learner = std::visit([](const auto& head) { return head.learner(); }, head_);
    return learner ? learner->first_delta() : nullptr;
  }

  const AgentOptions& options() const { return options_; }
  const QuestionTable<T>& state_questions() const { return *state_questions_; }
  const QuestionTable<T>& head_questions() const { return *head_questions_; }
  const Kernels<T>& kernels() const { return *kernels_; }

  /// The weights. Those of actions that are not in the window may be some steps behind (see Optimizer).
  const Layers<T>& layers() const { return layers_; }
  std::size_t state_layer() const { return state_layer_; }
  const Head<T>* head() const;
  const Learner<T>& learner() const { return learner_; }

  /// Calls use(matrix) for every matrix of weights: the layers', then the head's.
  template <class Use>
  void for_each_matrix(Use use) const {
    for (const auto& layer : layers_)
      for (const auto& matrix : layer.cell.weights) use(matrix);
    if (const auto* network = head())
      for (const auto& layer : network->layers) use(layer.weights);
  }

  /// All that lives on from step to step. Options and questions are what an agent is made of, and stay as they are.
  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("layers", self.layers_);
    visit("head", self.head_);
    visit("learner", self.learner_);
    visit("updates", self.updates_);
    visit("questions", self.memory_);
    visit("observation", self.observation_);
    visit("has_started", self.has_started_);
    visit("has_stepped", self.has_stepped_);
    visit("waits", self.waits_, Below{self.newest() + 1});
    visit("signals", self.signal_memory_);
    visit("traces", self.traces_);
    visit("answers", self.answers_);
    visit("predictions", self.predictions_);
  }

 private:
  const Window<T>& state_window() const { return layers_[state_layer_].window; }
  std::size_t state_units() const { return layers_[state_layer_].cell.shape.units; }
  std::size_t newest() const { return state_window().newest(); }

  HeadLearner<T>* head_learner();
  bool has_scaled_head();

  /// L is one of the kinds of Learner, H one of the kinds of AnyHead.
  template <class L, class H>
  std::span<const T> step_with(L& learner, H& head, const Transition& latest);
  template <class L, class H>
  void learn_state(L& learner, const H& head, const LearningStep& step, bool head_learns);
  template <class L>
  bool rerun_oldest(const L& learner);
  /// What the layers read: the observation, or its signals scaled, and their traces.
  std::span<const float> inputs_of(std::span<const float> observation);
  /// Applies the updates that were deferred.
  void read_all();
  /// What was learned of a unit and from it, without running the window anew.
  void forget_unit(std::size_t unit, Random& random);
  /// The states and predictions that the present weights give.
  void run_again();
  /// Where answers are in other units than the outputs of units: finds them.
  void find_answers();

  AgentOptions options_;
  SignalScaling signals_;
  std::shared_ptr<const QuestionTable<T>> state_questions_;
  std::shared_ptr<const QuestionTable<T>> head_questions_;
  const Kernels<T>* kernels_;
  T state_scale_;  // error_scale of the state's loss

  Layers<T> layers_;
  std::size_t state_layer_;  // the one with the questions
  AnyHead<T> head_;
  Learner<T> learner_;
  WeightUpdates<T> updates_;
  QuestionMemory memory_;           // of the state's questions
  std::vector<float> observation_;  // o_t
  bool has_started_ = false;
  bool has_stepped_ = false;
  std::size_t waits_ = 0;  // steps until a forecast network has nothing made up before it
  SignalMemory signal_memory_;
  InputTraces traces_;
  std::vector<T> answers_;      // of the state's questions, in the user's units; empty: they are units of the state
  std::vector<T> predictions_;  // of the head, in the user's units; empty: they are its outputs

  struct Scratch {
    std::vector<float> inputs;
    AgentFunctions functions;
    Targets<T> targets;
    Cotangents<T> cotangents;
    AlignedVector<T> oldest_state;  // state(1) of the window, with the weights that an update is going to give
  };
  Scratch scratch_;
};

}  // namespace gvfn
