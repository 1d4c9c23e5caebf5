#pragma once
// Mean and deviation of a stream of numbers.

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace gvfn {

/// Of all numbers so far, and from the 10,000th on of about the last 10,000.
struct RunningMean {
  static constexpr double slowest = 1e-4;

  std::int64_t count = 0;
  double mean = 0;
  double variance = 0;

  void add(double number) {
    count = std::max<std::int64_t>(0, count) + 1;
    const double rate = std::max(1 / static_cast<double>(count), slowest);
    const double difference = number - mean;
    mean += rate * difference;
    variance += rate * (difference * (number - mean) - variance);
  }

  /// Of a stream that does not vary, or has just begun, a small part of its size, so that nothing is divided by 0.
  double deviation() const { return std::max({std::sqrt(variance), 1e-6 * std::abs(mean), 1e-30}); }

  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("count", self.count);
    visit("mean", self.mean);
    visit("variance", self.variance);
  }
};

}  // namespace gvfn
