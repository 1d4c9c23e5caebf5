#include "stream/season_finder.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace gvfn {

void SeasonFinder::add(double value) {
  ++count_;
  slow_mean_ += std::max(1 / static_cast<double>(count_), 1.0 / 1024) * (value - slow_mean_);
  const double x = value - slow_mean_;
  const auto newest = longest - 1 - static_cast<std::size_t>(count_ - 1) % longest;
  history_[newest] = history_[newest + longest] = x;
  const double* const past = history_.data() + newest;
  for (std::size_t l = 0; l < longest; ++l) sums_[l] = keep * sums_[l] + x * past[l];
  if (count_ < 32 || !std::has_single_bit(static_cast<std::uint64_t>(count_))) return;

  const auto r = correlations();
  struct Peak {
    std::size_t lag;
    double height;
  };
  std::vector<Peak> peaks;
  double lowest = 1;
  double highest = 0;
  for (std::size_t l = 1; l + 1 < r.size(); ++l) {
    lowest = std::min(lowest, r[l]);
    if (r[l] <= r[l - 1] || r[l] < r[l + 1] || r[l] < 0.15 || r[l] < lowest + 0.15) continue;
    peaks.push_back({l, r[l]});
    highest = std::max(highest, r[l]);
  }
  const auto first = std::ranges::find_if(peaks, [&](const Peak& peak) { return peak.height >= 0.95 * highest; });
  season_ = 0;
  if (first == peaks.end()) return;
  // Noise makes several peaks of one.
  const auto is_beyond = [&](const Peak& peak) { return peak.lag > first->lag + first->lag / 8; };
  season_ =
      std::ranges::max_element(first, std::ranges::find_if(first, peaks.end(), is_beyond), {}, &Peak::height)->lag;
}

std::vector<double> SeasonFinder::correlations() const {
  std::vector<double> r(std::min<std::size_t>(longest, static_cast<std::size_t>(count_) / 3 + 1));
  const auto mean = [&](std::size_t l) {
    return sums_[l] * (1 - keep) / (1 - std::pow(keep, static_cast<double>(count_) - static_cast<double>(l)));
  };
  const double variance = mean(0);
  if (!(variance > 0)) return {};
  for (std::size_t l = 0; l < r.size(); ++l) r[l] = mean(l) / variance;
  return r;
}

}  // namespace gvfn
