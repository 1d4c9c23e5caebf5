#pragma once
// ADAM (Kingma and Ba 2015), with lazy updates and an age for each unit.

#include "gvfn/learn/optimizer_options.hpp"
#include "network/parameter.hpp"

namespace gvfn {

/// m = beta1 m + (1 - beta1) g,  v = beta2 v + (1 - beta2) g^2,
/// theta -= alpha (m / (1 - beta1^t)) / (sqrt(v / (1 - beta2^t)) + epsilon),
/// where t is the age of the unit whose weight it is: the steps since it was made, or reset. What is kept are the sums
/// M = m / (1 - beta1) and V = v / (1 - beta2), in which the step is
///   theta -= n M / (a sqrt(V) + epsilon),  n = alpha (1 - beta1) / (1 - beta1^t),
///   a = sqrt((1 - beta2) / (1 - beta2^t)).
///
/// Lazy updates: ADAM moves all weights at every step, also those without gradient, which drift on by their mean. Over
/// k steps without gradient the moments only shrink, which two numbers a matrix keep track of, and the weights' part is
/// taken at once, when they are read. With M and V before the k steps, and n_i and a_i the numbers of the i-th one
/// times beta1^i and beta2^{i/2},
///   sum_i n_i M / (a_i sqrt(V) + epsilon)  =  N M / (A sqrt(V) + epsilon),  N = sum_i n_i,  A = N / sum_i (n_i / a_i),
/// exactly where epsilon is nothing beside sqrt(V), or all, and to 3e-5 of the drift in between, since no more steps
/// are deferred than make the a_i differ by 2 %. While units of a matrix have different ages, nothing is deferred.
template <class T>
class Adam {
 public:
  explicit Adam(const OptimizerOptions& options);

  static constexpr bool has_memory = true;

  void make_room(const Kernels<T>&, Parameter<T>& parameter);
  void begin_step(double alpha);
  /// `is_read`: are the weights read before the next step?
  void step(const Kernels<T>& kernels, Parameter<T>& parameter, const Gradient<T>& gradient, bool is_read);
  void apply_deferred(const Kernels<T>& kernels, Parameter<T>& parameter, const T* trace);
  void unit_was_reset(Parameter<T>& parameter, std::size_t unit) const;
  void input_was_reset(Parameter<T>&, std::size_t) const {}

  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("steps", self.steps_);
    visit("beta1_power", self.beta1_power_);
    visit("beta2_power", self.beta2_power_);
  }

 private:
  struct Numbers {
    double n = 0;
    double a = 0;
    Numbers after(double beta1_power, double root_beta2_power) const;
    bool operator==(const Numbers&) const = default;
  };
  Numbers numbers_at(double beta1_power, double beta2_power) const;
  void apply(const Kernels<T>& kernels, Parameter<T>& parameter, const Gradient<T>& gradient);
  void defer(const Kernels<T>& kernels, Parameter<T>& parameter);
  void drift(const Kernels<T>& kernels, Parameter<T>& parameter);
  /// Writes what the kernels ask for, by column: n / a and epsilon / a, after some steps without gradient.
  void spread(Parameter<T>& parameter, double beta1_power, double root_beta2_power);
  void spread(Numbers numbers);

  double beta1_;
  double beta2_;
  double root_beta2_;
  double epsilon_;
  std::int64_t steps_ = 0;
  double beta1_power_ = 1;  // beta1^t
  double beta2_power_ = 1;

  // Scratch.
  double alpha_ = 0;
  Numbers numbers_{};  // of a unit as old as the rule
  AlignedVector<T> by_step_;
  AlignedVector<T> by_epsilon_;
  Numbers in_all_columns_;  // what they were last filled with; n = 0: columns differ
};

}  // namespace gvfn
