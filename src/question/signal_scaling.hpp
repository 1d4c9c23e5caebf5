#pragma once
// Signals in the user's units, and as inputs of a network.

#include <span>
#include <vector>

#include "gvfn/question/input_scaling.hpp"
#include "question/running_mean.hpp"

namespace gvfn {

/// What is remembered of the signals: of `online`, their means and deviations.
struct SignalMemory {
  std::vector<RunningMean> signals;

  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("signals", self.signals);
  }
};

class SignalScaling {
 public:
  SignalScaling(InputScaling scaling, const Vocabulary& vocabulary);

  InputScaling kind() const { return kind_; }
  bool is_identity() const { return is_identity_; }
  SignalMemory memory() const;

  /// Throws InvalidInput for a signal that is not finite, or outside its declared range.
  void check(std::span<const float> observation) const;

  /// Takes an observation into account, and writes it as inputs.
  void scale(std::span<const float> observation, SignalMemory& memory, std::span<float> inputs) const;

  /// A signal in the user's units, given its input.
  double unscaled(std::size_t signal, double input, const SignalMemory& memory) const;

 private:
  void refuse(std::span<const float> observation) const;

  const Vocabulary vocabulary_;
  InputScaling kind_;
  bool is_identity_ = true;
  std::vector<float> low_;  // what is let pass
  std::vector<float> high_;
  struct Map {
    double offset = 0;  // signal = offset + width * input
    double width = 1;
  };
  std::vector<Map> maps_;  // of `range`
};

}  // namespace gvfn
