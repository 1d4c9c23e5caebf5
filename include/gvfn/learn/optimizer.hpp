#pragma once
// How a gradient changes the weights.

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "gvfn/network/matrix.hpp"

namespace gvfn {

enum class OptimizerName { sgd, momentum, rmsprop, adam };

inline constexpr std::array<std::string_view, 4> optimizer_names{"sgd", "momentum", "rmsprop", "adam"};

struct OptimizerOptions {
  OptimizerName name = OptimizerName::sgd;
  double step_size = 0.01;
  double decay = 0;       // alpha_t = step_size / (1 + decay t); 0: constant
  double momentum = 0.9;  // momentum: of the velocity
  double rho = 0.9;       // rmsprop: of the mean square
  double beta1 = 0.9;     // adam: of the mean
  double beta2 = 0.999;   // adam: of the mean square
  double epsilon = 1e-8;  // rmsprop, adam
  double clip_norm = 0;   // a longer gradient is scaled to this length; 0: never
};

/// Throws InvalidInput for numbers out of range.
void validate(const OptimizerOptions& options);

/// A matrix and its gradient.
template <class T>
struct Update {
  Matrix<T>* weights;
  OuterSum<T> gradient;
};

/// What it remembers of each matrix is kept in the order in which the matrices are given.
template <class T>
class Optimizer {
 public:
  Optimizer(const OptimizerOptions& options, const std::vector<const Matrix<T>*>& matrices);

  /// Without memory, a step with a zero gradient changes nothing and may be left out (count_step instead).
  bool has_memory() const { return options_.name != OptimizerName::sgd; }

  /// alpha_t of the next step.
  double step_size() const { return options_.step_size / (1 + options_.decay * static_cast<double>(steps_)); }

  /// One step, clipped over all the updates together; there is one for each matrix, in order.
  void step(const Kernels<T>& kernels, std::vector<Update<T>>& updates);

  /// A step in which nothing is to be changed.
  void count_step() { ++steps_; }

 private:
  struct Moments {
    AlignedVector<T> first;
    AlignedVector<T> second;
  };

  void clip(const Kernels<T>& kernels, std::vector<Update<T>>& updates) const;
  AdamNumbers<T> adam_numbers() const;

  OptimizerOptions options_;
  std::vector<Moments> moments_;
  std::int64_t steps_ = 0;
  double beta1_power_ = 1;
  double beta2_power_ = 1;
};

}  // namespace gvfn
