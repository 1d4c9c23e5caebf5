// An embedder's program: an agent, and nothing else of the library.

#include <cstdio>
#include <gvfn/agent.hpp>

int main() {
  const gvfn::Vocabulary vocabulary{{{"bit", 0, 1}}, {}};
  const gvfn::QuestionNetwork questions(vocabulary, {{"bit next", gvfn::SignalCumulant{"bit"}}});
  gvfn::Agent<float> agent({.optimizer = {.step_size = 0.5}}, questions, {vocabulary, {}}, 1);
  float bit = 0;
  agent.start({&bit, 1});
  for (int t = 0; t < 10'000; ++t) {
    bit = 1 - bit;
    agent.step(0, 1, {&bit, 1});
  }
  const bool is_learned = agent.predictions()[0] > 0.9F;  // the bit is 0 now
  std::puts(is_learned ? "learned" : "not learned");
  return is_learned ? 0 : 1;
}
