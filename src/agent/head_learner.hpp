#pragma once
// A head that answers questions and forecasts from a state, and learns to. When it learns is its owner's business.

#include <memory>
#include <optional>

#include "agent/head_trace.hpp"
#include "base/ring.hpp"
#include "gvfn/agent/agent_options.hpp"
#include "gvfn/learn/loss.hpp"
#include "question/question_table.hpp"

namespace gvfn {

/// Its outputs are the answers to the questions, then the forecasts. An input is a state with the bias in front of it.
template <class T>
class HeadLearner {
 public:
  /// `inputs` units are read. With sends_back, the errors train what made them, too. It learns from a transition
  /// `delay` steps late.
  HeadLearner(const AgentOptions& options, std::shared_ptr<const QuestionTable<T>> questions, std::size_t inputs,
              bool sends_back, std::size_t delay, std::uint64_t seed);

  const QuestionTable<T>& questions() const { return *questions_; }
  Head<T>& network() { return network_; }
  const Head<T>& network() const { return network_; }
  std::size_t size() const { return questions_->size() + forecasts_.size(); }

  /// A ring of tapes: of the transition that is learned from, s_t and s_{t+1}, and of the states since, up to the
  /// newest.
  HeadTape<T>& tape_t() { return tape(0); }
  HeadTape<T>& tape_tp1() { return tape(1); }
  std::size_t newest() const { return ring_.size() - 1; }
  void end_step() {
    ring_.move_on();
    is_made_[ring_.place(newest())] = false;
  }

  /// Have weights or states changed, so that no tape is what it would be now?
  void forget_tapes() { std::ranges::fill(is_made_, false); }
  bool has_tape(std::size_t k) const { return is_made_[ring_.place(k)]; }

  /// Makes the k-th tape, or two of them, which reads the weights once.
  void predict(const Kernels<T>& kernels, std::size_t k, const T* input) {
    head_forward(kernels, network_, input, tape(k));
    is_made_[ring_.place(k)] = true;
  }
  void predict_pair(const Kernels<T>& kernels, std::size_t a, const T* input_a, std::size_t b, const T* input_b) {
    head_forward_pair(kernels, network_, input_a, input_b, tape(a), tape(b));
    is_made_[ring_.place(a)] = is_made_[ring_.place(b)] = true;
  }
  /// Are its outputs the answers? If not, the answers to what was predicted from the newest state, between two steps.
  bool is_identity() const { return questions_->scaling().is_identity() && forecast_scaling_.is_identity(); }
  void find_answers(std::vector<T>& answers) const {
    const auto outputs = predictions();
    const std::size_t n = questions_->size();
    for (std::size_t j = 0; j < n; ++j) answers[j] = questions_->scaling().answer(j, outputs[j], memory_.answers);
    for (std::size_t f = 0; f < forecasts_.size(); ++f)
      answers[n + f] = forecast_scaling_.answer(f, outputs[n + f], forecast_memory_);
  }

  /// Between two steps: what was predicted from the newest state.
  std::span<const T> predictions() const { return {tapes_[ring_.place(newest() - 1)].prediction(), size()}; }

  /// rho of the questions, given tape_t. Returns whether anything is to be learned from the transition.
  bool find_ratios(const Transition& transition, const FunctionValues& functions) {
    return questions_->find_ratios(transition, functions, tape_t().prediction(), memory_, targets_) ||
           !forecasts_.empty();
  }
  /// For a transition that is not learned from.
  void remember(const Transition& transition, const FunctionValues& functions) {
    has_learned_ = false;
    questions_->remember(transition, functions, memory_, targets_);
    if (trace_) trace_->cut();
  }
  /// The state has started anew.
  void restart() {
    if (trace_) trace_->cut();
  }
  /// A unit of what is read has been reset: what was learned from it is forgotten.
  void forget_input(std::size_t unit) {
    const OutgoingReset outgoing{unit};
    for_each_field("", network_.layers.front(), outgoing);
    if (trace_) for_each_field("", *trace_, outgoing);
  }

  /// The gradients of the loss at s_t, given both tapes. seen(k) is the observation k steps after s_t.
  template <class Seen>
  void learn(const Kernels<T>& kernels, const Transition& transition, const FunctionValues& functions, const T* input_t,
             Seen seen) {
    questions_->find_returns(transition, functions, tape_tp1().prediction(), memory_, targets_);
    for (std::size_t f = 0; f < forecasts_.size(); ++f) {
      const auto& [signal, steps, scale] = forecasts_[f];
      targets_.cumulant[questions_->size() + f] = static_cast<T>(scale * static_cast<double>(seen(steps)[signal]));
    }
    if (!forecast_scaling_.is_identity()) {
      T* const cumulant = targets_.cumulant.data() + questions_->size();
      const T* const continuation = targets_.continuation.data() + questions_->size();
      forecast_scaling_.follow(forecast_memory_, cumulant, continuation);
      forecast_scaling_.scale(forecast_memory_, cumulant, continuation);
    }
    send_back(kernels, input_t);
    has_learned_ = true;
  }
  Gradient<T> gradient(std::size_t layer) const {
    return trace_ ? trace_->gradient() : Gradient<T>{.factors = std::span(&factors_[layer], 1)};
  }

  /// dL/d(sums of the first layer) by its `learn` of this step; null where there was none.
  const T* first_delta() const { return has_learned_ ? deltas_.front().data() : nullptr; }

  /// dL/ds_t by its last `learn`; null where the errors stop at the head.
  const T* cotangent() const { return cotangent_.empty() ? nullptr : cotangent_.data(); }
  bool sends_back() const { return !cotangent_.empty(); }

  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("network", self.network_);
    visit("trace", self.trace_);
    visit("tapes", self.tapes_);
    visit("ring", self.ring_);
    visit("is_made", self.is_made_, Below{2});
    visit("memory", self.memory_);
    visit("forecast_memory", self.forecast_memory_);
  }

 private:
  void send_back(const Kernels<T>& kernels, const T* input_t);
  HeadTape<T>& tape(std::size_t k) { return tapes_[ring_.place(k)]; }

  std::shared_ptr<const QuestionTable<T>> questions_;
  std::vector<Forecast> forecasts_;
  AnswerScaling forecast_scaling_;
  T scale_;  // error_scale of its loss
  Head<T> network_;
  std::optional<HeadTrace<T>> trace_;
  std::vector<HeadTape<T>> tapes_;
  Ring ring_;                          // the first one is of s_t
  std::vector<std::uint8_t> is_made_;  // which of them are what the present weights give
  QuestionMemory memory_;
  AnswerMemory forecast_memory_;

  // Scratch, but for rho of the forecasts, which is 1.
  Targets<T> targets_;
  HeadDeltas<T> deltas_;
  bool has_learned_ = false;
  AlignedVector<T> cotangent_;
  std::vector<Factor<T>> factors_;
};

}  // namespace gvfn
