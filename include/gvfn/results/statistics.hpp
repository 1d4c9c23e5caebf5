#pragma once
// What several runs of one setting say together.

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace gvfn {

/// Of the runs that have a score; the others are counted.
struct Statistics {
  std::size_t runs = 0;  // all of them
  std::size_t diverged = 0;
  std::size_t unscored = 0;  // did not diverge, but nothing could be scored in them
  double mean = 0;           // not a number where no run has a score
  double standard_error = 0;
  double median = 0;
  double low = 0;  // of the 95 % bootstrap confidence interval of the mean
  double high = 0;

  std::size_t scored() const { return runs - diverged - unscored; }
};

/// Of the values of the runs that did not diverge. One that is not finite is no score. The bootstrap is 2,000
/// resamples, the same ones every time.
Statistics statistics(std::span<const double> values, std::size_t diverged = 0);

/// Is a setting with these statistics better to choose? One run more without a score is worse than any error.
bool is_better(const Statistics& a, const Statistics& b);

/// Mean and standard error over runs of each point of their curves, as far as all of them go.
struct MeanCurve {
  std::vector<double> mean;
  std::vector<double> standard_error;
};
MeanCurve mean_curve(const std::vector<std::span<const double>>& curves);

/// A mean or an error in a table: four digits, or a dash for what is no number.
std::string number_text(double value);

}  // namespace gvfn
