#pragma once
// Stochastic gradient descent.

#include <algorithm>
#include <cassert>

#include "gvfn/learn/optimizer_options.hpp"
#include "network/parameter.hpp"

namespace gvfn {

/// theta -= alpha g.
///
/// Lazy updates: the gradient of a trace is a matrix E whose columns get other weights at every step, and E stays as
/// it is while its weights are not read. So for weights that nobody reads before they are used again, the columns'
/// weights are summed up, and E is added once.
template <class T>
class Sgd {
 public:
  explicit Sgd(const OptimizerOptions&) {}

  /// A step without gradient changes nothing, and may be left out.
  static constexpr bool has_memory = false;

  void make_room(const Kernels<T>&, Parameter<T>& parameter) const {
    parameter.deferred_trace.columns.resize(parameter.column_count());
  }
  void begin_step(double alpha) { alpha_ = static_cast<T>(alpha); }

  /// `is_read`: are the weights read before the next step?
  void step(const Kernels<T>& kernels, Parameter<T>& parameter, const Gradient<T>& gradient, bool is_read) const {
    if (is_read || !gradient.factors.empty()) return kernels.sgd(parameter.view(), gradient, alpha_);
    if (!gradient.dense) return;
    auto& deferred = parameter.deferred_trace;
    const T step = alpha_ * gradient.scale;
    for (std::size_t u = 0; u < deferred.columns.size(); ++u) deferred.columns[u] += step * gradient.weight[u];
    deferred.has_columns = true;
  }

  /// `trace` is E.
  void apply_deferred(const Kernels<T>& kernels, Parameter<T>& parameter, const T* trace) const {
    auto& deferred = parameter.deferred_trace;
    if (!deferred.has_columns) return;
    assert(trace);
    kernels.sgd(parameter.view(), {.dense = trace, .weight = deferred.columns.data()}, 1);
    std::ranges::fill(deferred.columns, T(0));
    deferred.has_columns = false;
  }

  void unit_was_reset(Parameter<T>&, std::size_t) const {}
  void input_was_reset(Parameter<T>&, std::size_t) const {}

  template <class Self, class Visit>
  static void fields(Self&, Visit&) {}

 private:
  T alpha_ = 0;
};

}  // namespace gvfn
