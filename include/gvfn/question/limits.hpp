#pragma once
// How much may be asked. More is refused before anything is made of it, since a small file can ask for more than any
// machine has: families, events and lists of predictions multiply.

#include <cstddef>

namespace gvfn {

inline constexpr std::size_t most_signals = 100'000;
inline constexpr std::size_t most_actions = 10'000;
/// Of a file, of tests or of forecasts.
inline constexpr std::size_t most_questions = 100'000;

/// Letters are bytes.
inline constexpr std::size_t longest_name = 10'000;
/// Of a file, with its placeholders filled in.
inline constexpr std::size_t longest_text = 100'000;

// Of all questions together:

/// Conditions of events, predictions that cumulants are made of, and probabilities that policies name.
inline constexpr std::size_t most_terms = 1'000'000;
/// Of all the names in them.
inline constexpr std::size_t most_letters = 100'000'000;
/// A table has, for each question that has a policy of its own, the probability of every action.
inline constexpr std::size_t most_target_probs = 10'000'000;

/// Of a world file: its states times its signals and actions.
inline constexpr std::size_t most_state_numbers = 20'000'000;

}  // namespace gvfn
