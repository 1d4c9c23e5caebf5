#include "question/signal_scaling.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "gvfn/base/invalid_input.hpp"

namespace gvfn {
namespace {

constexpr double deviations = 3;  // of an online signal, which are mapped to 1

bool has_range(const SignalInfo& signal) { return std::isfinite(signal.low) && std::isfinite(signal.high); }

bool is_small(const SignalInfo& signal) { return signal.low >= -1 && signal.high <= 1; }

}  // namespace

bool is_scaled(InputScaling scaling, const Vocabulary& vocabulary) {
  const auto& signals = vocabulary.signals;
  if (scaling == InputScaling::range)
    for (const auto& signal : signals)
      require(has_range(signal), fmt::format("agent.inputs = \"range\" needs the range of every signal, and \"{}\" has "
                                             "none; \"online\" needs no ranges",
                                             signal.name));
  if (scaling == InputScaling::automatic) return !std::ranges::all_of(signals, is_small);
  return scaling != InputScaling::raw;
}

SignalScaling::SignalScaling(InputScaling scaling, const Vocabulary& vocabulary) {
  constexpr float largest = std::numeric_limits<float>::max();
  for (const auto& [name, low, high, group] : vocabulary.signals) {
    require(!(low > high), fmt::format("the range of signal \"{}\" is from {} to {}", name, low, high));
    low_.push_back(std::max(-largest, static_cast<float>(low)));
    high_.push_back(std::min(largest, static_cast<float>(high)));
  }
  if (!is_scaled(scaling, vocabulary)) return;
  for (const auto& signal : vocabulary.signals) {
    const bool is_online = scaling == InputScaling::online || !has_range(signal);
    maps_.push_back(is_online ? Map{.is_online = true} : map_of(signal.low, signal.high));
  }
  if (std::ranges::all_of(maps_, &Map::is_identity)) maps_.clear();
}

/// A signal that is always the same becomes 0.
SignalScaling::Map SignalScaling::map_of(double low, double high) {
  if (low == high) return {.offset = low};
  return low < 0 ? Map{.offset = (low + high) / 2, .width = (high - low) / 2} : Map{.offset = low, .width = high - low};
}

SignalMemory SignalScaling::memory() const { return {std::vector<RunningMean>(maps_.size())}; }

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
    if (maps_[i].is_online) {
      auto& running = memory.signals[i];
      running.add(signal);
      const double relative = (signal - running.mean) / (deviations * running.deviation());
      inputs[i] = static_cast<float>(std::clamp(relative, -1.0, 1.0));
    } else {
      inputs[i] = static_cast<float>((signal - maps_[i].offset) / maps_[i].width);
    }
  }
}

double SignalScaling::unscaled(std::size_t signal, double input, const SignalMemory& memory) const {
  if (is_identity()) return input;
  const auto& [offset, width, is_online] = maps_[signal];
  if (!is_online) return offset + width * input;
  const auto& running = memory.signals[signal];
  return running.mean + deviations * running.deviation() * input;
}

}  // namespace gvfn
