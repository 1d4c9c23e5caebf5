#pragma once
// A memory of each signal at several time scales, beside the signal itself.

#include <span>
#include <vector>

namespace gvfn {

/// m_k += (x - m_k) / k for each signal x and each number of steps k: about the mean of its last k values. The first
/// value is taken as if it had always been there.
class InputTraces {
 public:
  InputTraces() = default;
  InputTraces(std::size_t signals, const std::vector<std::size_t>& steps);

  bool empty() const { return rates_.empty(); }
  /// The next signals are the first.
  void restart() { has_begun_ = false; }
  /// In: the signals. Out: behind them, those of the first k, then those of the next.
  void follow(std::span<float> inputs);

  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("values", self.values_);
    visit("has_begun", self.has_begun_);
  }

 private:
  std::vector<float> rates_;
  std::vector<float> values_;
  bool has_begun_ = false;
};

}  // namespace gvfn
