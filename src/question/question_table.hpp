#pragma once
// A question network compiled for evaluation: C, gamma and rho of all questions on one transition, in straight loops.

#include <array>
#include <compare>
#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "gvfn/base/random.hpp"
#include "gvfn/question/question_network.hpp"
#include "question/answer_scaling.hpp"
#include "question/targets.hpp"

namespace gvfn {

/// What evaluation remembers from transition to transition: of signals, and of the answers that are scaled.
struct QuestionMemory {
  std::vector<double> largest;  // by signal: the largest value seen so far, at least 1; empty where nobody asks for it
  Random noise{0};
  AnswerMemory answers = {};

  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("largest", self.largest);
    visit("noise", self.noise);
    visit("answers", self.answers);
  }
};

/// What the user's functions gave for one transition, in the order of the questions that have one.
struct FunctionValues {
  std::vector<double> cumulant;
  std::vector<double> continuation;
  std::vector<double> target_prob;

  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("cumulant", self.cumulant);
    visit("continuation", self.continuation);
    visit("target_prob", self.target_prob);
  }
};

/// The table is constant: agents and their copies share it. Predictions are the outputs of units, and so are the
/// targets that are made of them: where answers are in other units, the table goes between.
template <class T>
class QuestionTable {
 public:
  explicit QuestionTable(QuestionNetwork network, AnswerScaling scaling = {});

  const QuestionNetwork& network() const { return network_; }
  std::size_t size() const { return network_.size(); }
  const AnswerScaling& scaling() const { return scaling_; }

  /// What evaluation remembers at first.
  QuestionMemory memory(std::uint64_t seed = 0, Stream noise = Stream::state_noise) const;

  /// The same for a table that takes another one's place, with what that one remembered; but for the answers of fresh
  /// questions, which are new in their places.
  QuestionMemory memory_after(const QuestionMemory& before, const std::vector<bool>& is_fresh) const;

  /// Room for what the user's functions give.
  FunctionValues function_values() const;

  /// Are there any of the user's functions?
  bool has_functions() const { return has_functions_; }

  /// Calls the user's functions. Throws InvalidInput, which names the question, where one throws, gives what is not
  /// finite, or a continuation or probability outside [0, 1]; some of the values are written then.
  void call_functions(const Transition& transition, FunctionValues& values) const;

  /// rho_t, for which the predictions after the transition are not needed. Returns whether any of them is not 0.
  bool find_ratios(const Transition& transition, const FunctionValues& functions, const T* predictions_t,
                   const QuestionMemory& memory, Targets<T>& targets) const;

  /// C_{t+1} and gamma_{t+1}.
  void find_returns(const Transition& transition, const FunctionValues& functions, const T* predictions_tp1,
                    QuestionMemory& memory, Targets<T>& targets) const;

  /// What find_returns does to the memory, for a transition whose returns nobody needs.
  void remember(const Transition& transition, const FunctionValues& functions, QuestionMemory& memory,
                Targets<T>& scratch) const;

  /// All of it.
  void evaluate(const Transition& transition, const T* predictions_t, const T* predictions_tp1, QuestionMemory& memory,
                Targets<T>& targets) const;

  /// What the cumulants pass on to the predictions that they are made of: by_predictions[i] += sum_k c(k, i)
  /// by_cumulant[k], where C_k = sum_i c(k, i) s_{t+1,i} on this transition; 0 for cumulants of other kinds.
  void add_cumulant_gradient(const Transition& transition, const QuestionMemory& memory, const T* by_cumulant,
                             T* by_predictions) const;

  /// Calls use(user, used, weight) for every prediction that is part of a cumulant on this transition.
  template <class Use>
  void for_each_term(const Transition& transition, Use use) const {
    if (transition.ends) return;  // nothing is predicted after the end
    for (const auto& [user, used, weight] : terms_) use(user, used, weight);
    for (const auto& [term, signal, threshold] : gated_terms_)
      if (threshold.holds(static_cast<double>(transition.observation_tp1[signal])))
        use(term.user, term.used, term.weight);
  }

 private:
  /// Neighbouring questions, first to last - 1.
  struct QuestionRange {
    std::uint32_t first, last;
  };
  /// Neighbouring questions about one signal.
  struct SignalRange {
    std::uint32_t signal, first, last;
  };
  struct ThresholdEntry {
    std::uint32_t question, signal;
    double scale;
    Threshold threshold;
  };
  struct Term {
    std::uint32_t user, used;
    T weight;
  };
  struct GatedTerm {
    Term term;
    std::uint32_t signal;
    Threshold threshold;
  };
  struct NoiseEntry {
    std::uint32_t question;
    double deviation;
  };
  struct ResolvedCondition {
    Condition::On on;
    std::uint32_t index;
    Threshold threshold;

    friend auto operator<=>(const ResolvedCondition&, const ResolvedCondition&) = default;
  };
  using ResolvedEvent = std::vector<ResolvedCondition>;
  /// Neighbouring questions that have the same continuation at an event.
  struct ThenRange {
    std::uint32_t first, last;
    T then;
  };
  struct ScaleEntry {
    std::uint32_t question;
    T scale;
  };
  /// Questions that share an event share its entry: it is then looked at once a transition.
  struct EventEntry {
    ResolvedEvent conditions;
    std::vector<ThenRange> then;        // continuations
    std::vector<ScaleEntry> cumulants;  // of questions about the event
  };
  using EventPlaces = std::map<ResolvedEvent, std::size_t>;
  struct ConditionalEntry {
    std::uint32_t question, used;
    Threshold threshold;
    std::array<std::vector<double>, 2> probs;  // by action: otherwise, then; empty for on-policy
  };

  void compile(std::uint32_t j, const Cumulant& cumulant, EventPlaces& places);
  void compile(std::uint32_t j, const Continuation& continuation, EventPlaces& places);
  void compile(std::uint32_t j, const Policy& policy);
  EventEntry& entry_of(const Event& event, EventPlaces& places);
  bool happens(const EventEntry& event, const Transition& transition) const;
  /// C and gamma without the predictions that are part of a cumulant; online scaling takes them into account.
  void find_own_returns(const Transition&, const FunctionValues&, QuestionMemory&, Targets<T>&) const;

  QuestionNetwork network_;
  AnswerScaling scaling_;

  std::vector<double> scale_;  // by question: of the signal that it is about
  std::vector<SignalRange> signals_;
  std::vector<SignalRange> normalised_;
  std::vector<ThresholdEntry> thresholds_;
  std::vector<Term> terms_;
  std::vector<GatedTerm> gated_terms_;
  std::vector<NoiseEntry> noises_;
  std::vector<std::uint32_t> cumulant_functions_;

  AlignedVector<T> gamma_;
  std::vector<EventEntry> events_;
  std::vector<std::uint32_t> continuation_functions_;

  /// Neighbouring questions whose policies give an action the same probability.
  struct ProbRange {
    std::uint32_t first, last;
    double target_prob;
  };
  struct ActionRow {
    std::vector<ProbRange> ranges;
    bool is_zero = true;
  };
  std::vector<ActionRow> by_action_;
  std::vector<QuestionRange> on_policy_;
  std::vector<ConditionalEntry> conditionals_;
  std::vector<std::uint32_t> policy_functions_;
  bool has_functions_ = false;
};

}  // namespace gvfn
