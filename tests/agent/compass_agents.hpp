#pragma once
// Questions and options for agents in Compass World, for the tests.

#include "gvfn/agent/agent.hpp"
#include "gvfn/language/question_file.hpp"
#include "gvfn/world/compass_world.hpp"

namespace gvfn {

inline QuestionNetwork network(std::vector<Question> questions) {
  return {CompassWorld::vocabulary(), std::move(questions)};
}
inline QuestionNetwork shipped(const std::string& name) { return network(load_questions(name).questions); }
inline QuestionNetwork evaluation() { return network(CompassWorld::evaluation().questions); }

/// Five questions that use each other in every way there is.
inline QuestionNetwork small() {
  const Event wall{{{Condition::On::next_observation, "white", {Threshold::Side::below, 0.5}}}};
  return network(
      {{"red", SignalCumulant{"red"}, Discount{0.9, wall}, Always{"forward"}},
       {"red after left", PredictionCumulant{{{"red", 1}}}, Discount{}, Always{"left"}},
       {"red, if white", PredictionCumulant{{{"red", 1}}, SignalCondition{"white", {Threshold::Side::above, 0.5}}},
        Discount{}, UniformlyRandom{}},
       {"mixed", PredictionCumulant{{{"red", 0.5}, {"red after left", -0.25}}}, Discount{0.5}},
       {"white", SignalCumulant{"white", 0.1}, Discount{0.8},
        Conditional{"mixed", {Threshold::Side::above, 0.3}, Always{"left"}, UniformlyRandom{}}}});
}

inline AgentOptions compass_options(OptimizerKind optimizer, std::size_t truncation) {
  return {.truncation = truncation,
          .inputs = InputScaling::raw,
          .state_loss = Loss::sum,
          .head_hidden = {8},
          .optimizer = {.name = optimizer, .step_size = optimizer == OptimizerKind::sgd ? 0.05 : 0.002}};
}

}  // namespace gvfn
