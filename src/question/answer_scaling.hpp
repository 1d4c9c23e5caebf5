#pragma once
// Answers in the user's units, and as outputs of units: answer = offset + width * output.

#include <vector>

#include "gvfn/base/range.hpp"
#include "gvfn/kernel/activation.hpp"
#include "gvfn/question/input_scaling.hpp"
#include "gvfn/question/question_network.hpp"
#include "question/running_horizon.hpp"
#include "question/running_mean.hpp"

namespace gvfn {

/// What is remembered of each answer that is mapped by its returns: mean and deviation of its cumulant, and how long
/// its returns are. From that follow offset and width, of which there is one for each answer.
struct AnswerMemory {
  std::vector<RunningMean> cumulant;
  std::vector<RunningHorizon> horizon;
  std::vector<double> offset;
  std::vector<double> width;
  bool has_ended = false;  // an episode

  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("cumulant", self.cumulant);
    visit("horizon", self.horizon);
    visit("offset", self.offset);
    visit("width", self.width);
    visit("has_ended", self.has_ended);
  }
};

/// An answer is mapped by its bounds, if they are known; or by what its return has been, as the agent behaves: with c
/// +- 3 deviations of the cumulant, and H steps,
///   mean H (c +- 3 dev c) +- 3 |c| dev H.
/// A cumulant that is made of other answers is not looked at: its c and deviation follow from how those are mapped, so
/// that no answer's scale depends on what is answered.
///
/// In outputs, the equation v_t = C + gamma v_{t+1} is
///   output_t = (C - offset (1 - gamma)) / width + gamma output_{t+1}.
class AnswerScaling {
 public:
  enum class By { bounds, returns };  // bounds: where they are known

  /// Outputs are answers.
  AnswerScaling() = default;
  /// Of units with this activation.
  AnswerScaling(const QuestionNetwork& questions, Activation activation, By by);
  /// Answers that are not made of others, with these bounds, finite or not.
  AnswerScaling(const std::vector<Range>& bounds, Activation activation, By by);

  bool is_identity() const { return plans_.empty(); }
  /// Are there answers that are mapped by their returns?
  bool is_online() const { return !online_.empty(); }
  AnswerMemory memory() const;

  template <class T>
  T answer(std::size_t j, T output, const AnswerMemory& memory) const {
    if (is_identity()) return output;
    return static_cast<T>(memory.offset[j] + memory.width[j] * static_cast<double>(output));
  }
  template <class T>
  T output(std::size_t j, T answer, const AnswerMemory& memory) const {
    if (is_identity()) return answer;
    return static_cast<T>((static_cast<double>(answer) - memory.offset[j]) / memory.width[j]);
  }
  /// By how much output j changes with answer i, if that is part of its cumulant.
  double rate(std::size_t j, std::size_t i, const AnswerMemory& memory) const {
    return is_identity() ? 1 : memory.width[i] / memory.width[j];
  }

  /// An episode has ended: from now on answers are mapped by the bounds that they have where episodes end. What was
  /// learned until then is mapped anew, once.
  void allow_ends(AnswerMemory& memory) const;
  /// Is an answer mapped by its bounds, and not by what its return has been?
  bool has_bounds(std::size_t j) const;

  /// Takes the cumulants and continuations of a transition into account.
  template <class T>
  void follow(AnswerMemory& memory, const T* cumulant, const T* continuation) const {
    for (const auto j : online_)
      follow_one(memory, j, static_cast<double>(cumulant[j]), static_cast<double>(continuation[j]));
  }
  /// Puts the cumulants of outputs in the place of those of answers.
  template <class T>
  void scale(const AnswerMemory& memory, T* cumulant, const T* continuation) const {
    for (std::size_t j = 0; j < plans_.size(); ++j) {
      const auto gamma = static_cast<double>(continuation[j]);
      cumulant[j] =
          static_cast<T>((static_cast<double>(cumulant[j]) - memory.offset[j] * (1 - gamma)) / memory.width[j]);
    }
  }

 private:
  struct Term {
    std::size_t used;
    double weight;
  };
  struct Plan {
    Range bound;              // of the answer; infinite, if it is mapped by its returns
    Range bound_with_ends;    // the same, where episodes end
    Range outputs;            // that its unit is to give
    std::vector<Term> terms;  // the answers that its cumulant is made of
    bool is_gated;            // it is 0 at times
  };
  struct Spread {
    double mean;
    double half;  // to both sides
  };
  void add(Range bound, Range bound_with_ends, Activation activation, By by);
  void finish();
  void follow_one(AnswerMemory& memory, std::size_t j, double cumulant, double continuation) const;
  Spread spread_of_terms(const AnswerMemory& memory, const Plan& plan) const;

  std::vector<Plan> plans_;
  std::vector<std::size_t> online_;  // by returns: those that are used come before their users
};

/// What `automatic` is for units with this activation that answer these questions. They may be unable to give an answer
/// about raw signals: one that is out of their range, or not bounded by the questions' own definitions.
InputScaling scaling_for(InputScaling scaling, const QuestionNetwork& questions, Activation activation);

}  // namespace gvfn
