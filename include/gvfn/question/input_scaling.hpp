#pragma once
// How signals in the user's units become inputs of a network, and outputs of its units become answers in those units.

#include <array>
#include <string_view>

#include "gvfn/question/vocabulary.hpp"

namespace gvfn {

/// raw: signals are inputs, and units give answers, as they are.
/// range: a signal's declared range is mapped to [0, 1], or to [-1, 1] if it has negative values. An answer whose
///   bounds follow from that is mapped by them to what its unit can give.
///   Answers without bounds are mapped by what their returns have been.
/// online: a signal is taken relative to its running mean and deviation: three deviations are mapped to [-1, 1], and
///   what lies beyond is cut off. All answers are mapped by what their returns have been.
/// automatic: raw where every signal is declared within [-1, 1] and the state's units can give every answer; else range
///   where every signal has a range; else online.
enum class InputScaling { automatic, raw, range, online };

inline constexpr std::array<std::string_view, 4> input_scaling_names{"auto", "raw", "range", "online"};

/// What `automatic` is for these signals, where units can give every answer. Throws InvalidInput where a range is asked
/// for that a signal does not have.
InputScaling scaling_for(InputScaling scaling, const Vocabulary& vocabulary);

}  // namespace gvfn
