#pragma once
// A question network in words: a table, the graph, and what looks wrong with it.

#include <string>
#include <vector>

#include "gvfn/kernel/activation.hpp"
#include "gvfn/question/question_network.hpp"

namespace gvfn {

/// A question in words, and the values that its answer can have.
struct QuestionText {
  std::string name;
  std::string cumulant;
  std::string continuation;
  std::string policy;
  std::string answer;
};
std::vector<QuestionText> describe(const QuestionNetwork& network);

/// What a question asks, with all digits: questions that differ have different texts, but for functions.
std::string definition(const Question& question);

/// "white below 0.5", "previous red above 0.5 and action left", with all digits.
std::string describe(const Event& event);

/// One line a question that uses others: `"red ahead after left" uses "red ahead"`.
std::string describe_graph(const QuestionNetwork& network);

/// The graph for Graphviz, an arrow from each question to those it uses.
std::string to_dot(const QuestionNetwork& network);

/// Answers that a unit with this activation cannot give.
std::vector<std::string> warnings(const QuestionNetwork& network, Activation activation);

}  // namespace gvfn
