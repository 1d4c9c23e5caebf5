#pragma once
// When questions are replaced, and which of them may be.

#include <cstdint>

#include "discovery/living_questions.hpp"
#include "gvfn/discovery/discovery_options.hpp"

namespace gvfn {

class ReplacementSchedule {
 public:
  explicit ReplacementSchedule(const DiscoveryOptions& options) : options_(options) {}

  bool is_protected(const UnitQuestion& question) const { return options_.protect && question.is_given; }
  bool may_go(const UnitQuestion& question, std::int64_t step) const;

  /// How many questions are to be replaced at this step. Called once a step.
  std::size_t due(const LivingQuestions& living, std::int64_t step);

  /// After questions were replaced, or read from a file.
  void count(const LivingQuestions& living, std::int64_t step);

  double owed() const { return owed_; }

  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("owed", self.owed_);
  }

 private:
  DiscoveryOptions options_;
  double owed_ = 0;                  // continual: replacements that are due, a fraction
  std::size_t may_go_ = 0;           // continual: how many questions are old enough
  std::int64_t next_to_mature_ = 0;  // the step at which there are more of them
};

}  // namespace gvfn
