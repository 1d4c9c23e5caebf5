#pragma once
// How many steps the returns of a question have, by the continuations that were seen.

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "question/running_mean.hpp"

namespace gvfn {

/// H_t = 1 + gamma_{t+1} H_{t+1}, the discounted number of steps of a return. Its mean and mean square over t are found
/// forwards, from traces of the past: with d(t, k) the discount of step k in the return from t,
///   sum_t H_t   = sum_k z_k,           z_k = sum_t d(t, k)   = 1 + gamma_k z_{k-1}
///   sum_t H_t^2 = sum_k (y_k + 2 x_k), y_k = sum_t d(t, k)^2 = 1 + gamma_k^2 y_{k-1}, x_k = gamma_k (x_{k-1} +
///   y_{k-1}).
/// No gamma counts for more than 0.999.
struct RunningHorizon {
  static constexpr double largest = 0.999;

  std::int64_t count = 0;
  double lowest = 1;  // of the continuations
  double highest = 0;
  double last = 0;
  double z = 0;
  double y = 0;
  double x = 0;
  double mean = 0;
  double mean_square = 0;

  void add(double continuation) {
    x = last * (x + y);
    y = 1 + last * last * y;
    z = 1 + last * z;
    count = std::max<std::int64_t>(0, count) + 1;
    const double rate = std::max(1 / static_cast<double>(count), RunningMean::slowest);
    mean += rate * (z - mean);
    mean_square += rate * (y + 2 * x - mean_square);
    last = std::min(continuation, largest);
    lowest = std::min(lowest, last);
    highest = std::max(highest, last);
  }

  /// Where the continuation has always been the same, H is known from the first step on.
  bool is_constant() const { return lowest == highest; }
  double steps() const { return is_constant() ? 1 / (1 - last) : mean; }
  double deviation() const { return is_constant() ? 0 : std::sqrt(std::max(0.0, mean_square - mean * mean)); }

  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("count", self.count);
    visit("lowest", self.lowest);
    visit("highest", self.highest);
    visit("last", self.last);
    visit("z", self.z);
    visit("y", self.y);
    visit("x", self.x);
    visit("mean", self.mean);
    visit("mean_square", self.mean_square);
  }
};

}  // namespace gvfn
