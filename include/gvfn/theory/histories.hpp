#pragma once
// What an agent can know of a finite world: not its state, but the history of what was done and seen.

#include <cstddef>
#include <span>
#include <vector>

#include "gvfn/world/finite.hpp"

namespace gvfn {

/// One input of a history: an action, and what was seen after it.
struct HistoryInput {
  std::size_t action;
  std::size_t seen;  // a state of the world in Histories::model that looks like that
};

/// All histories in a finite world, cut to their last `length` inputs. In `model` a state of the world is one of the
/// original world together with the history that led there. A history begins with copies of the first observation, and
/// action 0, as the window of an agent does.
struct Histories {
  FiniteModel model = {};
  std::size_t length = 0;
  std::vector<std::size_t> history_of = {};  // of each state of the model's world
  std::vector<HistoryInput> inputs = {};     // of history after history, each with the oldest input first

  std::size_t size() const { return inputs.size() / length; }
  std::span<const HistoryInput> operator[](std::size_t history) const {
    return std::span(inputs).subspan(history * length, length);
  }
};

inline constexpr std::size_t most_histories = 1'000'000;

/// Throws InvalidInput for a length of 0, and where a state and its history can be together in more than most_histories
/// ways.
Histories histories_of(const FiniteModel& model, std::size_t length);

}  // namespace gvfn
