#include "sweep_progress.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

namespace gvfn::cli {
namespace {

/// Of all runs; those under way count by their steps.
double share_done(const SweepProgress& progress) {
  const double steps = progress.steps_done + progress.steps_left;
  const double of_missing = steps > 0 ? progress.steps_done / steps : 1;
  const auto total = static_cast<double>(progress.total);
  const auto begun_with = static_cast<double>(progress.begun_with);
  return total > 0 ? (begun_with + (total - begun_with) * of_missing) / total : 1;
}

}  // namespace

std::string progress_text(const SweepProgress& progress) {
  const double seconds = std::max(progress.seconds, 1e-9);
  const double steps_per_second = progress.steps_done / seconds;
  std::string text = fmt::format(
      "{:3.0f} %  {} of {} runs  {:.3g} runs/s  {}", 100 * share_done(progress), progress.done, progress.total,
      static_cast<double>(progress.done - progress.begun_with) / seconds, rate_text(steps_per_second));
  if (steps_per_second > 0) text += time_left_text(seconds, progress.steps_left / steps_per_second);
  if (progress.diverged > 0) text += fmt::format("  {} diverged", progress.diverged);
  return text;
}

void SweepProgressLine::show(const SweepProgress& progress) {
  if (line_.is_terminal()) return line_.write(progress_text(progress));
  const auto tenths = static_cast<int>(10 * share_done(progress));
  if (tenths > tenths_ && tenths < 10) std::fputs((progress_text(progress) + "\n").c_str(), stderr);
  tenths_ = std::max(tenths_, tenths);
}

}  // namespace gvfn::cli
