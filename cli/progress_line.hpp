#pragma once
// One line on the terminal that says how far a run is.

#include <string>
#include <vector>

#include "gvfn/experiment/run.hpp"
#include "status_line.hpp"

namespace gvfn::cli {

/// The values as a row of at most `width` bars, each a mean, the largest the highest.
std::string sparkline(const std::vector<double>& values, std::size_t width);

/// ` 43 %  1.91 M steps/s  0:03 left  rmsve 0.0231  ▇▅▃▂▁▁`
std::string progress_text(const Progress& progress);

/// Shows progress on standard error, where that is a terminal, at most ten times a second.
class ProgressLine {
 public:
  void show(const Progress& progress);
  /// Prints a line on standard output, above it.
  void print(const std::string& text);

 private:
  StatusLine line_;
  double last_shown_ = -1;
};

}  // namespace gvfn::cli
