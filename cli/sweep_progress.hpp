#pragma once
// How far a sweep is: one line on a terminal, a few lines in a log.

#include <string>

#include "gvfn/results/run_stored.hpp"
#include "status_line.hpp"

namespace gvfn::cli {

/// ` 43 %  430 of 1000 runs  12.3 runs/s  1.91 M steps/s  0:03 left  2 diverged`
std::string progress_text(const SweepProgress& progress);

/// On standard error: anew several times a second where that is a terminal, else a line for each tenth of the steps.
class SweepProgressLine {
 public:
  void show(const SweepProgress& progress);

 private:
  StatusLine line_;
  int tenths_ = 0;
};

}  // namespace gvfn::cli
