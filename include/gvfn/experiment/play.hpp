#pragma once
// The loop of world, behaviour and agent. It is a template, compiled where a world is used, so that a step of the world
// costs no call that the compiler cannot see through.

#include <cstdint>

#include "gvfn/agent/agent.hpp"
#include "gvfn/world/behaviour.hpp"
#include "gvfn/world/world.hpp"

namespace gvfn {

/// Begins an episode: the world, the behaviour, and the agent's state; what the agent has learned stays.
template <WorldLike W, BehaviourLike B>
void begin_episode(W& world, B& behaviour, Agent<float>& agent, Random& random) {
  world.reset(random);
  begin_episode(behaviour, random);
  agent.start(world.observation());
}

/// Watches nothing.
struct NoWatch {
  void transition(const Action&, Outcome) {}
  bool state(std::span<const float>) { return true; }
};

/// Makes so many steps, from an episode that has begun; fewer where the stream ends, or `watch` does not go on. An
/// episode that ends is followed by the next one. `watch` has two functions:
///   transition(action, outcome)   what has just happened; the world shows the last observation, also of an episode
///   bool state(predictions)       in the state from which the next action is taken; whether to go on
template <WorldLike W, BehaviourLike B, class Watch = NoWatch>
Outcome play(W& world, B& behaviour, Agent<float>& agent, Random& random, std::int64_t steps, Watch&& watch = {}) {
  for (; steps > 0; --steps) {
    const Action action = behaviour.choose(world.observation(), random);
    const Outcome outcome = world.act(action.index, random);
    auto predictions = agent.step(action.index, action.prob, world.observation(), outcome == Outcome::episode_ends);
    watch.transition(action, outcome);
    if (outcome == Outcome::episode_ends) {
      begin_episode(world, behaviour, agent, random);
      predictions = agent.predictions();
    }
    if (!watch.state(predictions) || outcome == Outcome::stream_ends) return outcome;
  }
  return Outcome::goes_on;
}

}  // namespace gvfn
