#pragma once
// What a recurrent layer reads: the observation and the action as a vector of numbers.

#include <cstddef>
#include <span>

namespace gvfn {

/// x_{t+1} = [o_{t+1}, one bit for each action, of which a_t's is 1; the complement, 1 - all of these; a 1]. The bits,
/// the complement and the 1 are there only where they are asked for.
struct InputEncoder {
  std::size_t signals = 0;
  std::size_t action_bits = 0;
  bool complement = false;
  bool constant = false;

  std::size_t size() const { return (signals + action_bits) * (complement ? 2 : 1) + (constant ? 1 : 0); }

  template <class T>
  void write(std::size_t action, std::span<const float> observation, T* x) const {
    const std::size_t bits = signals + action_bits;
    T* const complements = complement ? x + bits : nullptr;
    const auto put = [&](std::size_t i, T value) {
      x[i] = value;
      if (complements) complements[i] = 1 - value;
    };
    for (std::size_t i = 0; i < signals; ++i) put(i, static_cast<T>(observation[i]));
    for (std::size_t a = 0; a < action_bits; ++a) put(signals + a, a == action ? T(1) : T(0));
    if (constant) x[size() - 1] = 1;
  }
};

}  // namespace gvfn
