#pragma once
// The online learner: a recurrent state, of which every unit may be the answer to a question, and a head that answers
// further questions from it. It takes one transition at a time, learns from it, and predicts.

#include <cstdint>
#include <optional>
#include <span>

#include "gvfn/learn/bptt.hpp"
#include "gvfn/learn/loss.hpp"
#include "gvfn/learn/optimizer.hpp"
#include "gvfn/network/head.hpp"
#include "gvfn/question/question_network.hpp"

namespace gvfn {

struct AgentOptions {
  std::size_t truncation = 1;  // p: how many applications of the cell a gradient goes back through
  Activation activation = Activation::sigmoid;
  bool action_conditional = true;  // separate weights for each action; otherwise the action is part of the input
  bool complement = false;         // the input also has 1 - o for every signal o (and for the action's bits)
  std::size_t units = 0;           // of the state where no questions are given for it (an RNN)
  Loss state_loss = Loss::half_sum;
  std::vector<std::size_t> head_hidden = {};
  Activation head_activation = Activation::relu;
  Loss head_loss = Loss::half_mean;
  bool head_trains_state = false;  // the head's error goes back into the state
  OptimizerOptions optimizer = {};
};

inline constexpr std::size_t most_units = 65'536;
inline constexpr std::size_t most_truncation = 100'000;
inline constexpr std::size_t most_numbers = std::size_t{1} << 28;  // weights, or numbers in the window

/// Throws InvalidInput for numbers out of range.
void validate(const AgentOptions& options);

/// A copy of an agent is a snapshot: it goes on from there, on its own, with the same numbers.
template <class T>
class Agent {
 public:
  /// Every unit of the state answers a question of `state_questions`, or none does if they are empty (then
  /// options.units says how many there are). The head answers `head_questions`; there may be none.
  Agent(const AgentOptions& options, QuestionNetwork state_questions, QuestionNetwork head_questions,
        std::uint64_t seed, const Kernels<T>& kernels = gvfn::kernels<T>());

  /// The first observation: state 0, and a window of copies of this input (with action 0). What was learned stays.
  void start(std::span<const float> observation);

  /// Takes what happened next, learns from it, and returns predictions(). Allocates nothing. Throws InvalidInput for
  /// an impossible transition (a probability that is not in (0, 1], an unknown action, a signal that is not finite),
  /// and is unchanged then. Without actions, the action is 0 and its probability 1.
  std::span<const T> step(std::size_t action, double behaviour_prob, std::span<const float> observation);

  /// Answers to the head's questions; without a head, to the state's.
  std::span<const T> predictions() const;

  /// s: the answers to the state's questions.
  std::span<const T> state() const { return {window_.state(window_.truncation() + 1), cell_.shape.units}; }

  const QuestionNetwork& state_questions() const { return state_questions_; }
  const QuestionNetwork& head_questions() const { return head_questions_; }

  /// The weights. Those that ADAM has no use for at the moment may be some steps behind (see Optimizer).
  const Cell<T>& cell() const { return cell_; }
  const std::optional<Head<T>>& head() const { return head_; }

  /// Are state and weights all finite numbers?
  bool is_finite() const;

  const Kernels<T>& kernels() const { return *kernels_; }

  /// The number of weights that learning changes.
  std::size_t weight_count() const;

 private:
  void write_input(std::size_t action, std::span<const float> observation);
  void answer(std::size_t first);
  void find_ratios(const Transition& transition);
  void find_returns(const Transition& transition);
  void learn(const Transition& transition);
  void learn_head();
  void learn_state();
  void rest(const Transition& transition);
  void update();

  HeadTape<T>& tape_t() { return tapes_[now_]; }
  HeadTape<T>& tape_tp1() { return tapes_[1 - now_]; }

  AgentOptions options_;
  QuestionNetwork state_questions_;
  QuestionNetwork head_questions_;
  const Kernels<T>* kernels_;

  Cell<T> cell_;
  std::optional<Head<T>> head_;
  Optimizer<T> optimizer_;

  Window<T> window_;
  std::vector<float> observation_;  // o_t
  QuestionMemory state_memory_;
  QuestionMemory head_memory_;
  std::vector<HeadTape<T>> tapes_;  // of s_t and of s_{t+1}
  std::size_t now_ = 0;             // which of them is of s_t

  Targets<T> state_targets_;
  Targets<T> head_targets_;
  bool state_learns_ = false;  // from the present transition
  bool head_learns_ = false;
  CellGradient<T> cell_gradient_;
  AlignedVector<T> head_cotangent_;  // dL/ds_t of the head's loss
  std::vector<Factor<T>> head_factors_;
  std::vector<Update<T>> updates_;
};

}  // namespace gvfn
