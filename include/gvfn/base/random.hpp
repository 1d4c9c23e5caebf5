#pragma once
// A small random generator whose numbers are the same on every machine and with every standard library.

#include <array>
#include <cstdint>

namespace gvfn {

/// What random numbers are for: each use of a seed has a stream of its own.
enum class Stream : std::uint64_t {
  run = 0,
  state_weights = 1,
  head_weights = 2,
  state_noise = 7,
  uoro = 8,
  kf_rtrl = 9,
  head_noise = 10,
  discovery = 11,
};

/// xoshiro256++ (Blackman and Vigna), seeded through splitmix64. Every pair of seed and stream gives numbers of its
/// own.
class Random {
 public:
  explicit Random(std::uint64_t seed, Stream stream = Stream::run) {
    std::uint64_t mix = scramble(seed) ^ scramble(~static_cast<std::uint64_t>(stream));
    for (auto& word : state_) word = scramble(mix += 0x9e3779b97f4a7c15ULL);
  }

  std::uint64_t next() {
    const std::uint64_t result = rotate(state_[0] + state_[3], 23) + state_[0];
    const std::uint64_t shifted = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = rotate(state_[3], 45);
    return result;
  }

  /// Uniform in [0, 1).
  double uniform() { return static_cast<double>(next() >> 11) * 0x1p-53; }

  /// Uniform in [low, high).
  double uniform(double low, double high) { return low + (high - low) * uniform(); }

  /// Uniform in {0, ..., n-1}.
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(uniform() * static_cast<double>(n)); }

  /// Normal with mean 0 and standard deviation 1 (Box-Muller, one value a call).
  double normal();

  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("state", self.state_);
  }

 private:
  static std::uint64_t scramble(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
  }
  static std::uint64_t rotate(std::uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }

  std::array<std::uint64_t, 4> state_{};
};

}  // namespace gvfn
