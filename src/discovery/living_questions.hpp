#pragma once
// The questions of a state's units while they are replaced: who lives, since when, and who uses whose answer.

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "gvfn/question/question_network.hpp"

namespace gvfn {

/// The question of one unit. One that was removed without another in its place keeps its name.
struct UnitQuestion {
  Question question;
  std::int64_t born = 0;  // the step
  bool is_given = false;  // by the user
  bool is_alive = true;
};

/// The names of the questions whose answers it uses in its cumulant or its policy.
std::set<std::string> used_names(const Question& question);

class LivingQuestions {
 public:
  LivingQuestions(const Vocabulary& vocabulary, std::vector<Question> given);

  std::size_t size() const { return units_.size(); }
  const UnitQuestion& operator[](std::size_t unit) const { return units_[unit]; }
  bool has_name(const std::string& name) const;
  bool has_definition(const std::string& definition) const;

  void add(Question question, std::int64_t born);
  /// Questions that use the unit's answer use that of its new question.
  void replace(std::size_t unit, Question question, std::int64_t born);
  /// A question of the same name in the place of what the unit's was, which goes on living.
  void change(std::size_t unit, Question question) { units_[unit].question = std::move(question); }
  /// The unit answers no question any more. Where other questions use its answer, there is a 0 now.
  void remove(std::size_t unit);

  /// The units whose answers a unit's question uses in its cumulant or its policy.
  std::vector<std::size_t> used_by(std::size_t unit) const;
  /// All that use the unit's answer, directly or not.
  std::vector<bool> users_of(std::size_t unit) const;

  QuestionNetwork network() const;

  /// Takes the place of what is there, as it may come from a file: `network` has as many questions, and the rows are
  /// of all units. Throws InvalidInput where it has not.
  struct Rows {
    std::vector<std::int64_t> born;
    std::vector<std::uint8_t> is_given;
    std::vector<std::uint8_t> is_alive;
  };
  Rows rows() const;
  void restore(const QuestionNetwork& network, const Rows& rows);

 private:
  Vocabulary vocabulary_;
  std::vector<UnitQuestion> units_;
};

}  // namespace gvfn
