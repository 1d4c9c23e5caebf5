#include "network/input_traces.hpp"

#include <algorithm>

namespace gvfn {

InputTraces::InputTraces(std::size_t signals, const std::vector<std::size_t>& steps) : values_(signals * steps.size()) {
  for (const auto k : steps) rates_.push_back(1 / static_cast<float>(k));
}

void InputTraces::follow(std::span<float> inputs) {
  if (rates_.empty()) return;
  const std::size_t signals = values_.size() / rates_.size();
  for (std::size_t k = 0; k < rates_.size(); ++k)
    for (std::size_t i = 0; i < signals; ++i) {
      auto& value = values_[k * signals + i];
      value = has_begun_ ? value + rates_[k] * (inputs[i] - value) : inputs[i];
    }
  has_begun_ = true;
  std::ranges::copy(values_, inputs.begin() + static_cast<std::ptrdiff_t>(signals));
}

}  // namespace gvfn
