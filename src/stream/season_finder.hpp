#pragma once
// The season of a series, found by its autocorrelation.

#include <cstddef>
#include <cstdint>
#include <vector>

namespace gvfn {

/// The autocorrelation of the series without its slow mean,
///   r_l = sum x_t x_{t-l} / (sum x_t^2), each by the number of its terms,
/// in which old values count less (`keep`). The season is looked for anew whenever the number of values has doubled: it
/// is the shortest lag at which r_l has a peak, above 0.15 and by 0.15 higher than what is before it, that is at most
/// 5 % lower than the highest one. Three seasons must have been seen.
class SeasonFinder {
 public:
  static constexpr std::size_t longest = 2048;
  static constexpr double keep = 1 - 1.0 / 50'000;

  SeasonFinder() : history_(2 * longest), sums_(longest) {}

  void add(double value);
  /// 0: none has been found.
  std::size_t season() const { return season_; }

  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("count", self.count_);
    visit("slow_mean", self.slow_mean_);
    visit("history", self.history_);
    visit("sums", self.sums_);
    visit("season", self.season_);
  }

 private:
  std::vector<double> correlations() const;

  std::int64_t count_ = 0;
  double slow_mean_ = 0;
  std::vector<double> history_;  // x_t, x_{t-1}, ... from newest_ on; twice, so that it is one row
  std::vector<double> sums_;
  std::size_t season_ = 0;
};

}  // namespace gvfn
