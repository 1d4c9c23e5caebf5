#pragma once
// The short forms of a sweep: ranges of powers, and lists of seeds.

#include <cstdint>
#include <string_view>
#include <vector>

namespace gvfn {

/// Combinations times seeds, at most.
inline constexpr std::size_t most_runs = 1'000'000;

/// `0.1 * 1.5^(-10..5)` is 0.1 * 1.5^-10, ..., 0.1 * 1.5^5; `2^(-20..-1)`; `10^(-6..-2 step 2)`. To 14
/// significant digits. Throws InvalidInput.
std::vector<double> powers(std::string_view text);

/// `1-5, 8` is 1, 2, 3, 4, 5, 8. Throws InvalidInput.
std::vector<std::int64_t> seed_list(std::string_view text);

}  // namespace gvfn
