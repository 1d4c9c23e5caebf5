#pragma once
// A set of questions that may use each other's answers: checked once, then evaluated for whole transitions.

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "gvfn/base/random.hpp"
#include "gvfn/kernel/activation.hpp"
#include "gvfn/kernel/aligned.hpp"
#include "gvfn/kernel/kernels.hpp"
#include "gvfn/question/question.hpp"
#include "gvfn/question/vocabulary.hpp"

namespace gvfn {

/// C_{t+1}, gamma_{t+1} and rho_t of every question; the padding is zero.
template <class T>
struct Targets {
  explicit Targets(std::size_t n) : cumulant(padded<T>(n)), continuation(padded<T>(n)), rho(padded<T>(n)) {}

  AlignedVector<T> cumulant;
  AlignedVector<T> continuation;
  AlignedVector<T> rho;

  TargetView<T> view() const { return {cumulant.data(), continuation.data(), rho.data()}; }
};

/// What evaluation remembers from transition to transition.
struct QuestionMemory {
  std::vector<double> largest;     // of each normalised signal
  std::vector<double> normalised;  // its value now
  Random noise{0};
};

/// Question `user` needs question `used`: in its cumulant, with a weight, or in its policy.
struct Dependency {
  std::size_t user;
  std::size_t used;
  double weight;
  bool in_policy;
};

/// Throws InvalidInput where the action's probability is not in (0, 1], the action or the number of signals is wrong,
/// or a signal is not finite.
void check(const Transition& transition, const Vocabulary& vocabulary);

class QuestionNetwork {
 public:
  /// Throws InvalidInput for names that are unknown or given twice, numbers out of range, and cycles.
  QuestionNetwork(Vocabulary vocabulary, std::vector<Question> questions);

  std::size_t size() const { return questions_.size(); }
  const Vocabulary& vocabulary() const { return vocabulary_; }
  const std::vector<Question>& questions() const { return questions_; }
  const std::vector<Dependency>& dependencies() const { return dependencies_; }

  /// The values that question j's answer can have, as far as they follow from the definitions; infinite if not. And the
  /// same for its cumulant.
  Range bound(std::size_t j) const { return bounds_[j]; }
  Range cumulant_bound(std::size_t j) const { return cumulant_bounds_[j]; }

  /// What evaluation is to remember at first; and whether there is anything.
  QuestionMemory memory(std::uint64_t seed = 0) const;
  bool has_memory() const { return !normalised_.empty() || !noises_.empty(); }

  /// All of C, gamma and rho of a transition that passes `check`, given the predictions before and after it. Allocates
  /// nothing.
  template <class T>
  void evaluate(const Transition& transition, const T* predictions_t, const T* predictions_tp1, QuestionMemory& memory,
                Targets<T>& targets) const {
    evaluate_ratios(transition, predictions_t, targets);
    evaluate_returns(transition, predictions_tp1, memory, targets);
  }

  /// Its two halves: rho, for which the predictions after the transition are not needed; and C and gamma.
  template <class T>
  void evaluate_ratios(const Transition& transition, const T* predictions_t, Targets<T>& targets) const;
  template <class T>
  void evaluate_returns(const Transition& transition, const T* predictions_tp1, QuestionMemory& memory,
                        Targets<T>& targets) const;

  /// What the cumulants pass on to the predictions that they are made of: by_predictions[i] += sum_k c(k, i)
  /// by_cumulant[k], where C_k = sum_i c(k, i) s_{t+1,i} on this transition; 0 for cumulants of other kinds.
  template <class T>
  void add_cumulant_gradient(const Transition& transition, const T* by_cumulant, T* by_predictions) const;

 private:
  // The questions by kind, with names looked up, so that evaluation is a few straight loops.
  struct SignalEntry {
    std::uint32_t question, signal;
    double scale;
  };
  struct NormalisedEntry {
    std::uint32_t question, slot;  // of normalised_signals_
    double scale;
  };
  struct ThresholdEntry {
    std::uint32_t question, signal;
    double scale;
    Threshold threshold;
  };
  struct GatedTerm {
    Dependency term;
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
  };
  struct EventEntry {
    std::vector<ResolvedCondition> conditions;
    std::vector<std::pair<std::uint32_t, double>> then;  // question, its continuation at the event
  };
  struct ConditionalEntry {
    std::uint32_t question, used;
    Threshold threshold;
    std::array<std::vector<double>, 2> probs;  // by action: otherwise, then; empty for on-policy
  };
  template <class Function>
  struct FunctionEntry {
    std::uint32_t question;
    Function function;
  };

  void add(std::uint32_t j, const Cumulant& cumulant);
  void add(std::uint32_t j, const Continuation& continuation);
  void add(std::uint32_t j, const Policy& policy);
  std::vector<double> probabilities(const SimplePolicy& policy) const;
  std::size_t index(std::uint32_t j, const std::string& name) const;
  Range find_cumulant_bound(std::size_t j) const;
  Range find_bound(std::size_t j) const;

  /// Calls use(user, used, weight) for every prediction that is part of a cumulant on this transition.
  template <class Use>
  void for_each_term(const Transition& transition, Use use) const;
  template <class T>
  void evaluate_cumulants(const Transition&, const T* predictions_tp1, QuestionMemory&, T* cumulant) const;
  template <class T>
  void evaluate_continuations(const Transition&, T* continuation) const;

  Vocabulary vocabulary_;
  std::vector<Question> questions_;
  std::vector<Dependency> dependencies_;
  std::map<std::string, std::size_t> index_;
  std::vector<Range> bounds_;
  std::vector<Range> cumulant_bounds_;

  std::vector<SignalEntry> signals_;
  std::vector<std::uint32_t> normalised_signals_;
  std::vector<NormalisedEntry> normalised_;
  std::vector<ThresholdEntry> thresholds_;
  std::vector<std::uint32_t> compositional_;
  std::vector<Dependency> terms_;
  std::vector<GatedTerm> gated_terms_;
  std::vector<NoiseEntry> noises_;
  std::vector<FunctionEntry<CumulantFunction>> cumulant_functions_;

  std::vector<double> gamma_;
  std::vector<EventEntry> events_;
  std::vector<FunctionEntry<ContinuationFunction>> continuation_functions_;

  std::vector<std::vector<double>> target_prob_;  // by action, then question
  std::vector<std::uint32_t> on_policy_;
  std::vector<ConditionalEntry> conditionals_;
  std::vector<FunctionEntry<PolicyFunction>> policy_functions_;
};

}  // namespace gvfn
