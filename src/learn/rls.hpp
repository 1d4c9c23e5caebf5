#pragma once
// Recursive least squares as the rule of a head.

#include <algorithm>
#include <optional>

#include "gvfn/learn/optimizer_options.hpp"
#include "learn/least_squares.hpp"
#include "network/parameter.hpp"

namespace gvfn {

/// W -= alpha k delta', with the gain k of the input (learn/least_squares.hpp) in the place of the input itself. With
/// delta = l (prediction - target) and alpha = 1 / l these are the least squares of the targets; a target that holds a
/// prediction is taken as it was. For a matrix whose gradient is one outer product.
template <class T>
class Rls {
 public:
  explicit Rls(const OptimizerOptions& options) : forgetting_(options.forgetting), ridge_(options.ridge) {}

  static constexpr bool has_memory = false;

  void make_room(const Kernels<T>& kernels, Parameter<T>& parameter) {
    wide_ = &gvfn::kernels<double>(kernels.instruction_set);
    parameter.inverse = first_inverse(parameter.rows, ridge_);
    gain_.emplace(parameter.rows, forgetting_, ridge_);
    input_.resize(padded<double>(parameter.rows));
    features_.resize(padded<T>(parameter.rows));
  }
  void begin_step(double alpha) { alpha_ = static_cast<T>(alpha); }
  void step(const Kernels<T>& kernels, Parameter<T>& parameter, const Gradient<T>& gradient, bool) {
    if (gradient.has_no_terms()) return;
    const auto& [features, delta] = gradient.factors.front();
    std::copy_n(features, parameter.rows, input_.data());
    const auto gain = gain_->take(*wide_, input_.data(), parameter.inverse);
    std::ranges::transform(gain, features_.begin(), [](double k) { return static_cast<T>(k); });
    const Factor<T> step{features_.data(), delta};
    kernels.sgd(parameter.view(), {.factors = std::span(&step, 1), .scale = gradient.scale}, alpha_);
  }
  void apply_deferred(const Kernels<T>&, Parameter<T>&, const T*) const {}
  void unit_was_reset(Parameter<T>&, std::size_t) const {}
  /// What the row's weights read has nothing to do with what it was.
  void input_was_reset(Parameter<T>& parameter, std::size_t row) const {
    auto& inverse = parameter.inverse;
    for (std::size_t i = 0; i < inverse.rows; ++i) inverse.at(i, row) = inverse.at(row, i) = 0;
    inverse.at(row, row) = 1 / ridge_;
  }

  template <class Self, class Visit>
  static void fields(Self&, Visit&) {}

 private:
  double forgetting_;
  double ridge_;
  T alpha_ = 0;
  const Kernels<double>* wide_ = nullptr;  // of the same instruction set: P is in double
  std::optional<LeastSquaresGain> gain_;   // scratch, as the rest
  AlignedVector<double> input_;
  AlignedVector<T> features_;
};

}  // namespace gvfn
