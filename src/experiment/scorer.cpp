#include "experiment/scorer.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "gvfn/base/invalid_input.hpp"

namespace gvfn {

namespace {

/// For a run that ended before its last 20 %, since the stream did: of the windows that it has.
double mean_of_last_fifth(const std::vector<double>& curve) {
  const auto count = std::max<std::size_t>(1, curve.size() / 5);
  return std::accumulate(curve.end() - static_cast<std::ptrdiff_t>(count), curve.end(), 0.0) /
         static_cast<double>(count);
}

}  // namespace

Scorer::Scorer(std::int64_t steps, std::int64_t window, Score score)
    : window_(window), steps_(steps), tail_begins_(steps - steps / 5), score_(score) {
  require(score != Score::series || (window >= 2 && steps >= 2),
          "the error of a series is relative to its variance: run.window and run.steps are 2 or more");
  if (tail_begins_ == steps) tail_begins_ = steps - 1;
  const auto points = static_cast<std::size_t>(std::min<std::int64_t>(steps / window + 1, 1'000'000));
  summary_.steps.reserve(points);
  for (const auto name : metric_names(score)) summary_.metrics.push_back({.name = std::string(name)});
  for (auto& metric : summary_.metrics) metric.curve.reserve(points);
}

double Scorer::add(std::span<const float> predictions, std::span<const float> truth) {
  double squares = 0;
  std::size_t predicted = 0;
  std::size_t right = 0;
  float largest_prediction = predictions[0];
  float largest_truth = truth[0];
  for (std::size_t k = 0; k < truth.size(); ++k) {
    const double error = static_cast<double>(predictions[k]) - static_cast<double>(truth[k]);
    squares += error * error;
    // Chosen without branches, which nobody could predict.
    predicted = predictions[k] > largest_prediction ? k : predicted;
    largest_prediction = std::max(largest_prediction, predictions[k]);
    right = truth[k] > largest_truth ? k : right;
    largest_truth = std::max(largest_truth, truth[k]);
  }
  const double mean_square = squares / static_cast<double>(truth.size());
  const double error = std::sqrt(mean_square);
  const auto count_in = [&](Sums& sums) {
    ++sums.count;
    sums.root_errors += error;
    sums.accurate += predicted == right ? 1 : 0;
    sums.square_errors += mean_square;
    sums.truth += static_cast<double>(truth[0]);
    sums.truth_squares += static_cast<double>(truth[0]) * static_cast<double>(truth[0]);
  };
  count_in(in_window_);
  if (step_ >= tail_begins_) count_in(in_tail_);
  ++step_;
  if (in_window_.count == window_) close_window();
  return error;
}

double Scorer::nrmse(const Sums& sums) const {
  const auto count = static_cast<double>(sums.count);
  const double mean = sums.truth / count;
  return std::sqrt(sums.square_errors / count / (sums.truth_squares / count - mean * mean));
}

void Scorer::close_window() {
  const auto count = static_cast<double>(in_window_.count);
  summary_.steps.push_back(step_);
  for (auto& metric : summary_.metrics) {
    metric.curve.push_back(metric.name == "nrmse"      ? nrmse(in_window_)
                           : metric.name == "accuracy" ? in_window_.accurate / count
                                                       : in_window_.root_errors / count);
  }
  in_window_ = {};
}

bool Scorer::is_consistent() const {
  return summary_.steps.size() == static_cast<std::size_t>(step_ / window_) && in_window_.count == step_ % window_ &&
         std::ranges::all_of(summary_.metrics,
                             [&](const Metric& metric) { return metric.curve.size() == summary_.steps.size(); });
}

Summary Scorer::summary() const {
  if (score_ == Score::series) {
    auto closed = *this;
    if (summary_.steps.empty() && in_window_.count > 0) closed.close_window();
    auto& metric = closed.summary_.metrics.front();
    if (!metric.curve.empty()) metric.value = metric.curve.back();
    return closed.summary_;
  }
  auto summary = summary_;
  const bool is_complete = step_ == steps_;
  const auto& sums = is_complete ? in_tail_ : in_window_;
  const auto count = static_cast<double>(std::max<std::int64_t>(1, sums.count));
  for (auto& metric : summary.metrics) {
    metric.value = (metric.name == "accuracy" ? sums.accurate : sums.root_errors) / count;
    if (!is_complete && !metric.curve.empty()) metric.value = mean_of_last_fifth(metric.curve);
  }
  return summary;
}

}  // namespace gvfn
