#pragma once
#include <string>
#include <vector>

#include "gvfn/question/question_network.hpp"

namespace gvfn {

/// Questions by their numbers. Where their connections are acyclic, `order` has each after those that it uses; if not,
/// `cycle` has one that leads from a question back to itself, which stands at both ends.
struct QuestionOrder {
  std::vector<std::size_t> order = {};
  std::vector<std::size_t> cycle = {};
};
QuestionOrder order_questions(std::size_t count, const std::vector<Dependency>& dependencies);

/// By names, as in "a" -> "b" -> "a".
std::string cycle_text(const std::vector<Question>& questions, const std::vector<std::size_t>& cycle);

/// The order. Throws InvalidInput, with the cycle, where there is none (the paper's Assumption 1, acyclic connections).
std::vector<std::size_t> topological_order(const std::vector<Question>& questions,
                                           const std::vector<Dependency>& dependencies);

}  // namespace gvfn
