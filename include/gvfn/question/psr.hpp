#pragma once
// Tests, the questions of predictive state representations (Littman, Sutton and Singh, Predictive Representations of
// State, 2001): "left:white forward:red" asks for the probability of seeing white and then red, if the agent goes left
// and then forward.

#include <string>
#include <string_view>
#include <vector>

#include "gvfn/question/question.hpp"
#include "gvfn/question/vocabulary.hpp"

namespace gvfn {

/// The question that a test asks, named by its text with single spaces. A pair is ACTION:SIGNAL, where the signal is
/// seen if it is above 0.5; with ACTION:!SIGNAL it is not, and is below 0.5; :SIGNAL is after whatever the agent does.
/// The probability of "a:o rest" is that of the rest, after a, where o is seen: a myopic question about the question
/// that is named by the rest. Throws InvalidInput for text that is no test of 1 to 100 pairs, and unknown names.
Question psr_test(std::string_view test, const VocabularyIndex& names);

/// Adds the questions of the tests' rests, longest first, but for those whose names are there. Throws InvalidInput
/// where that makes more than limits.hpp allows.
void add_rests(const std::vector<std::string>& tests, const VocabularyIndex& names, std::vector<Question>& questions);

/// The questions of all these tests in their order, and of the rests that are not among them.
std::vector<Question> psr_questions(const std::vector<std::string>& tests, const VocabularyIndex& names);

}  // namespace gvfn
