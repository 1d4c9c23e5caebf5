#pragma once
// How gradients change the weights: batches and clipping in front, then one of the rules.

#include <span>
#include <variant>

#include "gvfn/learn/optimizer_options.hpp"
#include "learn/adam.hpp"
#include "learn/momentum.hpp"
#include "learn/rls.hpp"
#include "learn/rmsprop.hpp"
#include "learn/sgd.hpp"

namespace gvfn {

/// A gradient for a matrix, and whether the matrix is read before the next step. If it is not, the update may be
/// deferred; the dense part of the gradient is then to stay as it is until apply_deferred.
template <class T>
struct Update {
  Parameter<T>* parameter;
  Gradient<T> gradient;
  bool is_read = true;
};

/// Each has
///   has_memory                                      does a step without gradient change anything?
///   make_room(kernels, parameter)                   room for what it remembers of a matrix, beside the matrix
///   begin_step(alpha)                               once a step
///   step(kernels, parameter, gradient, is_read)     changes one matrix, or defers that, if it is not read
///   apply_deferred(kernels, parameter, trace)       before a matrix is read again
///   unit_was_reset(parameter, unit)                 the unit's age is 0
///   input_was_reset(parameter, row)                 what the row's weights read is something else from now on.
template <class T>
using UpdateRule = std::variant<Sgd<T>, Momentum<T>, RmsProp<T>, Adam<T>, Rls<T>>;

/// The optimiser of some matrices. What it remembers of a matrix stands beside the matrix, in its Parameter.
template <class T>
class Optimizer {
 public:
  explicit Optimizer(const OptimizerOptions& options);

  /// Makes room for what is remembered of a matrix: once for each, before the first step.
  void make_room(const Kernels<T>& kernels, Parameter<T>& parameter);

  /// Without memory, a step without gradients changes nothing and may be left out (count_step instead). A batch is
  /// memory, too.
  bool has_memory() const { return has_memory_; }

  /// alpha_t of the next step.
  double step_size() const {
    return options_.decay == 0 ? options_.step_size
                               : options_.step_size / (1 + options_.decay * static_cast<double>(steps_));
  }

  /// alpha_t, if the next step is going to be just theta -= alpha_t g; 0 if it may be more than that.
  T plain_step() const { return has_memory_ || options_.clip_norm > 0 ? T(0) : static_cast<T>(step_size()); }

  /// One step, clipped over all the updates together. There is one update for each matrix; without memory, those
  /// without gradient may be left out. Returns whether weights have changed: within a batch they have not.
  bool step(const Kernels<T>& kernels, std::span<Update<T>> updates);

  /// A step in which there is nothing to change.
  void count_step() { ++steps_; }

  /// Call this before a matrix that was not read is read again. `trace` is the dense part of its gradients, if any.
  void apply_deferred(const Kernels<T>& kernels, Parameter<T>& parameter, const T* trace = nullptr) {
    std::visit([&](auto& rule) { rule.apply_deferred(kernels, parameter, trace); }, rule_);
  }

  /// A unit of the matrix has been reset: its age is 0.
  void unit_was_reset(Parameter<T>& parameter, std::size_t unit) const {
    std::visit([&](const auto& rule) { rule.unit_was_reset(parameter, unit); }, rule_);
  }

  void input_was_reset(Parameter<T>& parameter, std::size_t row) const {
    std::visit([&](const auto& rule) { rule.input_was_reset(parameter, row); }, rule_);
  }

  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("steps", self.steps_);
    visit("collected", self.collected_, Below{static_cast<std::size_t>(self.options_.batch)});
    visit("rule", self.rule_);
  }

 private:
  bool collect(const Kernels<T>& kernels, std::span<Update<T>> updates);
  void clip(const Kernels<T>& kernels, std::span<Update<T>> updates) const;

  OptimizerOptions options_;
  bool has_memory_;
  UpdateRule<T> rule_;
  std::int64_t steps_ = 0;
  std::int64_t collected_ = 0;  // of the present batch
  AlignedVector<T> ones_;
};

}  // namespace gvfn
