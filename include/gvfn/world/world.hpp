#pragma once
// What a world is: it gives observations, and takes actions. How the agent behaves in it (behaviour.hpp), and what the
// true answers to questions are, stand beside it. docs/worlds.md shows how to write one.

#include <concepts>
#include <span>

#include "gvfn/base/random.hpp"
#include "gvfn/question/vocabulary.hpp"
#include "gvfn/world/evaluation.hpp"

namespace gvfn {

/// What an action led to. Where an episode ends, no question looks further than the last observation, and the world is
/// reset; where a stream ends, there is nothing more to learn from.
enum class Outcome { goes_on, episode_ends, stream_ends };

/// A world is a value: a copy goes its own way. Randomness comes from outside.
///   vocabulary()          the names of its signals, in the order of an observation, and of its actions, if it has any
///   reset(random)         begins an episode; or the first one
///   act(action, random)   makes one step
///   observation()         what is seen now
template <class W>
concept WorldLike = std::copyable<W> && requires(W& world, const W& seen, Random& random) {
  { seen.vocabulary() } -> std::convertible_to<Vocabulary>;
  world.reset(random);
  { world.act(std::size_t{}, random) } -> std::same_as<Outcome>;
  { seen.observation() } -> std::convertible_to<std::span<const float>>;
};

/// A world may ask questions of its own, which the agent's head answers.
template <class W>
concept AsksQuestions = requires(const W& seen) {
  { seen.evaluation() } -> std::convertible_to<Evaluation>;
};

/// It may know the true answers to them, in its present state. Answers are then scored against those; if not, against
/// the returns that come about.
template <class W>
concept KnowsTruth = AsksQuestions<W> && requires(const W& seen, std::span<float> answers) {
  seen.true_answers(answers);
};

}  // namespace gvfn
