#include "gvfn/experiment/metrics.hpp"

#include <algorithm>
#include <cmath>

namespace gvfn {

Metrics::Metrics(std::int64_t steps, std::int64_t window, bool answers_exclude_each_other)
    : window_(window), tail_begins_(steps - steps / 5), answers_exclude_each_other_(answers_exclude_each_other) {
  if (tail_begins_ == steps) tail_begins_ = steps - 1;
  curve_.reserve(static_cast<std::size_t>(std::min<std::int64_t>(steps / window + 1, 1'000'000)));
}

double Metrics::add(std::span<const float> predictions, std::span<const float> truth) {
  double squares = 0;
  std::size_t predicted = 0;
  std::size_t right = 0;
  for (std::size_t k = 0; k < truth.size(); ++k) {
    const double error = static_cast<double>(predictions[k]) - static_cast<double>(truth[k]);
    squares += error * error;
    if (predictions[k] > predictions[predicted]) predicted = k;
    if (truth[k] > truth[right]) right = k;
  }
  const double rmsve = std::sqrt(squares / static_cast<double>(truth.size()));
  const double accurate = predicted == right ? 1 : 0;

  const auto count_in = [&](Mean& mean) {
    mean.rmsve += rmsve;
    mean.accurate += accurate;
    ++mean.count;
  };
  count_in(in_window_);
  if (step_ >= tail_begins_) count_in(in_tail_);
  ++step_;
  if (in_window_.count == window_) close_window();
  return rmsve;
}

void Metrics::close_window() {
  const auto count = static_cast<double>(in_window_.count);
  curve_.push_back({step_, in_window_.rmsve / count, in_window_.accurate / count});
  in_window_ = {};
}

Summary Metrics::summary() const {
  Summary summary{.curve = curve_};
  const auto count = static_cast<double>(std::max<std::int64_t>(1, in_tail_.count));
  summary.rmsve = in_tail_.rmsve / count;
  if (answers_exclude_each_other_) summary.accuracy = in_tail_.accurate / count;
  return summary;
}

}  // namespace gvfn
