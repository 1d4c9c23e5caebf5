#include "stream/mixture.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace gvfn {

Mixture::Mixture(std::size_t experts)
    : largest_(experts), squares_(experts), losses_(experts), weights_(experts, 1 / static_cast<double>(experts)) {}

double Mixture::mix(std::span<const double> forecasts) const {
  return std::inner_product(weights_.begin(), weights_.end(), forecasts.begin(), 0.0);
}

void Mixture::learn(std::span<const double> forecasts, double mixture, double outcome) {
  const std::size_t n = weights_.size();
  const double log_experts = std::log(static_cast<double>(n));
  // First ln w_k, but for a constant; an expert that never differed from the mixture has an infinite eta.
  double highest = -std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < n; ++k) {
    const double r = std::clamp(2 * (mixture - outcome) * (forecasts[k] - mixture), -1e100, 1e100);
    largest_[k] = std::max(keep * largest_[k], std::abs(r));
    squares_[k] = keep * squares_[k] + r * r;
    losses_[k] *= keep;
    const double eta = std::min(1 / (2 * largest_[k]), std::sqrt(log_experts / squares_[k]));
    if (!std::isfinite(eta)) {
      weights_[k] = std::numeric_limits<double>::infinity();
      continue;
    }
    losses_[k] += r + eta * r * r;
    weights_[k] = std::log(eta) - eta * losses_[k];
    highest = std::max(highest, weights_[k]);
  }
  if (!std::isfinite(highest)) {  // nobody has differed so far
    std::ranges::fill(weights_, 1 / static_cast<double>(n));
    return;
  }
  double sum = 0;
  for (auto& weight : weights_) sum += weight = std::exp(std::min(weight, highest) - highest);
  for (auto& weight : weights_) weight /= sum;
}

}  // namespace gvfn
