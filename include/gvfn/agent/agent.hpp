#pragma once
// The online learner: a recurrent state, of which every unit may be the answer to a question, and a head that answers
// further questions from it. It takes one transition at a time, learns from it, and predicts.

#include <cstdint>
#include <optional>
#include <span>

#include "gvfn/agent/agent_options.hpp"
#include "gvfn/agent/past.hpp"
#include "gvfn/question/question_network.hpp"

namespace gvfn {

/// A copy of an agent is a snapshot: it goes on from there, on its own, with the same numbers.
template <class T>
class Agent {
 public:
  /// The first units of the state answer `state_questions`, of which there may be none; options.free_units more are
  /// free. The head answers `head_questions`, of which there may be none, too, and then options.head_forecasts.
  Agent(const AgentOptions& options, QuestionNetwork state_questions, QuestionNetwork head_questions,
        std::uint64_t seed, const Kernels<T>& kernels = gvfn::kernels<T>());

  /// The first observation: state 0, and a window of copies of this input (with action 0). What was learned stays.
  void start(std::span<const float> observation);

  /// Takes what happened next, learns from it, and returns predictions(). Allocates nothing. Throws InvalidInput for
  /// an impossible transition (a probability that is not in (0, 1], an unknown action, a signal that is not finite),
  /// and is unchanged then. Without actions, the action is 0 and its probability 1.
  std::span<const T> step(std::size_t action, double behaviour_prob, std::span<const float> observation);

  /// Answers to the head's questions, then its forecasts; without a head, answers to the state's questions.
  std::span<const T> predictions() const;

  /// s: the answers to the state's questions, then the free units.
  std::span<const T> state() const { return {state_window().state(newest() + 1), state_units()}; }

  const QuestionNetwork& state_questions() const { return state_questions_; }
  const QuestionNetwork& head_questions() const { return head_questions_; }

  /// The weights. Those of actions that are not in the window may be some steps behind (see Optimizer).
  const Layers<T>& layers() const { return layers_; }
  const std::optional<Head<T>>& head() const { return head_; }
  const Learner<T>& learner() const { return learner_; }

  /// Are state and weights all finite numbers?
  bool is_finite() const;

  const Kernels<T>& kernels() const { return *kernels_; }

  /// The number of weights that learning changes.
  std::size_t weight_count() const;

 private:
  const Window<T>& state_window() const { return layers_[state_layer_].window; }
  std::size_t state_units() const { return layers_[state_layer_].cell.shape.units; }
  std::size_t head_outputs() const { return head_questions_.size() + options_.head_forecasts.size(); }
  std::size_t newest() const { return state_window().newest(); }
  bool waits() const { return past_.delay() > 0; }
  bool keeps_states() const { return waits() && !head_trains_state_; }

  /// What the state and the head learn from in one step.
  struct Lesson {
    Transition state;
    bool state_is_ready;
    Transition head;
    bool head_is_ready;                  // has all that it is about been seen?
    std::span<const float> observation;  // the newest
  };
  struct Changed {
    bool state = false;
    bool head = false;
  };

  Lesson make_lesson(const Transition& newest) const;
  void settle(std::size_t layer, std::size_t matrix);
  void settle_newest();
  void slide_and_write(std::size_t action, std::span<const float> observation);
  std::size_t head_slot() const { return newest() - (head_trains_state_ ? past_.delay() : 0); }
  const T* head_input_t() const;
  const T* head_input_tp1();
  const T* head_input(std::size_t slot, std::size_t which);
  void answer(std::size_t first);
  void find_ratios(const Lesson& lesson);
  void find_returns(const Lesson& lesson);
  void learn(const Lesson& lesson);
  void learn_head();
  void learn_state(const Transition& transition);
  void rest(const Lesson& lesson);
  Changed update();
  std::vector<const Matrix<T>*> recurrent_matrices() const;
  std::vector<const Matrix<T>*> head_matrices() const;
  std::vector<const Matrix<T>*> matrices() const;

  HeadTape<T>& tape_t() { return tapes_[now_]; }
  HeadTape<T>& tape_tp1() { return tapes_[1 - now_]; }

  AgentOptions options_;
  QuestionNetwork state_questions_;
  QuestionNetwork head_questions_;
  const Kernels<T>* kernels_;

  Layers<T> layers_;
  std::size_t state_layer_;  // the one with the questions
  std::optional<Head<T>> head_;
  Optimizer<T> optimizer_;
  std::optional<Optimizer<T>> head_optimizer_;
  Learner<T> learner_;

  bool head_trains_state_;
  Past<T> past_;
  QuestionMemory state_memory_;
  QuestionMemory head_memory_;
  std::vector<HeadTape<T>> tapes_;   // of s_t and of s_{t+1}; and of the newest state, where the head waits
  std::vector<Features<T>> joined_;  // the same of the head's input, where it is more than one layer's state
  std::size_t now_ = 0;              // which of the first two is of s_t

  Targets<T> state_targets_;
  Targets<T> head_targets_;
  bool state_learns_ = false;  // from the present transition
  bool head_learns_ = false;
  Cotangents<T> cotangents_;
  AlignedVector<T> head_cotangent_;  // dL/ds_t of the head's loss
  std::vector<Factor<T>> head_factors_;
  std::vector<Update<T>> updates_;
  std::vector<Update<T>> head_updates_;  // where the head has an optimiser of its own
};

}  // namespace gvfn
