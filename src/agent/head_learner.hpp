#pragma once
// A head that answers questions and forecasts from a state, and learns to. When it learns is its owner's business.

#include <memory>

#include "gvfn/agent/agent_options.hpp"
#include "gvfn/learn/loss.hpp"
#include "gvfn/network/head.hpp"
#include "gvfn/question/question_table.hpp"

namespace gvfn {

/// Its outputs are the answers to the questions, then the forecasts. An input is a state with the bias in front of it.
template <class T>
class HeadLearner {
 public:
  /// `inputs` units are read. With sends_back, the errors train what made them, too.
  HeadLearner(const AgentOptions& options, std::shared_ptr<const QuestionTable<T>> questions, std::size_t inputs,
              bool sends_back, std::uint64_t seed);

  const QuestionTable<T>& questions() const { return *questions_; }
  Head<T>& network() { return network_; }
  const Head<T>& network() const { return network_; }
  std::size_t size() const { return questions_->size() + forecasts_.size(); }

  /// The tapes of s_t and of s_{t+1}; after a step the second takes the place of the first.
  HeadTape<T>& tape_t() { return tapes_[now_]; }
  HeadTape<T>& tape_tp1() { return tapes_[1 - now_]; }
  const HeadTape<T>& tape_t() const { return tapes_[now_]; }
  void end_step() { now_ = 1 - now_; }

  void predict(const Kernels<T>& kernels, const T* input, HeadTape<T>& tape) const {
    head_forward(kernels, network_, input, tape);
  }

  /// rho of the questions, given tape_t. Returns whether anything is to be learned from the transition.
  bool find_ratios(const Transition& transition, const FunctionValues& functions) {
    return questions_->find_ratios(transition, functions, tape_t().prediction(), targets_) || !forecasts_.empty();
  }
  /// For a transition that is not learned from.
  void remember(const Transition& transition) { questions_->remember(transition, memory_); }

  /// The gradients of the loss at s_t, given both tapes. seen(k) is the observation k steps after s_t.
  template <class Seen>
  void learn(const Kernels<T>& kernels, const Transition& transition, const FunctionValues& functions, const T* input_t,
             Seen seen) {
    questions_->find_returns(transition, functions, tape_tp1().prediction(), memory_, targets_);
    for (std::size_t f = 0; f < forecasts_.size(); ++f) {
      const auto& [signal, steps, scale] = forecasts_[f];
      targets_.cumulant[questions_->size() + f] = static_cast<T>(scale * static_cast<double>(seen(steps)[signal]));
    }
    send_back(kernels, input_t);
  }
  Gradient<T> gradient(std::size_t layer) const { return {.factors = std::span(&factors_[layer], 1)}; }

  /// dL/ds_t by its last `learn`; null where the errors stop at the head.
  const T* cotangent() const { return cotangent_.empty() ? nullptr : cotangent_.data(); }
  bool sends_back() const { return !cotangent_.empty(); }

  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("network", self.network_);
    visit("tapes", self.tapes_);
    visit("now", self.now_, Below{2});
    visit("memory", self.memory_);
  }

 private:
  void send_back(const Kernels<T>& kernels, const T* input_t);

  std::shared_ptr<const QuestionTable<T>> questions_;
  std::vector<Forecast> forecasts_;
  T scale_;  // error_scale of its loss
  Head<T> network_;
  std::vector<HeadTape<T>> tapes_;  // of s_t and of s_{t+1}
  std::size_t now_ = 0;             // which of them is of s_t
  QuestionMemory memory_;

  // Scratch.
  Targets<T> targets_;
  AlignedVector<T> cotangent_;
  std::vector<Factor<T>> factors_;
};

}  // namespace gvfn
