#include "stream/late_regression.hpp"

#include <algorithm>
#include <numeric>

namespace gvfn {
namespace {

double product(const AlignedVector<double>& a, const AlignedVector<double>& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

}  // namespace

LateRegression::LateRegression(const Kernels<double>& kernels, std::size_t inputs,
                               const std::vector<std::size_t>& delays, double forgetting, double ridge)
    : kernels_(&kernels),
      delays_(delays),
      inverse_(first_inverse(inputs, ridge)),
      gain_(inputs, forgetting, ridge),
      ring_(1 + *std::ranges::max_element(delays)),
      past_inputs_(ring_.size(), AlignedVector<double>(padded<double>(inputs))),
      past_gains_(past_inputs_),
      weights_(delays.size(), past_inputs_.front()) {}

void LateRegression::take(std::span<const double> input) {
  ++taken_;
  ring_.move_on();
  auto& newest = past_inputs_[slot(0)];
  std::ranges::copy(input, newest.begin());
  std::ranges::copy(gain_.take(*kernels_, newest.data(), inverse_), past_gains_[slot(0)].begin());
}

void LateRegression::learn(std::size_t output, double target) {
  if (taken_ <= static_cast<std::int64_t>(delays_[output])) return;  // there was no input yet
  const auto& input = past_inputs_[slot(delays_[output])];
  const auto& gain = past_gains_[slot(delays_[output])];
  auto& weights = weights_[output];
  const double error = target - product(weights, input);
  for (std::size_t i = 0; i < weights.size(); ++i) weights[i] += gain[i] * error;
}

double LateRegression::predict(std::size_t output) const { return product(weights_[output], past_inputs_[slot(0)]); }

}  // namespace gvfn
