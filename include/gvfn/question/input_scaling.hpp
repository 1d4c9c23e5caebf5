#pragma once
// How signals in the user's units become inputs of a network, and outputs of its units become answers in those units.

#include <array>
#include <string_view>

#include "gvfn/question/vocabulary.hpp"

namespace gvfn {

/// raw: signals are inputs, and units give answers, as they are.
/// range: a signal's declared range is mapped to [0, 1], or to [-1, 1] if it has negative values.
/// online: a signal is taken relative to its running mean and deviation: three deviations are mapped to [-1, 1], and
///   what lies beyond is cut off.
/// automatic: raw where every signal is declared within [-1, 1]; else a signal is scaled by its declared range, and
///   online if it has none.
/// Where signals are scaled, so are answers. An answer whose bounds are known is mapped to what its unit can give by
/// those; any other by its running mean and deviation.
enum class InputScaling { automatic, raw, range, online };

inline constexpr std::array<std::string_view, 4> input_scaling_names{"auto", "raw", "range", "online"};

/// Are these signals scaled? Throws InvalidInput where a range is asked for that a signal does not have.
bool is_scaled(InputScaling scaling, const Vocabulary& vocabulary);

}  // namespace gvfn
