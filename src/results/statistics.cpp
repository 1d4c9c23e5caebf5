#include "gvfn/results/statistics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "gvfn/base/random.hpp"

namespace gvfn {
namespace {

constexpr std::size_t resamples = 2'000;

double mean_of(std::span<const double> values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

/// The standard deviation of the runs, over the root of their number.
double standard_error_of(std::span<const double> values, double mean) {
  if (values.size() < 2) return unknown;
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  const auto n = static_cast<double>(values.size());
  return std::sqrt(squares / (n - 1) / n);
}

double median_of(std::vector<double> values) {
  std::ranges::sort(values);
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

std::pair<double, double> bootstrap(std::span<const double> values) {
  if (values.size() < 2) return {unknown, unknown};
  Random random(1);
  std::vector<double> means(resamples);
  for (auto& mean : means) {
    double sum = 0;
    for (std::size_t i = 0; i < values.size(); ++i) sum += values[random.below(values.size())];
    mean = sum / static_cast<double>(values.size());
  }
  const auto at = [&](double share) {
    const auto k = means.begin() + static_cast<std::ptrdiff_t>(share * (resamples - 1));
    std::ranges::nth_element(means, k);
    return *k;
  };
  return {at(0.025), at(0.975)};
}

}  // namespace

Statistics statistics(std::span<const double> values, std::size_t diverged) {
  std::vector<double> finite;
  for (const double value : values)
    if (std::isfinite(value)) finite.push_back(value);
  Statistics result{.runs = values.size() + diverged, .diverged = diverged, .unscored = values.size() - finite.size()};
  if (finite.empty()) {
    result.mean = result.standard_error = result.median = result.low = result.high = unknown;
    return result;
  }
  result.mean = mean_of(finite);
  result.standard_error = standard_error_of(finite, result.mean);
  result.median = median_of(finite);
  std::tie(result.low, result.high) = bootstrap(finite);
  return result;
}

bool is_better(const Statistics& a, const Statistics& b) {
  const auto share = [](const Statistics& s) {
    return s.runs == 0 ? 1.0 : static_cast<double>(s.runs - s.scored()) / static_cast<double>(s.runs);
  };
  return share(a) != share(b) ? share(a) < share(b) : a.mean < b.mean;
}

MeanCurve mean_curve(const std::vector<std::span<const double>>& curves) {
  MeanCurve result;
  if (curves.empty()) return result;
  const auto shortest = std::ranges::min_element(curves, {}, &std::span<const double>::size)->size();
  std::vector<double> column(curves.size());
  for (std::size_t i = 0; i < shortest; ++i) {
    for (std::size_t c = 0; c < curves.size(); ++c) column[c] = curves[c][i];
    result.mean.push_back(mean_of(column));
    result.standard_error.push_back(standard_error_of(column, result.mean.back()));
  }
  return result;
}

std::string number_text(double value) { return std::isnan(value) ? "-" : fmt::format("{:.4g}", value); }

}  // namespace gvfn
