#pragma once
// A set of questions that may use each other's answers, checked. QuestionTable evaluates them.

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "gvfn/base/range.hpp"
#include "gvfn/question/question.hpp"
#include "gvfn/question/vocabulary.hpp"

namespace gvfn {

/// Question `user` needs question `used`: in its cumulant, with a weight, or in its policy.
struct Dependency {
  std::size_t user;
  std::size_t used;
  double weight;
  bool in_policy;
};

class QuestionNetwork {
 public:
  /// Questions that use each other's answers in a circle. Nothing bounds their answers; they are for theory only.
  enum class Cycles { refused, allowed };
  /// Throws InvalidInput for names that are unknown or given twice, numbers out of range, cycles, and
  /// for more than limits.hpp allows.
  QuestionNetwork(Vocabulary vocabulary, std::vector<Question> questions, Cycles cycles = Cycles::refused);

  std::size_t size() const { return questions_.size(); }
  const Vocabulary& vocabulary() const { return vocabulary_; }
  /// Looks up the names of the vocabulary.
  const VocabularyIndex& names() const { return *names_; }
  const std::vector<Question>& questions() const { return questions_; }
  const std::vector<Dependency>& dependencies() const { return dependencies_; }

  /// The place of a question that there is.
  std::size_t index(const std::string& name) const { return index_.at(name); }

  /// Where episodes end, no question looks further: its continuation is 0 then, and so are other questions' answers.
  enum class Ends { never, sometimes };
  /// The values that question j's answer can have, as far as they follow from the definitions; infinite if not. And the
  /// same for its cumulant, where episodes do not end.
  Range bound(std::size_t j, Ends ends = Ends::never) const {
    return ends == Ends::never ? bounds_[j] : bounds_with_ends_[j];
  }
  Range cumulant_bound(std::size_t j) const { return cumulant_bounds_[j]; }

 private:
  void find_bounds();
  void check_cumulant(std::size_t j);
  void check_continuation(std::size_t j) const;
  void check_policy(std::size_t j);
  std::size_t used_by(std::size_t j, const std::string& name) const;
  Range find_cumulant_bound(std::size_t j, Ends ends) const;
  Range find_bound(std::size_t j, Ends ends) const;

  Cycles cycles_;
  Vocabulary vocabulary_;
  std::shared_ptr<const VocabularyIndex> names_;
  std::vector<Question> questions_;
  std::vector<Dependency> dependencies_;
  std::map<std::string, std::size_t> index_;
  std::vector<Range> bounds_;
  std::vector<Range> bounds_with_ends_;
  std::vector<Range> cumulant_bounds_;
};

/// The policy, unless it depends on predictions or is a function.
std::optional<SimplePolicy> simple_policy(const Policy& policy);

/// pi(a) of every action; empty for the behaviour's own policy. Throws InvalidInput for what is no distribution.
std::vector<double> probabilities(const SimplePolicy& policy, const VocabularyIndex& names);

}  // namespace gvfn
