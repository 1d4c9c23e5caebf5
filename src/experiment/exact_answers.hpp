#pragma once
#include <memory>
#include <span>
#include <vector>

#include "gvfn/agent/agent.hpp"
#include "gvfn/experiment/any_world.hpp"

namespace gvfn {

/// Exact answers to an agent's questions, those of the state and then those of the head, in every state of a finite
/// world with its behaviour.
struct ExactAnswers {
  std::size_t questions = 0;
  std::vector<float> values = {};      // a row for each state; not a number where a return may go on for ever
  std::vector<bool> is_complete = {};  // by question: is it answered in every state that can be reached?

  std::span<const float> in_state(std::size_t state) const {
    return std::span(values).subspan(state * questions, questions);
  }
};

/// Null where the world does not have finitely many states with known dynamics, or too many of them.
std::shared_ptr<const ExactAnswers> find_exact_answers(const AnyWorld& world, const Agent<float>& agent);

}  // namespace gvfn
