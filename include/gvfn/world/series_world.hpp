#pragma once
// A time series as a world: nothing can be done in it, and what is asked is its value some steps ahead.

#include <array>
#include <span>
#include <vector>

#include "gvfn/base/option.hpp"
#include "gvfn/world/world.hpp"

namespace gvfn {

struct SeriesOptions {
  std::size_t horizon = 12;

  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("horizon", self.horizon, Option::number(1, 10'000, "Number of steps ahead that the series is predicted"));
  }
};

/// A Series has value() and advance(), and begins where it is made. One signal, y.
template <class Series>
class SeriesWorld {
 public:
  explicit SeriesWorld(SeriesOptions options = {}) : coming_((check_options(options, "world."), options.horizon + 1)) {
    Random unused(0);
    reset(unused);
  }

  static Vocabulary vocabulary() { return {{{"y"}}, {}}; }
  Evaluation evaluation() const {
    return {.forecasts = {{.signal = 0, .steps = coming_.size() - 1, .scale = 1}}, .score = Score::series};
  }

  /// To the beginning, which is always the same.
  void reset(Random&) {
    series_ = {};
    first_ = 0;
    for (auto& value : coming_) value = next();
    observation_ = {coming_[0]};
  }
  Outcome act(std::size_t, Random&) {
    coming_[first_] = next();
    first_ = (first_ + 1) % coming_.size();
    observation_ = {coming_[first_]};
    return Outcome::goes_on;
  }
  std::span<const float> observation() const { return observation_; }
  void true_answers(std::span<float> answers) const {
    answers[0] = coming_[(first_ + coming_.size() - 1) % coming_.size()];
  }

  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("series", self.series_);
    visit("coming", self.coming_);
    visit("first", self.first_, Below{self.coming_.size()});
    visit("observation", self.observation_);
  }

 private:
  float next() {
    const auto value = static_cast<float>(series_.value());
    series_.advance();
    return value;
  }

  Series series_;
  std::vector<float> coming_;  // a ring: y(t), ..., y(t + horizon)
  std::size_t first_ = 0;
  std::array<float, 1> observation_{};
};

/// The paper's section 9: y' = 0.2 y(t - 17) / (1 + y(t - 17)^10) - 0.1 y, by ten Euler steps of 0.1 for each value,
/// from y(0) = 1.2 and y = 0 before that.
class MackeyGlass {
 public:
  double value() const { return y_; }
  void advance();

  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("y", self.y_);
    visit("past", self.past_);
    visit("oldest", self.oldest_, Below{delay});
  }

 private:
  static constexpr std::size_t delay = 170;  // Euler steps
  double y_ = 1.2;
  std::array<double, delay> past_{};
  std::size_t oldest_ = 0;
};

/// The paper's multiple superimposed oscillators: sin(0.2 t) + sin(0.311 t) + sin(0.42 t) + sin(0.51 t), t = 1, 2, ...
class Mso {
 public:
  double value() const;
  void advance() { ++t_; }

  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("t", self.t_);
  }

 private:
  double t_ = 1;
};

}  // namespace gvfn
