// Time exact answers: of the expert set in Compass World, and of ten questions in a large random world.

#include <fmt/format.h>

#include "bench/cases.hpp"
#include "gvfn/base/random.hpp"
#include "gvfn/language/question_file.hpp"
#include "gvfn/theory/assumptions.hpp"
#include "gvfn/world/compass_world.hpp"

namespace gvfn {
namespace {

/// Two actions, each of which leads from every state to five drawn ones; one signal.
FiniteModel random_world(std::size_t states) {
  constexpr std::size_t branches = 5;
  Random random(1);
  FiniteModel model{.vocabulary = {{{"x", 0, 1}}, {"left", "right"}}, .world_states = states};
  model.first_branch.push_back(0);
  model.first_possible_action.push_back(0);
  for (std::size_t s = 0; s < states; ++s) {
    model.observations.push_back(static_cast<float>(random.uniform()));
    for (std::size_t action = 0; action < 2; ++action) {
      for (std::size_t b = 0; b < branches; ++b) model.branches.push_back({random.below(states), 1.0 / branches});
      model.first_branch.push_back(model.branches.size());
      model.possible_actions.push_back({{action, 0.5}, 0.5});
    }
    model.first_possible_action.push_back(model.possible_actions.size());
  }
  model.start_probs.assign(states, 1.0 / static_cast<double>(states));
  check_and_normalise(model);
  return model;
}

/// Horizons of 2 to 512 steps; each second one is about the answer before it.
QuestionNetwork ten_questions(const Vocabulary& vocabulary) {
  std::vector<Question> questions;
  for (int k = 1; k <= 10; ++k) {
    Question question{fmt::format("q{}", k), SignalCumulant{"x"}, Discount{1 - std::pow(2, -std::min(k, 9))}};
    if (k % 2 == 0) question.cumulant = PredictionCumulant{{{questions.back().name, 1}}};
    question.policy = k % 3 == 0 ? Policy(UniformlyRandom{}) : Policy(Always{k % 3 == 1 ? "left" : "right"});
    questions.push_back(question);
  }
  return {vocabulary, questions};
}

struct Problem {
  FiniteModel model;
  QuestionNetwork questions;
};

Problem in_compass_world() {
  const auto model = model_of(CompassWorld(), CompassBehaviour());
  return {model, make_questions(load_questions("expert"), model.vocabulary)};
}

Problem in_random_world(std::size_t states) {
  const auto model = random_world(states);
  return {model, ten_questions(model.vocabulary)};
}

}  // namespace

void add_theory_cases(Cases& cases) {
  const auto add = [&](const std::string& name, const auto& make) {
    cases.add_long("theory/" + name + "/answers", [make](benchmark::State& state) {
      const auto [model, questions] = make();
      for (auto _ : state) benchmark::DoNotOptimize(fixed_point(bellman_operator(model, questions)));
    });
    cases.add_long("theory/" + name + "/assumptions", [make](benchmark::State& state) {
      const auto [model, questions] = make();
      for (auto _ : state) benchmark::DoNotOptimize(check_assumptions(model, questions));
    });
  };
  add("compass-world", in_compass_world);
  add("random-1000", [] { return in_random_world(1'000); });
  add("random-100000", [] { return in_random_world(100'000); });
}

}  // namespace gvfn
