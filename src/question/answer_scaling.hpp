#pragma once
// Answers in the user's units, and as outputs of units: answer = offset + width * output.

#include <vector>

#include "gvfn/base/range.hpp"
#include "gvfn/kernel/activation.hpp"
#include "question/running_mean.hpp"

namespace gvfn {

/// What is remembered of each answer that has no bounds: mean and deviation of its cumulant, and its mean continuation.
/// From that follow offset and width, of which there is one for each answer.
struct AnswerMemory {
  std::vector<RunningMean> cumulant;
  std::vector<RunningMean> continuation;
  std::vector<double> offset;
  std::vector<double> width;

  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("cumulant", self.cumulant);
    visit("continuation", self.continuation);
    visit("offset", self.offset);
    visit("width", self.width);
  }
};

/// In outputs, the equation v_t = C + gamma v_{t+1} is
///   output_t = (C - offset (1 - gamma)) / width + gamma output_{t+1}.
class AnswerScaling {
 public:
  /// Outputs are answers.
  AnswerScaling() = default;
  /// Answers with these bounds, finite or not, by units with this activation.
  AnswerScaling(const std::vector<Range>& bounds, Activation activation);

  bool is_identity() const { return plans_.empty(); }
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

  /// Takes cumulants and continuations into account, and puts the cumulants of outputs in their place.
  template <class T>
  void scale(AnswerMemory& memory, T* cumulant, const T* continuation) const {
    for (std::size_t j = 0; j < plans_.size(); ++j) {
      const auto c = static_cast<double>(cumulant[j]);
      const auto gamma = static_cast<double>(continuation[j]);
      if (!is_fixed(j)) follow(memory, j, c, gamma);
      cumulant[j] = static_cast<T>((c - memory.offset[j] * (1 - gamma)) / memory.width[j]);
    }
  }

 private:
  struct Plan {
    Range bound;    // of the answer; infinite: it is scaled by what it has been
    Range outputs;  // that its unit is to give
  };
  bool is_fixed(std::size_t j) const;
  void follow(AnswerMemory& memory, std::size_t j, double cumulant, double continuation) const;

  std::vector<Plan> plans_;
};

}  // namespace gvfn
