#include "question/signal_scaling.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "gvfn/base/invalid_input.hpp"

namespace gvfn {
namespace {

constexpr double deviations = 3;  // of an online signal, which are mapped to 1

bool has_range(const SignalInfo& signal) { return std::isfinite(signal.low) && std::isfinite(signal.high); }

bool is_small(const SignalInfo& signal) { return signal.low >= -1 && signal.high <= 1; }

}  // namespace

InputScaling scaling_for(InputScaling scaling, const Vocabulary& vocabulary) {
  const auto& signals = vocabulary.signals;
  if (scaling == InputScaling::automatic) {
    if (std::ranges::all_of(signals, is_small)) return InputScaling::raw;
    return std::ranges::all_of(signals, has_range) ? InputScaling::range : InputScaling::online;
  }
  if (scaling == InputScaling::range)
    for (const auto& signal : signals)
      require(has_range(signal), fmt::format("agent.inputs = \"range\" needs the range of every signal, and \"{}\" has "
                                             "none; \"online\" needs no ranges",
                                             signal.name));
  return scaling;
}

SignalScaling::SignalScaling(InputScaling scaling, const Vocabulary& vocabulary) {
  constexpr float largest = std::numeric_limits<float>::max();
  for (const auto& [name, low, high, group] : vocabulary.signals) {
    require(!(low > high),
            fmt::format("the range of signal \"{}\" is from {} to {}: the lower bound comes first", name, low, high));
    low_.push_back(std::max(-largest, static_cast<float>(low)));
    high_.push_back(std::min(largest, static_cast<float>(high)));
  }
  const auto kind = scaling_for(scaling, vocabulary);
  is_online_ = kind == InputScaling::online && !vocabulary.signals.empty();
  if (kind != InputScaling::range) return;
  for (const auto& signal : vocabulary.signals) maps_.push_back(map_of(signal.low, signal.high));
  if (std::ranges::all_of(maps_, [](const Map& map) { return map.offset == 0 && map.width == 1; })) maps_.clear();
}

/// A signal that is always the same becomes 0.
SignalScaling::Map SignalScaling::map_of(double low, double high) {
  if (low == high) return {.offset = low};
  return low < 0 ? Map{.offset = (low + high) / 2, .width = (high - low) / 2} : Map{.offset = low, .width = high - low};
}

SignalMemory SignalScaling::memory() const { return {std::vector<RunningMean>(is_online_ ? low_.size() : 0)}; }

void SignalScaling::check(std::span<const float> observation, const Vocabulary& vocabulary) const {
  bool all_inside = true;
  for (std::size_t i = 0; i < observation.size(); ++i)
    all_inside = all_inside & (observation[i] >= low_[i]) & (observation[i] <= high_[i]);
  if (!all_inside) refuse(observation, vocabulary);
}

void SignalScaling::refuse(std::span<const float> observation, const Vocabulary& vocabulary) const {
  for (std::size_t i = 0; i < observation.size(); ++i) {
    const auto& [name, low, high, group] = vocabulary.signals[i];
    require(std::isfinite(observation[i]),
            fmt::format("signal \"{}\" is {}; signals must be finite numbers", name, observation[i]));
    require(observation[i] >= low_[i] && observation[i] <= high_[i],
            fmt::format("signal \"{}\" is {}, outside its declared range, {} to {}", name, observation[i], low, high));
  }
}

void SignalScaling::scale(std::span<const float> observation, SignalMemory& memory, std::span<float> inputs) const {
  for (std::size_t i = 0; i < observation.size(); ++i) {
    const auto signal = static_cast<double>(observation[i]);
    if (is_online_) {
      auto& running = memory.signals[i];
      running.add(signal);
      const double relative = (signal - running.mean) / (deviations * running.deviation());
      inputs[i] = static_cast<float>(std::clamp(relative, -1.0, 1.0));
    } else {
      inputs[i] = static_cast<float>((signal - maps_[i].offset) / maps_[i].width);
    }
  }
}

double SignalScaling::unscaled(std::size_t signal, double input) const {
  assert(!is_online_);
  return is_identity() ? input : maps_[signal].offset + maps_[signal].width * input;
}

}  // namespace gvfn
