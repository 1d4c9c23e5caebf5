#include "experiment/exact_answers.hpp"

#include <cmath>

#include "gvfn/base/invalid_input.hpp"
#include "gvfn/theory/bellman_operator.hpp"

namespace gvfn {
namespace {

constexpr std::size_t most_answers = 20'000'000;

/// Writes the answers to one network's questions beside each other, from column `first` on.
void add(const FiniteModel& model, const QuestionNetwork& network, std::size_t first, ExactAnswers& answers) {
  const auto values = fixed_point(bellman_operator(model, network));
  const auto is_reached = reachable_states(model).left;
  for (std::size_t x = 0; x < model.size(); ++x)
    for (std::size_t j = 0; j < network.size(); ++j) {
      const double value = values(static_cast<Eigen::Index>(x), static_cast<Eigen::Index>(j));
      answers.values[x * answers.questions + first + j] = static_cast<float>(value);
      if (std::isnan(value) && is_reached[x / model.modes]) answers.is_complete[first + j] = false;
    }
}

}  // namespace

std::shared_ptr<const ExactAnswers> find_exact_answers(const AnyWorld& world, const Agent<float>& agent) {
  const auto state = agent.state_questions();
  const auto head = agent.head_questions();
  auto answers = std::make_shared<ExactAnswers>();
  answers->questions = state.size() + head.size();
  const auto states = world.state_count();
  if (states == 0 || answers->questions == 0) return nullptr;
  if (states > most_states || states > most_answers / answers->questions) return nullptr;
  const auto model = world.finite_model();
  answers->values.resize(model->size() * answers->questions);
  answers->is_complete.assign(answers->questions, true);
  try {
    add(*model, state, 0, *answers);
    add(*model, head, state.size(), *answers);
  } catch (const InvalidInput&) {
    return nullptr;  // a policy depends on what has no answer: returns are looked at instead
  }
  return answers;
}

}  // namespace gvfn
