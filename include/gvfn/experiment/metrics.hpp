#pragma once
// How well an agent predicts: root mean squared value error and accuracy, over windows and over the end of a run.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace gvfn {

/// Means over one window of steps.
struct CurvePoint {
  std::int64_t step;  // the window's last
  double rmsve;
  double accuracy;
};

struct Summary {
  double rmsve = 0;                     // mean over the last 20 % of the steps
  std::optional<double> accuracy = {};  // the same; where the answers exclude each other
  std::vector<CurvePoint> curve = {};
};

/// The RMSVE of a step is sqrt(mean over the outputs of (prediction - truth)^2); it is accurate if the largest
/// prediction is that of the largest true answer.
class Metrics {
 public:
  Metrics(std::int64_t steps, std::int64_t window, bool answers_exclude_each_other);

  /// Returns the step's RMSVE.
  double add(std::span<const float> predictions, std::span<const float> truth);

  const std::vector<CurvePoint>& curve() const { return curve_; }
  Summary summary() const;

 private:
  struct Mean {
    double rmsve = 0;
    double accurate = 0;
    std::int64_t count = 0;
  };
  void close_window();

  std::int64_t window_;
  std::int64_t tail_begins_;
  bool answers_exclude_each_other_;
  std::int64_t step_ = 0;
  Mean in_window_;
  Mean in_tail_;
  std::vector<CurvePoint> curve_;
};

}  // namespace gvfn
