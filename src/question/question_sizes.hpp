#pragma once
// How much is asked, beside the limits of gvfn/question/limits.hpp.

#include <cstddef>

#include "gvfn/question/question.hpp"
#include "gvfn/question/vocabulary.hpp"

namespace gvfn {

/// Throws InvalidInput for too many signals or actions, and for names that are empty or too long.
void check_sizes(const Vocabulary& vocabulary);

/// Adds up how much questions ask. They are added one by one, so that what is too much is not made first.
class QuestionSizes {
 public:
  explicit QuestionSizes(const VocabularyIndex& names) : actions_(names.action_count()) {}

  /// Throws InvalidInput where it is too much with this question.
  void add(const Question& question);

 private:
  std::size_t actions_;
  std::size_t questions_ = 0;
  std::size_t terms_ = 0;
  std::size_t letters_ = 0;
  std::size_t target_probs_ = 0;
};

}  // namespace gvfn
