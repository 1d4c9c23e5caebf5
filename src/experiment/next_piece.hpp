#pragma once
// How many steps a run makes between two looks at the clock, when it is asked whether to go on.

#include <algorithm>
#include <cstdint>

namespace gvfn {

/// After a piece of so many steps that took so many seconds. It begins with one step, since nobody knows how long that
/// takes, and doubles while pieces are short. After a long one it is as short as that one says it has to be, at once:
/// a step may be as slow as it likes, and then each of them is followed by a look.
inline std::int64_t next_piece(std::int64_t steps, double seconds) {
  constexpr double shortest = 0.02;
  constexpr double longest = 0.1;
  constexpr std::int64_t most_steps = 8192;
  if (seconds < shortest) return std::min(2 * steps, most_steps);
  if (seconds > longest)
    return std::max<std::int64_t>(1, static_cast<std::int64_t>(static_cast<double>(steps) * longest / seconds));
  return steps;
}

}  // namespace gvfn
