#pragma once
// The choice of an optimiser.

#include <array>
#include <cstdint>
#include <string_view>

namespace gvfn {

enum class OptimizerKind { sgd, momentum, rmsprop, adam };

inline constexpr std::array<std::string_view, 4> optimizer_names{"sgd", "momentum", "rmsprop", "adam"};

struct OptimizerOptions {
  OptimizerKind name = OptimizerKind::sgd;
  double step_size = 0.01;
  double decay = 0;           // alpha_t = step_size / (1 + decay t); 0: constant
  double momentum = 0.9;      // momentum: of the velocity
  double square_decay = 0.9;  // rmsprop: of the mean square
  double beta1 = 0.9;         // adam: of the mean
  double beta2 = 0.999;       // adam: of the mean square
  double epsilon = 1e-8;      // rmsprop, adam
  double clip_norm = 0;       // a longer gradient is scaled to this length; 0: never
  std::int64_t batch = 1;     // the weights change every so many steps, by the mean of their gradients

  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("name", self.name);
    visit("step_size", self.step_size);
    visit("decay", self.decay);
    visit("momentum", self.momentum);
    visit("square_decay", self.square_decay);
    visit("beta1", self.beta1);
    visit("beta2", self.beta2);
    visit("epsilon", self.epsilon);
    visit("clip_norm", self.clip_norm);
    visit("batch", self.batch);
  }
};

/// Throws InvalidInput for numbers out of range, by their names behind the prefix.
void validate(const OptimizerOptions& options, std::string_view prefix = "optimizer.");

}  // namespace gvfn
