#pragma once
// Signals in the user's units, and as inputs of a network.

#include <span>
#include <vector>

#include "gvfn/question/input_scaling.hpp"
#include "question/running_mean.hpp"

namespace gvfn {

/// What is remembered of the signals: their means and deviations, where they are scaled online.
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

  bool is_identity() const { return maps_.empty() && !is_online_; }
  SignalMemory memory() const;

  /// Throws InvalidInput for a signal that is not finite, or outside its declared range.
  void check(std::span<const float> observation, const Vocabulary& vocabulary) const;

  /// Takes an observation into account, and writes it as inputs. Not for an identity.
  void scale(std::span<const float> observation, SignalMemory& memory, std::span<float> inputs) const;

  /// A signal in the user's units, given its input; not online, where that is lost.
  double unscaled(std::size_t signal, double input) const;

 private:
  struct Map {
    double offset = 0;  // signal = offset + width * input
    double width = 1;
  };
  static Map map_of(double low, double high);
  void refuse(std::span<const float> observation, const Vocabulary& vocabulary) const;

  std::vector<float> low_;  // what is let pass
  std::vector<float> high_;
  std::vector<Map> maps_;  // by signal, of a range
  bool is_online_ = false;
};

}  // namespace gvfn
