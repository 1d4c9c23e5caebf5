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

SignalScaling::SignalScaling(InputScaling scaling, const Vocabulary& vocabulary)
    : vocabulary_(vocabulary), kind_(scaling_for(scaling, vocabulary)) {
  constexpr float largest = std::numeric_limits<float>::max();
  for (const auto& [name, low, high, group] : vocabulary.signals) {
    require(!(low > high), fmt::format("the range of signal \"{}\" is from {} to {}", name, low, high));
    low_.push_back(std::max(-largest, static_cast<float>(low)));
    high_.push_back(std::min(largest, static_cast<float>(high)));
    if (kind_ != InputScaling::range) continue;
    require(low < high, fmt::format("signal \"{}\" is always {}, so it cannot be scaled by its range", name, low));
    maps_.push_back(low < 0 ? Map{(low + high) / 2, (high - low) / 2} : Map{low, high - low});
    if (maps_.back().offset != 0 || maps_.back().width != 1) is_identity_ = false;
  }
  if (kind_ == InputScaling::online) is_identity_ = false;
}

SignalMemory SignalScaling::memory() const {
  return {std::vector<RunningMean>(kind_ == InputScaling::online ? low_.size() : 0)};
}

void SignalScaling::check(std::span<const float> observation) const {
  bool all_inside = true;
  for (std::size_t i = 0; i < observation.size(); ++i)
    all_inside = all_inside & (observation[i] >= low_[i]) & (observation[i] <= high_[i]);
  if (!all_inside) refuse(observation);
}

void SignalScaling::refuse(std::span<const float> observation) const {
  for (std::size_t i = 0; i < observation.size(); ++i) {
    const auto& [name, low, high, group] = vocabulary_.signals[i];
    require(std::isfinite(observation[i]),
            fmt::format("signal \"{}\" is {}; signals must be finite numbers", name, observation[i]));
    require(observation[i] >= low_[i] && observation[i] <= high_[i],
            fmt::format("signal \"{}\" is {}, outside its declared range, {} to {}", name, observation[i], low, high));
  }
}

void SignalScaling::scale(std::span<const float> observation, SignalMemory& memory, std::span<float> inputs) const {
  for (std::size_t i = 0; i < observation.size(); ++i) {
    const auto signal = static_cast<double>(observation[i]);
    if (kind_ == InputScaling::online) {
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
  if (is_identity_) return input;
  if (kind_ == InputScaling::range) return maps_[signal].offset + maps_[signal].width * input;
  const auto& running = memory.signals[signal];
  return running.mean + deviations * running.deviation() * input;
}

}  // namespace gvfn
