#include "gvfn/world/series_world.hpp"

#include <cmath>

namespace gvfn {

void MackeyGlass::advance() {
  constexpr double alpha = 0.2;
  constexpr double beta = 0.1;
  constexpr double step = 0.1;
  for (int i = 0; i < 10; ++i) {
    const double delayed = past_[oldest_];
    past_[oldest_] = y_;
    oldest_ = (oldest_ + 1) % delay;
    y_ += step * (alpha * delayed / (1 + std::pow(delayed, 10)) - beta * y_);
  }
}

double Mso::value() const {
  return std::sin(0.2 * t_) + std::sin(0.311 * t_) + std::sin(0.42 * t_) + std::sin(0.51 * t_);
}

}  // namespace gvfn
