#pragma once
// The worlds, as one closed set. Every one passes the conformance suite in tests/world/world_test.cpp.

#include <array>
#include <concepts>
#include <string_view>
#include <variant>

#include "gvfn/world/compass_world.hpp"
#include "gvfn/world/cycle_world.hpp"
#include "gvfn/world/ring_world.hpp"
#include "gvfn/world/series_world.hpp"

namespace gvfn {

/// A world gives observations, behaves, and knows the true answers to what it asks. It is a value: a copy
/// goes its own way.
template <class W>
concept WorldLike = std::copyable<W> && requires(W world, const W seen, Random& random, std::span<float> answers) {
  { W::vocabulary() } -> std::same_as<Vocabulary>;
  { seen.evaluation() } -> std::same_as<Evaluation>;
  world.reset(random);
  world.act(std::size_t{});
  { seen.observation() } -> std::same_as<std::span<const float>>;
  { world.behave(random) } -> std::same_as<Action>;
  seen.true_answers(answers);
};
static_assert(WorldLike<CompassWorld> && WorldLike<RingWorld> && WorldLike<CycleWorld> &&
              WorldLike<SeriesWorld<MackeyGlass>> && WorldLike<SeriesWorld<Mso>>);

using World = std::variant<CompassWorld, RingWorld, CycleWorld, SeriesWorld<MackeyGlass>, SeriesWorld<Mso>>;

inline constexpr std::array<std::string_view, 5> world_names{"compass-world", "ring-world", "cycle-world",
                                                             "mackey-glass", "mso"};

}  // namespace gvfn
