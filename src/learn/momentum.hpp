#pragma once
// Gradient descent with momentum.

#include "gvfn/learn/optimizer_options.hpp"
#include "network/parameter.hpp"

namespace gvfn {

/// v = momentum v + g,  theta -= alpha v.
template <class T>
class Momentum {
 public:
  explicit Momentum(const OptimizerOptions& options) : momentum_(static_cast<T>(options.momentum)) {}

  static constexpr bool has_memory = true;

  void make_room(const Kernels<T>&, Parameter<T>& parameter) const { parameter.first = parameter.zeros(); }
  void begin_step(double alpha) { alpha_ = static_cast<T>(alpha); }
  void step(const Kernels<T>& kernels, Parameter<T>& parameter, const Gradient<T>& gradient, bool) const {
    kernels.momentum(parameter.view(), parameter.first.data.data(), gradient, alpha_, momentum_);
  }
  void apply_deferred(const Kernels<T>&, Parameter<T>&, const T*) const {}
  void unit_was_reset(Parameter<T>&, std::size_t) const {}
  void input_was_reset(Parameter<T>&, std::size_t) const {}

  template <class Self, class Visit>
  static void fields(Self&, Visit&) {}

 private:
  T momentum_;
  T alpha_ = 0;
};

}  // namespace gvfn
