#pragma once
// RMSProp: each weight's step is divided by the root mean square of its gradients.

#include "gvfn/learn/optimizer_options.hpp"
#include "network/parameter.hpp"

namespace gvfn {

/// q = decay q + (1 - decay) g^2,  theta -= alpha g / (sqrt(q) + epsilon).
template <class T>
class RmsProp {
 public:
  explicit RmsProp(const OptimizerOptions& options)
      : decay_(static_cast<T>(options.square_decay)), epsilon_(static_cast<T>(options.epsilon)) {}

  static constexpr bool has_memory = true;

  void make_room(const Kernels<T>&, Parameter<T>& parameter) const { parameter.first = parameter.zeros(); }
  void begin_step(double alpha) { alpha_ = static_cast<T>(alpha); }
  void step(const Kernels<T>& kernels, Parameter<T>& parameter, const Gradient<T>& gradient, bool) const {
    kernels.rmsprop(parameter.view(), parameter.first.data.data(), gradient, alpha_, decay_, epsilon_);
  }
  void apply_deferred(const Kernels<T>&, Parameter<T>&, const T*) const {}
  void unit_was_reset(Parameter<T>&, std::size_t) const {}
  void input_was_reset(Parameter<T>&, std::size_t) const {}

  template <class Self, class Visit>
  static void fields(Self&, Visit&) {}

 private:
  T decay_;
  T epsilon_;
  T alpha_ = 0;
};

}  // namespace gvfn
