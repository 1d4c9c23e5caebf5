#pragma once
// ADAM for one weight, as Kingma and Ba write it.

#include <cmath>

#include "gvfn/learn/optimizer_options.hpp"

namespace gvfn {

/// Step by step: the oracle of deferred updates and of ages.
struct AdamByTheBook {
  OptimizerOptions options;
  double w = 0;
  double m = 0;
  double v = 0;
  int t = 0;

  double step(double g) {
    ++t;
    const double alpha = options.step_size / (1 + options.decay * (t - 1));
    m = options.beta1 * m + (1 - options.beta1) * g;
    v = options.beta2 * v + (1 - options.beta2) * g * g;
    const double m_hat = m / (1 - std::pow(options.beta1, t));
    const double v_hat = v / (1 - std::pow(options.beta2, t));
    return w -= alpha * m_hat / (std::sqrt(v_hat) + options.epsilon);
  }
};

}  // namespace gvfn
