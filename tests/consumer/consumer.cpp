// What someone else's project may look like: its own loop, a shipped set of questions, the whole library.

#include <cstdio>
#include <gvfn/experiment.hpp>

int main() {
  const auto vocabulary = gvfn::RingWorld::vocabulary();
  const gvfn::QuestionNetwork questions(vocabulary, gvfn::load_questions("ring-chains").questions);
  gvfn::Agent<float> agent({.truncation = 2, .optimizer = {.step_size = 0.5}}, questions, {vocabulary, {}}, 1);
  gvfn::RingWorld world;
  gvfn::RandomBehaviour behaviour(2);
  gvfn::Random random(1);
  world.reset(random);
  agent.start(world.observation());
  double error = 0;
  for (int t = 0; t < 100'000; ++t) {
    const auto action = behaviour.choose(world.observation(), random);
    world.act(action.index, random);
    const auto state = agent.step(action.index, action.prob, world.observation());
    float truth[2];
    world.true_answers(truth);
    if (t >= 90'000) error += (state[0] - truth[0]) * (state[0] - truth[0]) / 10'000;
  }
  std::puts(error < 0.01 ? "learned" : "not learned");
  return error < 0.01 ? 0 : 1;
}
